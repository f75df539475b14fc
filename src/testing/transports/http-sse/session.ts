/** The JSON-RPC conversation of one HTTP+SSE session: what is asked, answered, cancelled on its one stream. */
import type { Clock, Handle, Peer, PeerState } from '../../features/request-context.ts'
import { Fault } from '../../features/request-context.ts'
import {
  answerOf,
  errorOf,
  notification,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../../jsonrpc/message.ts'
import type { Initialize } from '../initialize.ts'

export interface SessionOptions {
  handle: Handle
  initialize: Initialize
  clock: Clock
  random: () => number
  send(message: object): Promise<void>
  announce(method: string, params?: object): void
}

export interface Session {
  /** Takes one message from the client. Answers go over the stream. */
  receive(message: RpcMessage): void
  notify(method: string, params?: object): Promise<void>
  /** A request to the client; rejects with a Fault when it answers with an error. */
  ask(method: string, params?: object): Promise<Record<string, unknown>>
  /** Aborts everything that runs; resolves when all of it has stopped. */
  end(): Promise<void>
}

interface Asked {
  resolve(result: Record<string, unknown>): void
  reject(reason: unknown): void
}

export function createSession({ handle, initialize, clock, random, send, announce }: SessionOptions): Session {
  const state: PeerState = { subscriptions: new Set() }
  const ended = new AbortController()
  const running = new Map<RpcId, AbortController>()
  const work = new Set<Promise<void>>()
  const asked = new Map<RpcId, Asked>()
  let agreed: Pick<Peer, 'version' | 'clientCapabilities'> | undefined
  let requests = 0

  return {
    receive,
    notify,
    ask: (method, params) => ask(method, params, ended.signal),
    end,
  }

  function receive(message: RpcMessage): void {
    if (message.kind === 'notification') hear(message)
    else if (message.kind === 'response') settle(message)
    else start(message)
  }

  function start(message: RpcRequest): void {
    const task = serve(message).finally(() => work.delete(task))
    work.add(task)
  }

  function hear({ method, params }: RpcNotification): void {
    if (method !== 'notifications/cancelled') return
    running.get(params.requestId as RpcId)?.abort(new Error('The client cancelled the request'))
  }

  function settle({ id, result, error }: RpcResponse): void {
    const waiting = asked.get(id)
    if (error) waiting?.reject(new Fault(error.code, error.message, error.data))
    else waiting?.resolve(result ?? {})
  }

  async function serve({ id, method, params }: RpcRequest): Promise<void> {
    const cancelled = new AbortController()
    running.set(id, cancelled)
    const outcome = await answer(method, params, cancelled.signal).then(
      (result) => answerOf(id, result),
      (reason: unknown) => errorOf(id, reason),
    )
    running.delete(id)
    if (!cancelled.signal.aborted) await deliver(outcome)
  }

  async function answer(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    if (method === 'initialize') return agree(params)
    if (!agreed && method !== 'ping') throw new Fault(-32600, `${method} came before initialize`)
    return handle(method, params, createPeer(signal))
  }

  function agree(params: Record<string, unknown>): object {
    if (agreed) throw new Fault(-32600, 'This session is initialized already')
    const result = initialize(params)
    const clientCapabilities = (params.capabilities ?? {}) as Record<string, unknown>
    agreed = { version: result.protocolVersion, clientCapabilities }
    return result
  }

  function createPeer(signal: AbortSignal): Peer {
    return {
      ...(agreed ?? { version: '2024-11-05', clientCapabilities: {} }),
      state,
      clock,
      random,
      signal,
      notify,
      request: (method, params) => ask(method, params, signal),
      announce,
      // A request has no stream of its own here: all of them share the one of the connection.
      closeStream() {},
    }
  }

  function notify(method: string, params?: object): Promise<void> {
    return deliver(notification(method, params))
  }

  async function ask(method: string, params: object | undefined, signal: AbortSignal) {
    signal.throwIfAborted()
    const id = ++requests
    let stop = () => {}
    try {
      return await new Promise<Record<string, unknown>>((resolve, reject) => {
        asked.set(id, { resolve, reject })
        stop = () => {
          reject(signal.reason)
          notify('notifications/cancelled', { requestId: id })
        }
        signal.addEventListener('abort', stop, { once: true })
        send({ id, ...notification(method, params) }).catch(reject)
      })
    } finally {
      signal.removeEventListener('abort', stop)
      asked.delete(id)
    }
  }

  /** That a message could not be sent is the connection's affair, which counts it or has ended already. */
  function deliver(message: object): Promise<void> {
    return send(message).catch(() => {})
  }

  async function end(): Promise<void> {
    const reason = new Error('The client left')
    ended.abort(reason)
    for (const cancelled of running.values()) cancelled.abort(reason)
    await Promise.all(work)
  }
}
