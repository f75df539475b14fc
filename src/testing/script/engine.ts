/** Plays the steps of a script: decides what kind of response it is, then leaves the stage to those who write it. */
import { orAborted } from '../util/abort.ts'
import type { Barriers } from './barriers.ts'
import { createConnection } from '../sse/sse-connection.ts'
import type { Exchange } from './exchange.ts'
import type { Clock } from '../features/request-context.ts'
import { answerOf } from '../jsonrpc/message.ts'
import { playBeside, playOnStream, type Stage } from './run-steps.ts'
import { replyEmpty, replyJson, replyText } from '../http/responses.ts'
import type { Step, StreamHead } from './script.ts'
import { createTap } from '../http/observed-body.ts'

/** One request as the engine sees it. */
export interface Scene {
  /** The ordinary behaviour. */
  pass(): Promise<Response>
  /** The means to answer otherwise; throws a Refusal when the server would not serve this request. */
  open(): Promise<Exchange>
  /** Told when a step failed for a reason that is not in the script. */
  fail(reason: unknown): void
}

export interface EngineOptions {
  clock: Clock
  barriers: Barriers
  /** Aborts when the realm is reset. */
  lifetime: () => AbortSignal
}

/** More than a script writes, so that a stream that ends before it is broken; Deno allocates it in advance. */
const ENDLESS = 2 ** 26

export interface Engine {
  run(steps: readonly Step[], scene: Scene): Promise<Response>
}

export function createEngine({ clock, barriers, lifetime }: EngineOptions): Engine {
  return { run }

  async function run(steps: readonly Step[], scene: Scene): Promise<Response> {
    for (const [index, step] of steps.entries()) {
      const rest = steps.slice(index + 1)
      if ('delay' in step) await clock.wait(step.delay, lifetime())
      else if ('barrier' in step) await orAborted(barriers.arrive(step.barrier), lifetime())
      else if ('pass' in step) return passWith(rest, await scene.pass(), scene)
      else if ('respond' in step) return respond(step.respond)
      else return answer(step, rest, scene)
    }
    return scene.pass()
  }

  async function answer(step: Step, rest: Step[], scene: Scene): Promise<Response> {
    const exchange = await scene.open()
    if ('stream' in step) return stream(step.stream, rest, exchange, scene)
    if (!('answerJson' in step)) return stream({}, [step, ...rest], exchange, scene)
    const { answerJson } = step
    const { request, headers } = exchange
    const own = answerJson === true ? await exchange.answer({}) : request && answerOf(request.id, answerJson)
    return own ? replyJson(200, own, headers) : replyEmpty(202, headers)
  }

  function stream(head: StreamHead, steps: Step[], exchange: Exchange, scene: Scene): Response {
    const { status = 200, lineEnd, split } = head
    const connection = createConnection({ ...(lineEnd && { lineEnd }), ...(split && { split }) })
    exchange.line.attach(connection)
    const signal = exchange.persistent ? lifetime() : AbortSignal.any([lifetime(), connection.signal])
    const stage: Stage = { clock, barriers, signal }
    playOnStream(steps, exchange, stage).catch((reason: unknown) => {
      if (!signal.aborted) scene.fail(reason)
      connection.fault()
    })
    const length = head.length ?? lengthOf(steps)
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      ...(length !== undefined && { 'content-length': String(length) }),
      ...exchange.headers,
      ...head.headers,
    }
    return new Response(connection.body, { status, headers })
  }

  function passWith(steps: Step[], response: Response, scene: Scene): Response {
    if (steps.length === 0 || !response.body) return response
    const tap = createTap(response.body)
    const signal = AbortSignal.any([lifetime(), tap.signal])
    playBeside(steps, tap, { clock, barriers, signal }).catch((reason: unknown) => {
      if (!signal.aborted) scene.fail(reason)
    })
    const length = lengthOf(steps)
    if (length !== undefined) response.headers.set('content-length', String(length))
    return new Response(tap.body, response)
  }
}

/** Without a declared length some clients take a stream that breaks off for one that ended. */
function lengthOf(steps: readonly Step[]): number | undefined {
  const end = steps.find((step) => 'fault' in step || 'closeConnection' in step || 'close' in step)
  return end && 'fault' in end ? ENDLESS : undefined
}

function respond({ status = 200, headers = {}, body }: Extract<Step, { respond: unknown }>['respond']): Response {
  if (body === undefined) return replyEmpty(status, headers)
  return typeof body === 'string' ? replyText(status, body, headers) : replyJson(status, body, headers)
}
