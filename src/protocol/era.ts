/** What differs between the revisions of MCP, as the methods of one object. */
import type { JsonRpcMessage, JsonRpcRequest } from '../types/jsonrpc.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Messages } from '../wire/messages.ts'

export interface Era {
  readonly name: 'legacy'
  readonly transport: 'streamable-http'
  /** Sends a request; its answer is among the messages that come back. */
  send(request: JsonRpcRequest, deadline: Deadline): Promise<Messages>
  /** Sends what has no answer: a notification, or the response to a server's request. */
  post(message: JsonRpcMessage, deadline: Deadline): Promise<void>
  /** Tells the server that nobody waits for this request any more. */
  cancel(request: JsonRpcRequest): void
  /** Ends what the server keeps for this client. */
  close(): Promise<void>
}
