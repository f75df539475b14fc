/** What differs between the revisions of MCP, as the methods of one object. */

import type { JsonRpcMessage, JsonRpcRequest } from '../types/jsonrpc.ts'
import type { InitializeResult } from '../types/lifecycle.ts'
import type { LogLevel } from '../types/notifications.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'
import type { Tool } from '../types/tools.ts'
import type { CallOptions, StreamToken } from './options.ts'
import type { Messages } from './sse/messages.ts'
import type { Deadline } from './util/deadline.ts'

export interface Era {
  /** What the server said of itself, last. */
  readonly server: InitializeResult
  /** Whether the server keeps something that an idle client could lose. */
  readonly hasSession: boolean
  /** Whether answers say for how long they may be kept. */
  readonly caching: boolean
  /** The cheapest request there is. */
  readonly ping: string
  /** Sends a request; its answer is among the messages that come back. */
  send(request: JsonRpcRequest, deadline: Deadline, options?: CallOptions): Promise<Messages>
  /** Sends what has no answer: a notification, or the response to a request that the server made during `owner`. */
  post(message: JsonRpcMessage, deadline: Deadline, owner?: JsonRpcRequest): Promise<void>
  /** Tells the server that nobody waits for this request any more. */
  cancel(request: JsonRpcRequest): void
  /** What goes with every request of the session, if it can be taken elsewhere. */
  readonly session: Record<string, string> | undefined
  /** For a call that was begun elsewhere, under a session that need not be ours. */
  resumed(token: StreamToken): Pick<Era, 'send' | 'post' | 'cancel'>
  /** `complete`, unless this result is of another kind. */
  resultType(result: Record<string, unknown>): string
  /** Whether an error may mean that the server does not speak this era. */
  isForeign(error: unknown): boolean
  /** Why this tool cannot be called, if it cannot. */
  refuse(tool: Tool): string | undefined
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>
  /** Tells of changes until the server ends it, which settles, or the deadline passes, which rejects. */
  listen(filter: SubscriptionFilter, tell: (change: Change) => void, deadline: Deadline): Promise<void>
  /** The connection turned out to be dead: makes a new one. */
  revive(reason: unknown): Promise<void>
  /** Lets go of everything; `keep` leaves what the server keeps for this client. */
  close(keep?: boolean): Promise<void>
}
