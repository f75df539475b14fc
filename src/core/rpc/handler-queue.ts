/** Answers the server's requests beside the call they came with, a few at a time. */

import type { JsonRpcRequest, JsonRpcResponse, Params } from '../../types/jsonrpc.ts'
import type { Era } from '../era.ts'
import { RpcError } from '../errors.ts'
import type { Wire } from '../http/http-client.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'

const MOST_AT_ONCE = 4

/** Requests that may wait for their turn; a server that asks more is not serious. */
const MOST_WAITING = 1_000

export type Answerer = (signal: AbortSignal) => unknown

/** By JSON-RPC method. Each tells who answers a request with these parameters, if somebody was declared for it. */
export type Answerers = Record<string, ((params: Params) => Answerer | false | undefined) | false | undefined>

/** Undefined for a method that nobody knows, false for parameters that nobody was declared for. */
export function findAnswerer(
  answerers: Answerers,
  { method, params }: { method: string; params?: Params },
): Answerer | false | undefined {
  const find = Object.hasOwn(answerers, method) && answerers[method]
  if (!find) return undefined
  // Null means absent here as everywhere.
  const given = Object.entries(params ?? {}).filter(([, value]) => value !== null)
  try {
    return find(Object.fromEntries(given)) || false
  } catch {
    return false
  }
}

export interface Answers {
  take(request: JsonRpcRequest): void
  /** The server withdrew its request. */
  cancel(id: unknown): void
  /** The call has ended, and with it what its server asked. */
  stop(): void
}

/** `owner` is the request whose call the server's requests belong to, if any: answers go where it went. */
export function createAnswers(
  wire: Wire,
  era: Pick<Era, 'post'>,
  answerers: Answerers,
  call: Deadline,
  owner?: JsonRpcRequest,
): Answers {
  const waiting = new Map<unknown, JsonRpcRequest>()
  const running = new Map<unknown, Deadline>()

  return {
    take(request) {
      if (waiting.size < MOST_WAITING) waiting.set(request.id, request)
      else wire.emit?.({ type: 'quarantined', reason: 'too many requests of the server', value: request.method })
      startNext()
    },
    cancel(id) {
      waiting.delete(id)
      running.get(id)?.abort('withdrawn')
    },
    stop() {
      waiting.clear()
      for (const deadline of running.values()) deadline.abort('ended')
    },
  }

  function startNext(): void {
    for (const [id, request] of waiting) {
      if (running.size === MOST_AT_ONCE) return
      waiting.delete(id)
      const deadline = createDeadline(wire.environment, { what: request.method, total: wire.settings.maxTimeout })
      const release = call.onPassed(deadline.abort)
      running.set(id, deadline)
      void answer(request, deadline).finally(() => {
        deadline.stop()
        release()
        running.delete(id)
        startNext()
      })
    }
  }

  async function answer(request: JsonRpcRequest, deadline: Deadline): Promise<void> {
    const { id, method } = request
    try {
      await era.post({ jsonrpc: '2.0', id, ...(await run(request, deadline)) } as JsonRpcResponse, deadline, owner)
    } catch (error) {
      // A withdrawn request is not answered (basic/utilities/cancellation).
      if (!deadline.passed) wire.warn(`${method} was not answered`, error)
    }
  }

  async function run({ method, params = {} }: JsonRpcRequest, { race, check, onPassed }: Deadline): Promise<object> {
    const answerer = findAnswerer(answerers, { method, params })
    if (answerer === undefined) return { error: { code: -32601, message: 'Method not found' } }
    if (!answerer) return { error: { code: -32602, message: 'Not a declared capability, or no such parameters' } }
    const controller = new AbortController()
    onPassed((reason) => controller.abort(reason))
    const ended = wire.answering.started()
    try {
      return { result: await race(Promise.resolve(answerer(controller.signal))) }
    } catch (error) {
      check()
      // So the application can say what the server may know.
      if (error instanceof RpcError) return { error: { code: error.rpcCode, message: error.rpcMessage } }
      // The reason stays here: it is the application's, not the server's business.
      wire.warn(`The handler of ${method} failed`, error)
      return { error: { code: -32603, message: 'Internal error' } }
    } finally {
      ended()
    }
  }
}
