/** The JSON-RPC conversation of one HTTP+SSE session: requests, responses and cancellations on its one stream. */
import type { RequestId } from '../../../types/jsonrpc.ts'
import type { Clock } from '../../clock/clock.ts'
import type { HandleRequest, RequestContext } from '../../features/request-context.ts'
import { INVALID_REQUEST } from '../../jsonrpc/error-codes.ts'
import {
  errorMessage,
  notificationMessage,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  requestMessage,
  resultMessage,
} from '../../jsonrpc/message.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import type { SessionState } from '../../store.ts'
import type { Deferred } from '../../util/deferred.ts'
import type { Initialize } from '../initialize.ts'

export interface SessionOptions {
  handle: HandleRequest
  initialize: Initialize
  clock: Clock
  random: () => number
  send(message: object): Promise<void>
  broadcast(method: string, params?: object): void
}

export interface Session {
  /** Takes one message from the client. Answers go over the stream. */
  receive(message: RpcMessage): void
  notify(method: string, params?: object): Promise<void>
  /** A request to the client; rejects with a ProtocolError when it answers with an error. */
  sendRequest(method: string, params?: object): Promise<Record<string, unknown>>
  /** Aborts everything that runs; resolves when all of it has stopped. */
  end(): Promise<void>
}

type PendingRequest = Pick<Deferred<Record<string, unknown>>, 'resolve' | 'reject'>

export function createSession({ handle, initialize, clock, random, send, broadcast }: SessionOptions): Session {
  const state: SessionState = { subscriptions: new Set() }
  const ended = new AbortController()
  const running = new Map<RequestId, AbortController>()
  const work = new Set<Promise<void>>()
  const pending = new Map<RequestId, PendingRequest>()
  let negotiated: Pick<RequestContext, 'version' | 'clientCapabilities'> | undefined
  let lastId = 0

  return {
    receive,
    notify,
    sendRequest: (method, params) => sendRequest(method, params, ended.signal),
    end,
  }

  function receive(message: RpcMessage): void {
    if (message.kind === 'notification') receiveNotification(message)
    else if (message.kind === 'response') receiveResponse(message)
    else receiveRequest(message)
  }

  function receiveRequest(message: RpcRequest): void {
    const task = serve(message).finally(() => work.delete(task))
    work.add(task)
  }

  function receiveNotification({ method, params }: RpcNotification): void {
    if (method !== 'notifications/cancelled') return
    running.get(params.requestId as RequestId)?.abort(new Error('The client cancelled the request'))
  }

  function receiveResponse({ id, result, error }: RpcResponse): void {
    const request = pending.get(id)
    if (error) request?.reject(new ProtocolError(error.code, error.message, error.data))
    else request?.resolve(result ?? {})
  }

  async function serve({ id, method, params }: RpcRequest): Promise<void> {
    const cancelled = new AbortController()
    running.set(id, cancelled)
    const message = await answer(method, params, cancelled.signal).then(
      (result) => resultMessage(id, result),
      (reason: unknown) => errorMessage(id, reason),
    )
    running.delete(id)
    if (!cancelled.signal.aborted) await trySend(message)
  }

  async function answer(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    if (method === 'initialize') return negotiate(params)
    if (!negotiated && method !== 'ping') throw new ProtocolError(INVALID_REQUEST, `${method} came before initialize`)
    return handle(method, params, createContext(signal))
  }

  function negotiate(params: Record<string, unknown>): object {
    if (negotiated) throw new ProtocolError(INVALID_REQUEST, 'This session is initialized already')
    const result = initialize(params)
    const clientCapabilities = (params.capabilities ?? {}) as Record<string, unknown>
    negotiated = { version: result.protocolVersion, clientCapabilities }
    return result
  }

  function createContext(signal: AbortSignal): RequestContext {
    return {
      ...(negotiated ?? { version: '2024-11-05', clientCapabilities: {} }),
      state,
      clock,
      random,
      signal,
      notify,
      request: (method, params) => sendRequest(method, params, signal),
      broadcast,
      // A request has no stream of its own: all of them share that of the connection.
      closeStream() {},
    }
  }

  function notify(method: string, params?: object): Promise<void> {
    return trySend(notificationMessage(method, params))
  }

  async function sendRequest(method: string, params: object | undefined, signal: AbortSignal) {
    signal.throwIfAborted()
    const id = ++lastId
    let cancel = () => {}
    try {
      return await new Promise<Record<string, unknown>>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        cancel = () => {
          reject(signal.reason)
          notify('notifications/cancelled', { requestId: id })
        }
        signal.addEventListener('abort', cancel, { once: true })
        send(requestMessage(id, method, params)).catch(reject)
      })
    } finally {
      signal.removeEventListener('abort', cancel)
      pending.delete(id)
    }
  }

  /** A message that cannot be sent is the connection's concern: it counts such errors, or has ended already. */
  function trySend(message: object): Promise<void> {
    return send(message).catch(() => {})
  }

  async function end(): Promise<void> {
    const reason = new Error('The client left')
    ended.abort(reason)
    for (const cancelled of running.values()) cancelled.abort(reason)
    await Promise.all(work)
  }
}
