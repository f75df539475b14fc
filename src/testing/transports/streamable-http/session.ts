/** One session while it lives: its record, its streams, and the requests that run in either direction. */
import type { RequestId } from '../../../types/jsonrpc.ts'
import { INTERNAL_ERROR } from '../../jsonrpc/error-codes.ts'
import {
  notificationMessage,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
  requestMessage,
} from '../../jsonrpc/message.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { createResumableStream, type ResumableStream, type StoreOption } from '../../sse/resumable-stream.ts'
import type { SessionRecord, Store } from '../../store.ts'
import { createDeferred, type Deferred } from '../../util/deferred.ts'

export interface Session {
  record: SessionRecord
  /** A new stream; `requests` are those that are answered on it. */
  openStream(requests?: readonly RpcRequest[]): ResumableStream
  stream(id: string): ResumableStream | undefined
  /** The stream that a GET opened, for messages that belong to no request. */
  getStream(): ResumableStream | undefined
  setGetStream(stream: ResumableStream): void
  /** Takes messages that need no answer: notifications, and responses to server requests. */
  receive(message: Exclude<RpcMessage, RpcRequest>): void
  /** Registers running work; the signal aborts when the client cancels it or the session ends. */
  begin(id: RequestId): AbortController
  finish(id: RequestId, work: AbortController): void
  /**
   * Sends a request to the client, on this stream or on that of the GET; rejects with a ProtocolError when the client
   * answers with an error.
   */
  sendRequest(
    stream: ResumableStream | undefined,
    request: ServerRequest,
    options: StoreOption,
  ): Promise<Record<string, unknown>>
  /** Sends a notification, on this stream or on that of the GET. */
  notify(
    stream: ResumableStream | undefined,
    method: string,
    params: object | undefined,
    options: StoreOption,
  ): Promise<void>
  end(): void
}

export interface ServerRequest {
  method: string
  params?: object | undefined
  id?: RequestId | undefined
}

export interface SessionOptions {
  record: SessionRecord
  /** Undefined: its streams are not stored. */
  store: Store | undefined
  createId: () => string
}

/** Streams that are remembered after their end, for clients that did not see it. */
const MAX_STREAMS = 1_000

export function createSession({ record, store, createId }: SessionOptions): Session {
  const streams = new Map<string, ResumableStream>()
  const running = new Map<RequestId, AbortController>()
  const pending = new Map<RequestId, Deferred<Record<string, unknown>>>()
  let getStream: ResumableStream | undefined
  let serverRequests = 0

  return {
    record,
    openStream,
    stream: (id) => streams.get(id),
    getStream: () => getStream,
    setGetStream(stream) {
      getStream = stream
    },
    receive,
    begin,
    finish(id, work) {
      if (running.get(id) === work) running.delete(id)
    },
    sendRequest,
    notify,
    end,
  }

  function openStream(requests: readonly RpcRequest[] = []): ResumableStream {
    const stream = createResumableStream({ id: createId(), session: record.id, store, requests })
    streams.set(stream.id, stream)
    const [oldest] = streams.values()
    if (streams.size > MAX_STREAMS && oldest?.isFinished()) streams.delete(oldest.id)
    return stream
  }

  function receive(message: Exclude<RpcMessage, RpcRequest>): void {
    if (message.kind === 'response') receiveResponse(message)
    else if (message.method === 'notifications/cancelled') cancel(message.params.requestId as RequestId)
  }

  function cancel(id: RequestId): void {
    running.get(id)?.abort(new Error('The client cancelled the request'))
  }

  function receiveResponse({ id, result = {}, error }: RpcResponse): void {
    const request = pending.get(id)
    pending.delete(id)
    if (error) request?.reject(new ProtocolError(error.code, error.message, error.data))
    else request?.resolve(result)
  }

  function begin(id: RequestId): AbortController {
    const work = new AbortController()
    running.set(id, work)
    return work
  }

  async function sendRequest(
    stream: ResumableStream | undefined,
    { method, params, id }: ServerRequest,
    options: StoreOption,
  ) {
    const target = stream ?? getStream
    if (!target) throw new ProtocolError(INTERNAL_ERROR, `There is no stream to send ${method} on`)
    serverRequests += 1
    const requestId = id ?? `server-${serverRequests}`
    const response = createDeferred<Record<string, unknown>>()
    pending.set(requestId, response)
    await target.send(requestMessage(requestId, method, params), options)
    return response.promise
  }

  async function notify(
    stream: ResumableStream | undefined,
    method: string,
    params: object | undefined,
    options: StoreOption,
  ) {
    await (stream ?? getStream)?.send(notificationMessage(method, params), options)
  }

  function end(): void {
    const reason = new Error('The session ended')
    for (const work of running.values()) work.abort(reason)
    for (const response of pending.values()) response.reject(reason)
    for (const stream of streams.values()) stream.finish()
  }
}
