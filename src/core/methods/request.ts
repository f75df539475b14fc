/** Requests that take several rounds: the server asks for input, and the request is repeated with it. */

import type { Continuation, InputRequests } from '../../types/input-required.ts'
import type { Params } from '../../types/jsonrpc.ts'
import { CapabilityError, InvalidMessageError } from '../errors.ts'
import { findResultHandler, type ResultContext } from '../extension.ts'
import type { CallOptions } from '../options.ts'
import { type Caller, call } from '../rpc/call.ts'
import { answerInput, answerVisits } from '../server-requests/input-required.ts'
import { createDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'

const MOST_ROUNDS = 10

type Result = Record<string, unknown>

/** Results that somebody's input went into. */
const personal = new WeakSet<Result>()

/** Whether anybody who asks the same would be answered the same. */
export const isImpersonal = (result: Result): boolean => !personal.has(result)

/** Whether this is the question itself, which `onInputRequired: 'return'` asks for. */
export const isQuestion = (result: Result): boolean =>
  'continuation' in result && result.resultType === 'input_required'

/** A request whose result can only be complete. */
export async function request(caller: Caller, method: string, params?: Params, options?: CallOptions): Promise<Result> {
  const result = await call(caller, method, params, options)
  const type = caller.era.resultType(result)
  if (type !== 'complete') throw invalid(method, 'a complete result', `the type ${type.slice(0, 50)}`, result)
  return result
}

/**
 * A request that may need input. The result is complete, or an InputRequired if the options say `return`.
 * `recover` tells whether one that failed is to be sent again.
 */
export async function requestWithInput(
  caller: Caller,
  method: string,
  params: Params,
  options: CallOptions = {},
  recover: (error: unknown) => Promise<boolean> = async () => false,
): Promise<Result> {
  const { resume } = options
  if (resume && 'taskId' in resume) return settle({ ...resume, resultType: 'task' }, 'task')
  let input = resume && 'method' in resume ? inputOf(resume) : {}
  for (let round = 0; ; round++) {
    const result = await ask(round < MOST_ROUNDS)
    const type = result && caller.era.resultType(result)
    if (result && Object.keys(input).length) personal.add(result)
    if (type === 'complete') return result!
    if (round === MOST_ROUNDS) throw invalid(method, `a result after ${MOST_ROUNDS} rounds`, 'one more', result)
    if (!result) continue
    if (type !== 'input_required') return settle(result, type!)
    const question = readQuestion(method, result)
    const { inputRequests, ...rest } = question
    if (options.onInputRequired === 'return') {
      return { resultType: type, ...question, continuation: { url: caller.wire.url, method, params, ...question } }
    }
    // A server that only wants to be asked again is busy. Earlier answers live on in its own state.
    if (inputRequests) input = { ...rest, inputResponses: await answerInput(caller, inputRequests, options.signal) }
    else {
      input = rest
      await pause(100 * 2 ** round)
    }
  }

  /** Undefined when the server first wanted pages visited, and they were. */
  async function ask(isPatient: boolean): Promise<Result | undefined> {
    const send = () => call(caller, method, { ...params, ...input }, options)
    try {
      return await send().catch(async (error) => {
        if (!(await recover(error))) throw error
        return send().catch((second) => {
          // What may have run the first time is not undone by a refusal of the second.
          throw error?.delivery === 'unknown' && second?.delivery === 'not-executed' ? error : second
        })
      })
    } catch (error) {
      if (isPatient && (await answerVisits(caller, error, options.signal))) return undefined
      throw error
    }
  }

  function settle(result: Result, type: string): Promise<Result> {
    const { wire, closing } = caller
    const handle = method === 'tools/call' && findResultHandler(wire.settings.extensions, type)
    if (!handle && resume) {
      const message = 'Expected the extension of this token in `extensions`, got none'
      throw new CapabilityError(message, { delivery: 'not-executed' })
    }
    if (!handle) throw invalid(method, 'a known type of result', type.slice(0, 50), result)
    const context: ResultContext = {
      call: (method, params, options) => call(caller, method, params, options),
      answer: (requests, signal) => answerInput(caller, requests, signal ?? options.signal),
      options,
      closing,
      environment: wire.environment,
      warn: wire.warn,
    }
    return handle(result, context)
  }

  function inputOf({ url, method: continued, params: asked, requestState, inputResponses }: Continuation): Params {
    const same = asked?.name === params.name && asked?.uri === params.uri
    if (url !== caller.wire.url || continued !== method || !same) {
      throw new TypeError('resume: got a continuation of another address or request, expected one of this')
    }
    return { ...(inputResponses && { inputResponses }), ...(requestState !== undefined && { requestState }) }
  }

  async function pause(milliseconds: number): Promise<void> {
    const { wire, closing } = caller
    const signals = [options.signal, closing]
    const deadline = createDeadline(wire.environment, { what: method, total: wire.settings.maxTimeout, signals })
    await delay(wire.environment, milliseconds, deadline).finally(deadline.stop)
  }
}

/** Requests that a server of 2026-07-28 may answer with a question. */
const METHODS = ['tools/call', 'resources/read', 'prompts/get']

function readQuestion(method: string, result: Result): { inputRequests?: InputRequests; requestState?: string } {
  const { inputRequests, requestState } = result
  const wrong =
    !METHODS.includes(method) ||
    (inputRequests ?? requestState) === undefined ||
    (inputRequests !== undefined && (typeof inputRequests !== 'object' || inputRequests === null)) ||
    !['string', 'undefined'].includes(typeof requestState)
  if (wrong) throw invalid(method, 'a question with inputRequests or requestState', 'another', result)
  return {
    ...(inputRequests !== undefined && { inputRequests: inputRequests as InputRequests }),
    ...(requestState !== undefined && { requestState: requestState as string }),
  }
}

function invalid(method: string, expected: string, came: string, result: unknown): InvalidMessageError {
  const message = `Expected ${expected} in answer to ${method}, got ${came}`
  return new InvalidMessageError(message, { delivery: 'answered', result })
}
