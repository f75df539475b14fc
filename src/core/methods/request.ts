/** Requests: sent once, or in several rounds while the server asks for input (2026-07-28, basic/patterns/mrtr). */
import type { ElicitResult } from '../../types/client-features.ts'
import type { Continuation, InputRequired } from '../../types/input-required.ts'
import type { Params } from '../../types/jsonrpc.ts'
import { streamTokenOf } from '../call-options.ts'
import { withScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { CapabilityError, type InvalidMessageError, unexpected } from '../errors.ts'
import { findResultHandler, type ResultContext } from '../extension.ts'
import { followProgress } from '../rpc/route-messages.ts'
import { type Outgoing, send as sendRequest } from '../rpc/send.ts'
import {
  readInputRequired,
  resolveInputRequests,
  UrlConsents,
  urlElicitationsOf,
} from '../server-requests/input-required.ts'
import type { Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { invalidArgument } from '../util/invalid-argument.ts'

type Result = Record<string, unknown>

export type MaybeInputRequired<T> = T | InputRequired

/** The complete result, or with `inputRequired: 'return'` what the server asks for. */
export type RequestOutcome = { result: Result; usedInput: boolean } | { inputRequired: InputRequired }

/** A request whose result must be complete. */
export async function request(context: ConnectedContext, outgoing: Outgoing): Promise<Result> {
  const result = await send(context, outgoing)
  const type = context.channel.current.resultType(result)
  if (type !== 'complete') throw invalid(outgoing.method, 'a complete result', `the type ${type.slice(0, 50)}`, result)
  return result
}

/** Sends over the era in use, or over the session that a resume token names. */
function send(context: ConnectedContext, outgoing: Outgoing): Promise<Result> {
  const token = streamTokenOf(outgoing.options ?? {})
  const { channel, closing } = context
  // A closed client fails in sendRequest(), with the error that says so.
  const sender = token && !closing.aborted ? { current: channel.current.forResumedCall(token) } : channel
  return sendRequest(context, sender, outgoing)
}

/** What the first round of a request returned or threw. */
type FirstRound = { result: Result } | { failure: unknown }

/** A request that may need input. */
export async function requestWithInput(context: ConnectedContext, outgoing: Outgoing): Promise<RequestOutcome> {
  const start = context.environment.monotonic()
  let first: FirstRound | undefined
  const { options = {}, method } = outgoing
  // Most calls end here. What further rounds need is made only for them.
  if (!options.resume) {
    try {
      const result = await send(context, outgoing)
      if (typeOf(context, method, result) === 'complete') return { result, usedInput: false }
      first = { result }
    } catch (failure) {
      first = { failure }
    }
  }
  const consents = new UrlConsents(context)
  try {
    return await runRounds(context, outgoing, start, first, consents)
  } finally {
    consents.stop()
  }
}

/** Only a tool call that runs as a task of 2025-11-25 has the member `task` in the place of content. */
function typeOf({ channel }: ConnectedContext, method: string, result: Result): string {
  const { coreTasks } = channel.current.revision
  const isTask = coreTasks && method === 'tools/call' && result.task && !result.content
  return isTask ? 'task' : channel.current.resultType(result)
}

async function runRounds(
  context: ConnectedContext,
  outgoing: Outgoing,
  start: number,
  first: FirstRound | undefined,
  consents: UrlConsents,
): Promise<RequestOutcome> {
  /** Milliseconds before the next round if the server sent only a `requestState`; each further delay is twice as long. */
  const initialDelay = 100
  const { environment, settings, warn, http, channel, closing } = context
  const { method, params = {}, options = {}, call } = outgoing
  const { maxRounds } = settings
  const { resume, ...withoutResume } = options
  const { signal } = options
  let userTime = 0
  /** Milliseconds that count for `maxTotalTimeout`: all but the time of the user. */
  const spent = () => environment.monotonic() - start - userTime
  if (resume && 'taskId' in resume) return handleByExtension({ ...resume, resultType: 'task' }, 'task')
  let input: Params | undefined = resume && 'method' in resume ? readContinuation(resume) : undefined
  /** Rounds in which the user was asked nothing, but only awaited. */
  let polls = 0
  for (let round = 0; ; round++) {
    const result = first && 'result' in first ? first.result : await sendRound(round)
    first = undefined
    const type = result && typeOf(context, method, result)
    if (result && type === 'complete') return { result, usedInput: !!input }
    if (round - polls >= maxRounds)
      throw invalid(method, `a result after ${maxRounds} rounds (maxRounds)`, 'one more', result)
    if (!result) continue
    if (type !== 'input_required') return handleByExtension(result, type!)
    const inputRequired = readInputRequired(method, result)
    if (!inputRequired) throw invalid(method, 'a question with inputRequests or requestState', 'another', result)
    if (options.inputRequired === 'return') {
      const continuation = { url: http.givenUrl, method, params, ...inputRequired }
      return { inputRequired: { resultType: type, ...inputRequired, continuation } }
    }
    // Answers of earlier rounds are not repeated: the server has them in its `requestState`.
    const { inputRequests, ...rest } = inputRequired
    if (inputRequests) {
      const isRepeated = consents.has(inputRequests)
      const inputResponses = await askUser(() => consents.resolve(inputRequests, signal))
      await awaitPages()
      if (isRepeated) await poll()
      input = { ...rest, inputResponses }
    } else {
      input = rest
      if (consents.any) await poll()
      else await within(true, (deadline) => delay(environment, initialDelay * 2 ** round, deadline))
    }
  }

  /** Waits for the promises of the application that the pages are done, as long as that takes. */
  function awaitPages(): Promise<void> {
    const limits = { what: 'input', signals: [signal, closing] }
    return askUser(() => withScope(environment, limits, (deadline) => consents.completed(deadline)))
  }

  /** Waits before the server is asked again whether the pages that the user accepted to visit are done. */
  async function poll(): Promise<void> {
    polls++
    await within(false, (deadline) => consents.poll(deadline))
  }

  /** `isSent`: an earlier round may have been executed. */
  function within(isSent: boolean, run: (deadline: Deadline) => Promise<void>): Promise<void> {
    const { maxTotalTimeout: total = settings.maxTotalTimeout } = options
    const limits = { what: method, total, spent: spent(), signals: [signal, closing], isSent }
    return withScope(environment, limits, run)
  }

  /** Undefined if the server demanded URL elicitations first, and the user accepted them. */
  async function sendRound(round: number): Promise<Result | undefined> {
    let failure: unknown
    if (first && 'failure' in first) failure = first.failure
    else {
      try {
        outgoing.params = { ...params, ...input }
        // Only the first answer can be resumed; a later round is a new request.
        outgoing.options = round ? withoutResume : options
        outgoing.spent = spent()
        return await send(context, outgoing)
      } catch (error) {
        failure = error
      }
    }
    const requests = urlElicitationsOf(context, channel.current.revision, failure)
    if (!requests || (!consents.has(requests) && round - polls >= maxRounds)) throw failure
    const isRepeated = consents.has(requests)
    const answers = await askUser(() => consents.resolve(requests, signal))
    if (!Object.values(answers).every((answer) => (answer as ElicitResult).action === 'accept')) throw failure
    await awaitPages()
    if (isRepeated) polls++
    await within(false, (deadline) => consents.poll(deadline))
    return undefined
  }

  async function askUser<T>(ask: () => Promise<T>): Promise<T> {
    const asked = environment.monotonic()
    const answer = await ask()
    userTime += environment.monotonic() - asked
    return answer
  }

  /** Lets an extension complete a result of its own type, such as a task, or a task of which only the token is known. */
  async function handleByExtension(result: Result, type: string): Promise<RequestOutcome> {
    const handle = method === 'tools/call' && findResultHandler(settings.extensions, type)
    if (!handle && resume) {
      const message = 'Expected the extension of this token in `extensions`, got none'
      throw new CapabilityError(message, { delivery: 'not-executed' })
    }
    if (!handle) throw invalid(method, 'a known type of result', type.slice(0, 50), result)
    const resultContext: ResultContext = {
      call: async (method, params, options) => send(context, { method, params, options, call }),
      answer: (requests, ownSignal) => resolveInputRequests(context, requests, ownSignal ?? signal),
      subscribe: (listener) => context.notifications.subscribe(listener),
      revision: channel.current.revision,
      capabilities: channel.current.server.capabilities,
      options,
      closing,
      environment,
      warn: (message, error) => warn(message, error, false, call),
    }
    const end = followTask()
    try {
      return { result: await handle(result, resultContext), usedInput: true }
    } finally {
      end()
    }
  }

  /** The progress of a task has the token of the request that started it, which is its id. */
  function followTask(): () => void {
    const { onProgress } = options
    const token = outgoing.id ?? streamTokenOf(options)?.requestId
    if (!onProgress || token === undefined) return () => {}
    const endProgress = followProgress(context, token, onProgress, call)
    const releaseStream = channel.current.holdStream?.()
    return () => {
      endProgress()
      releaseStream?.()
    }
  }

  function readContinuation(continuation: Continuation): Params {
    const { url, method: continuedMethod, params: continuedParams, requestState, inputResponses } = continuation
    const isSame = continuedParams?.name === params.name && continuedParams?.uri === params.uri
    if (url !== http.givenUrl || continuedMethod !== method || !isSame) {
      throw invalidArgument('resume: got one of another address or request')
    }
    return { inputResponses: inputResponses ?? undefined, requestState }
  }
}

function invalid(method: string, expected: string, actual: string, result: unknown): InvalidMessageError {
  return unexpected(`${expected} in answer to ${method}`, actual, result)
}
