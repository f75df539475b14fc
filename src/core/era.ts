/** What differs between the eras of MCP, as the methods of one object. */
import type { InitializeResult } from '../types/lifecycle.ts'
import type { LogLevel } from '../types/notifications.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'
import type { Tool } from '../types/tools.ts'
import type { CallOptions, StreamToken } from './options.ts'
import type { Revision } from './revisions.ts'
import type { Channel } from './rpc/channel.ts'
import type { Deadline } from './util/deadline.ts'

/** Reports changes until the server ends the subscription, which resolves, or the deadline passes, which rejects. */
export type Listen = (
  filter: SubscriptionFilter,
  onChange: (change: Change) => void,
  deadline: Deadline,
) => Promise<void>

export interface Era extends Channel {
  readonly revision: Revision
  /** How the server introduced itself last. */
  readonly server: InitializeResult
  /** The headers of the session, if it can be continued by another client. */
  readonly sessionHeaders: Record<string, string> | undefined
  /** For a call that was started elsewhere, under a session that may not be ours. */
  forResumedCall(token: StreamToken): Channel
  /** `complete`, or the type of a result that needs more before it is. */
  resultType(result: Record<string, unknown>): string
  /** Whether an error may mean that the server belongs to the other era. */
  mayBeOtherEra(error: unknown): boolean
  /** Why this tool cannot be called, if it cannot. */
  toolProblem(tool: Tool): string | undefined
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>
  listen: Listen
  /** Ends the use of this era; `keepSession` leaves the session open at the server. */
  close(keepSession?: boolean): Promise<void>
}

/** The era in use. It may be replaced while the client lives; messages and subscriptions follow. */
export interface CurrentEra extends Channel {
  readonly current: Era
  listen: Listen
}
