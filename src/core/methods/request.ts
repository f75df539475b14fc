/** Requests: sent once, or in several rounds while the server asks for input (2026-07-28, basic/patterns/mrtr). */
import type { Continuation, InputRequired } from '../../types/input-required.ts'
import type { Params } from '../../types/jsonrpc.ts'
import { type CallOptions, streamTokenOf } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { CapabilityError, type InvalidMessageError, unexpected } from '../errors.ts'
import { findResultHandler, type ResultContext } from '../extension.ts'
import { call as callOnce } from '../rpc/call.ts'
import { readInputRequired, resolveInputRequests, resolveUrlElicitations } from '../server-requests/input-required.ts'
import { withDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { invalidArgument } from '../util/invalid-argument.ts'

type Result = Record<string, unknown>

/** Whatever was thrown. */
type Failure = { delivery?: unknown } | undefined

export type MaybeInputRequired<T> = T | InputRequired

/** The complete result, or with `inputRequired: 'return'` what the server asks for. */
export type RequestOutcome = { result: Result; usedInput: boolean } | { inputRequired: InputRequired }

/** A request whose result must be complete. */
export async function request(
  context: ConnectedContext,
  method: string,
  params?: Params,
  options?: CallOptions,
): Promise<Result> {
  const result = await send(context, method, params, options)
  const type = context.channel.current.resultType(result)
  if (type !== 'complete') throw invalid(method, 'a complete result', `the type ${type.slice(0, 50)}`, result)
  return result
}

/** Sends over the era in use, or over the session that a resume token names. */
function send(
  context: ConnectedContext,
  method: string,
  params?: Params,
  options: CallOptions = {},
  spent?: number,
): Promise<Result> {
  const token = streamTokenOf(options)
  const { channel, closing } = context
  // A closed client fails in call(), with the error that says so.
  const sentBy = token && !closing.aborted ? { ...context, channel: channel.current.forResumedCall(token) } : context
  return callOnce(sentBy, method, params, options, spent)
}

/** What the first round of a request returned or threw. */
type FirstRound = { result: Result } | { failure: Failure }

/** A request that may need input. `shouldRetry` decides whether a failed one is sent again. */
export async function requestWithInput(
  context: ConnectedContext,
  method: string,
  params: Params,
  options: CallOptions = {},
  shouldRetry?: (error: unknown) => Promise<boolean>,
): Promise<RequestOutcome> {
  const start = context.environment.monotonic()
  let first: FirstRound | undefined
  // Most calls end here. What further rounds need is made only for them.
  if (!options.resume) {
    try {
      const result = await send(context, method, params, options)
      if (typeOf(context, result) === 'complete') return { result, usedInput: false }
      first = { result }
    } catch (error) {
      first = { failure: error as Failure }
    }
  }
  return runRounds(context, method, params, options, shouldRetry, start, first)
}

/** Only a task of 2025-11-25 has the member `task` in the place of content. */
function typeOf({ channel }: ConnectedContext, result: Result): string {
  return result.task && !result.content ? 'task' : channel.current.resultType(result)
}

async function runRounds(
  context: ConnectedContext,
  method: string,
  params: Params,
  options: CallOptions,
  shouldRetry: ((error: unknown) => Promise<boolean>) | undefined,
  start: number,
  first: FirstRound | undefined,
): Promise<RequestOutcome> {
  /** Milliseconds before the next round if the server sent only a `requestState`; each further delay is twice as long. */
  const initialDelay = 100
  const { environment, settings, warn, http, channel, closing, call } = context
  const { maxRounds } = settings
  const { resume, ...withoutResume } = options
  const { signal } = options
  let userTime = 0
  /** Milliseconds that count for `maxTotalTimeout`: all but the time of the user. */
  const spent = () => environment.monotonic() - start - userTime
  if (resume && 'taskId' in resume) return handleByExtension({ ...resume, resultType: 'task' }, 'task')
  let input: Params | undefined = resume && 'method' in resume ? readContinuation(resume) : undefined
  for (let round = 0; ; round++) {
    const result = first && 'result' in first ? first.result : await sendRound(round)
    first = undefined
    const type = result && typeOf(context, result)
    if (result && type === 'complete') return { result, usedInput: !!input }
    if (round >= maxRounds) throw invalid(method, `a result after ${maxRounds} rounds (maxRounds)`, 'one more', result)
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
    if (inputRequests)
      input = { ...rest, inputResponses: await askUser(() => resolveInputRequests(context, inputRequests, signal)) }
    else {
      input = rest
      const { maxTotalTimeout: total = settings.maxTotalTimeout } = options
      const limits = { what: method, total, spent: spent(), signals: [signal, closing] }
      await withDeadline(environment, limits, (deadline) => {
        // The rounds before were sent.
        deadline.setSent(true)
        return delay(environment, initialDelay * 2 ** round, deadline)
      })
    }
  }

  /** Undefined if the server demanded URL elicitations first, and the user accepted them. */
  async function sendRound(round: number): Promise<Result | undefined> {
    // Only the first answer can be resumed; a later round is a new request.
    const sendOnce = () => send(context, method, { ...params, ...input }, round ? withoutResume : options, spent())
    let failure: Failure
    if (first && 'failure' in first) failure = first.failure
    else {
      try {
        return await sendOnce()
      } catch (error) {
        failure = error as Failure
      }
    }
    if (await shouldRetry?.(failure)) {
      try {
        return await sendOnce()
      } catch (error) {
        const second = error as Failure
        // The first attempt may have been executed, even if the second was refused.
        if (failure?.delivery !== 'unknown' || second?.delivery !== 'not-executed') failure = second
      }
    }
    const { revision } = channel.current
    const isSettled = () => resolveUrlElicitations(context, revision, failure, signal)
    if (round < maxRounds && (await askUser(isSettled))) return undefined
    throw failure
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
      call: async (method, params, options) => send(context, method, params, options),
      answer: (requests, ownSignal) => resolveInputRequests(context, requests, ownSignal ?? signal),
      subscribe: (listener) => context.notifications.subscribe(listener),
      revision: channel.current.revision,
      capabilities: channel.current.server.capabilities,
      options,
      closing,
      environment,
      warn: (message, error) => warn(message, error, false, call),
    }
    return { result: await handle(result, resultContext), usedInput: true }
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
