/** What a transport lends to a script, so that the script can answer a request in the server's stead. */
import type { RpcId, RpcRequest } from '../jsonrpc/message.ts'
import type { Line } from '../sse/resumable-stream.ts'

export interface Exchange {
  /** What the response must carry in any case, such as the session id. */
  headers: Record<string, string>
  line: Line
  /** The request that is to be answered; on a resumed stream the one that opened it. */
  request: RpcRequest | undefined
  /** On a resumed stream: how many of its events the client has seen. */
  seen?: number
  /** The `retry` of priming events as configured. */
  retry?: number | undefined
  /** Whether the work goes on when the client has left. */
  persistent: boolean
  /** The server's own answer. What it says on the way goes to the line. Undefined: the request was cancelled. */
  answer(options: { store?: boolean | undefined }): Promise<object | undefined>
  /** Sends a request to the client; resolves with its response. */
  ask(request: { method: string; params?: object; id?: RpcId }): Promise<unknown>
}
