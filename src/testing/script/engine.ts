/** Runs the steps of a script up to the response; the steps on its stream run on from there. */
import type { Clock } from '../clock/clock.ts'
import { observeBody } from '../http/observed-body.ts'
import { emptyResponse, jsonResponse, textResponse } from '../http/responses.ts'
import { resultMessage } from '../jsonrpc/message.ts'
import { SSE_HEADERS } from '../sse/encode.ts'
import { createSseConnection } from '../sse/sse-connection.ts'
import { orAborted } from '../util/abort.ts'
import type { Barriers } from './barriers.ts'
import type { Exchange } from './exchange.ts'
import { runOnServedBody, runOnStream } from './run-steps.ts'
import type { Step, StreamHead } from './script.ts'

/** One request that a rule applies to. */
export interface ScriptedRequest {
  /** The ordinary behaviour. */
  pass(): Promise<Response>
  /** What is needed to answer otherwise; throws an ErrorResponse when the server would refuse this request. */
  openExchange(): Promise<Exchange>
  /** Called when a step failed for a reason that is not in the script. */
  onError(reason: unknown): void
}

export interface EngineOptions {
  clock: Clock
  barriers: Barriers
  /** Aborts when the realm is reset. */
  lifetime: () => AbortSignal
}

/** Declared by a stream that ends in a fault. More than any script writes, but little enough for Deno to preallocate. */
const UNREACHED_LENGTH = 2 ** 26

export interface Engine {
  run(steps: readonly Step[], request: ScriptedRequest): Promise<Response>
}

export function createEngine({ clock, barriers, lifetime }: EngineOptions): Engine {
  return { run }

  async function run(steps: readonly Step[], request: ScriptedRequest): Promise<Response> {
    for (const [index, step] of steps.entries()) {
      const rest = steps.slice(index + 1)
      if ('delay' in step) await clock.wait(step.delay, lifetime())
      else if ('barrier' in step) await orAborted(barriers.arrive(step.barrier), lifetime())
      else if ('pass' in step) return passWith(rest, await request.pass(), request)
      else if ('respond' in step) return respond(step.respond)
      else return answer(step, rest, request)
    }
    return request.pass()
  }

  async function answer(step: Step, rest: Step[], request: ScriptedRequest): Promise<Response> {
    const exchange = await request.openExchange()
    if ('stream' in step) return openStream(step.stream, rest, exchange, request)
    if (!('answerJson' in step)) return openStream({}, [step, ...rest], exchange, request)
    const { answerJson } = step
    const { request: rpc, headers } = exchange
    const message = answerJson === true ? await exchange.answer({}) : rpc && resultMessage(rpc.id, answerJson)
    return message ? jsonResponse(200, message, headers) : emptyResponse(202, headers)
  }

  function openStream(head: StreamHead, steps: Step[], exchange: Exchange, request: ScriptedRequest): Response {
    const { status = 200, lineEnd, split } = head
    const connection = createSseConnection({ ...(lineEnd && { lineEnd }), ...(split && { split }) })
    exchange.stream.attach(connection)
    const signal = exchange.persistent ? lifetime() : AbortSignal.any([lifetime(), connection.signal])
    runOnStream(steps, exchange, { clock, barriers, signal }).catch((reason: unknown) => {
      if (!signal.aborted) request.onError(reason)
      connection.fault()
    })
    const length = head.length ?? lengthBeforeFault(steps)
    const headers = {
      ...SSE_HEADERS,
      ...(length !== undefined && { 'content-length': String(length) }),
      ...exchange.headers,
      ...head.headers,
    }
    return new Response(connection.body, { status, headers })
  }

  function passWith(steps: Step[], response: Response, request: ScriptedRequest): Response {
    if (steps.length === 0 || !response.body) return response
    const observed = observeBody(response.body)
    const signal = AbortSignal.any([lifetime(), observed.signal])
    runOnServedBody(steps, observed, { clock, barriers, signal }).catch((reason: unknown) => {
      if (!signal.aborted) request.onError(reason)
    })
    const length = lengthBeforeFault(steps)
    if (length !== undefined) response.headers.set('content-length', String(length))
    return new Response(observed.body, response)
  }
}

/** Without a declared length some clients take a stream that breaks off for one that ended. */
function lengthBeforeFault(steps: readonly Step[]): number | undefined {
  const end = steps.find((step) => 'fault' in step || 'closeConnection' in step || 'close' in step)
  return end && 'fault' in end ? UNREACHED_LENGTH : undefined
}

function respond({ status = 200, headers = {}, body }: Extract<Step, { respond: unknown }>['respond']): Response {
  if (body === undefined) return emptyResponse(status, headers)
  return typeof body === 'string' ? textResponse(status, body, headers) : jsonResponse(status, body, headers)
}
