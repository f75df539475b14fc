/** What a transport gives to a script, so that the script can answer a request instead of the server. */
import type { RequestId } from '../../types/jsonrpc.ts'
import type { RpcRequest } from '../jsonrpc/message.ts'
import type { ResumableStream, StoreOption } from '../sse/resumable-stream.ts'

export interface Exchange {
  /** Headers that every response must have, such as the session id. */
  headers: Record<string, string>
  stream: ResumableStream
  /** The request that is to be answered; on a resumed stream the one that opened it. */
  request: RpcRequest | undefined
  /** On a resumed stream: how many of its events the client has seen. */
  seen?: number
  /** The `retry` of priming events as configured. */
  retry?: number | undefined
  /** Whether the work goes on when the client has left. */
  persistent: boolean
  /** The server's own answer. Its notifications and requests go to the stream. Undefined: the request was cancelled. */
  answer(options: StoreOption): Promise<object | undefined>
  /** Sends a request to the client; resolves with its response. */
  sendRequest(request: { method: string; params?: object; id?: RequestId }): Promise<unknown>
}
