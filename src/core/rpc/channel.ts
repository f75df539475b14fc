/** How messages reach a server: the interface of eras, of legacy transports and of the era switch. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import type { Messages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'

export interface Channel {
  /** Sends a request; its answer is among the messages that come back. */
  send(request: JsonRpcRequest, deadline: Deadline, options?: CallOptions): Promise<Messages>
  /** Sends a message without an answer: a notification, or the response to a request that the server made during `owner`. */
  post(message: JsonRpcMessage, deadline: Deadline, owner?: JsonRpcRequest): Promise<void>
  /** Tells the server that the answer to this request is no longer needed. */
  cancel(request: JsonRpcRequest, call: number | undefined): void
}
