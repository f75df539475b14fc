/** Answers the server's requests beside the call they came with, a few at a time. */
import type { Era } from '../protocol/era.ts'
import type { JsonRpcRequest, Params, RequestId } from '../types/jsonrpc.ts'
import type { Deadline } from '../util/deadline.ts'
import { createDeadline } from '../util/deadline.ts'
import type { Wire } from '../wire/http.ts'

const MOST_AT_ONCE = 4

/** Milliseconds that sending one answer may take. */
const SEND_LIMIT = 30_000

/** By JSON-RPC method. */
export type Answerers = Record<string, ((params: Params, signal: AbortSignal) => unknown) | undefined>

export interface Answers {
  take(request: JsonRpcRequest): void
  /** The server withdrew its request. */
  cancel(id: unknown): void
  /** The call has ended, and with it what its server asked. */
  stop(): void
}

export function createAnswers(wire: Wire, era: Era, answerers: Answerers, deadline: Deadline): Answers {
  const waiting = new Map<RequestId, JsonRpcRequest>()
  const running = new Map<RequestId, AbortController>()

  return {
    take(request) {
      waiting.set(request.id, request)
      startNext()
    },
    cancel(id) {
      waiting.delete(id as RequestId)
      running.get(id as RequestId)?.abort()
    },
    stop() {
      waiting.clear()
      for (const controller of running.values()) controller.abort()
    },
  }

  function startNext(): void {
    for (const [id, request] of waiting) {
      if (running.size >= MOST_AT_ONCE) return
      waiting.delete(id)
      const controller = new AbortController()
      running.set(id, controller)
      const release = deadline.hold()
      void answer(request, controller.signal).finally(() => {
        release()
        running.delete(id)
        startNext()
      })
    }
  }

  async function answer({ id, method, params }: JsonRpcRequest, signal: AbortSignal): Promise<void> {
    const { ground, emit } = wire
    const sending = createDeadline(ground, { what: `the answer to ${method}`, total: SEND_LIMIT, signals: [signal] })
    try {
      const response = await run(method, params ?? {}, signal)
      // A withdrawn request is not answered (basic/utilities/cancellation).
      if (!signal.aborted) await era.post({ jsonrpc: '2.0', id, ...response } as never, sending)
    } catch (error) {
      if (!signal.aborted) emit?.({ type: 'warning', message: `The answer to ${method} could not be sent`, error })
    } finally {
      sending.stop()
    }
  }

  async function run(method: string, params: Params, signal: AbortSignal) {
    const answerer = Object.hasOwn(answerers, method) && answerers[method]
    if (!answerer) return { error: { code: -32601, message: `Method not found: ${method}` } }
    try {
      return { result: await answerer(params, signal) }
    } catch (error) {
      // The reason stays here: it is the application's, not the server's business.
      if (!signal.aborted) wire.emit?.({ type: 'warning', message: `The handler of ${method} failed`, error })
      return { error: { code: -32603, message: `The client could not handle ${method}` } }
    }
  }
}
