/** The host side: messages to the host, and requests of the server that the host answers. */
import { RpcError } from '../core/errors.ts'
import { runSafely } from '../core/util/run-safely.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { FetchTransport, TransportMessage } from './types.ts'

type Result = Record<string, unknown>

/** Asks the host, and resolves with the result that it returns. */
export type Ask = (method: string, params: object | undefined, signal: AbortSignal) => Promise<Result>

export interface Host {
  /** Hands a message to the host. */
  deliver(message: Omit<TransportMessage, 'jsonrpc'>): void
  notify(method: string, params?: Params): void
  report(error: unknown): void
  ask: Ask
  /** The host answered a request of the server. */
  settle(response: TransportMessage): void
}

interface Question {
  method: string
  resolve(result: Result): void
  reject(error: unknown): void
}

/** The callbacks are looked up for each message, since hosts replace them. */
export function createHost(transport: Pick<FetchTransport, 'onmessage' | 'onerror'>): Host {
  // By the id of the request, which is ours: that of the server may be in use on another stream.
  const questions = new Map<unknown, Question>()
  let lastId = 0
  const host: Host = {
    deliver(message) {
      runSafely(() => transport.onmessage?.({ jsonrpc: '2.0', ...message }), host.report)
    },
    notify: (method, params) => host.deliver({ method, ...(params && { params }) }),
    report(error) {
      runSafely(() => transport.onerror?.(error instanceof Error ? error : new Error(`${error}`)))
    },
    ask: (method, params, signal) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        // The server gave up its request, or the call that it belongs to has ended.
        signal.addEventListener('abort', () => {
          if (!questions.delete(id)) return
          host.notify('notifications/cancelled', { requestId: id })
          reject(signal.reason)
        })
        questions.set(id, { method, resolve, reject })
        host.deliver({ id, method, ...(params && { params }) })
      }),
    settle({ id, result, error }) {
      const question = questions.get(id)
      questions.delete(id)
      if (error) question?.reject(new RpcError(question.method, error))
      else question?.resolve(result as Result)
    },
  }
  return host
}
