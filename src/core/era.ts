/** The interface of the eras: everything that differs between modern and legacy servers. */
import type { InitializeResult, TransportKind } from '../types/lifecycle.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'
import type { Tool } from '../types/tools.ts'
import type { CallOptions } from './call-options.ts'
import type { CallScope } from './call-scope.ts'
import type { StreamToken } from './resume-token.ts'
import type { Revision } from './revisions.ts'
import type { Channel, Sender } from './rpc/channel.ts'

/** Reports changes until the server ends the subscription, which resolves, or the scope passes, which rejects. */
export type Listen = (filter: SubscriptionFilter, onChange: (change: Change) => void, scope: CallScope) => Promise<void>

export interface Era extends Channel {
  readonly revision: Revision
  readonly transport: TransportKind
  /** How the server introduced itself last. */
  readonly server: InitializeResult
  /** Replaces the introduction. Only in the modern era: a legacy server introduces itself in its handshake. */
  updateServer?(server: InitializeResult): void
  /** The session in use, to compare: cursors belong to one. Undefined where there are no sessions. */
  readonly session: object | undefined
  /** The headers of the session, if it can be continued by another client. */
  readonly sessionHeaders: Record<string, string> | undefined
  /** The channel that resumes a call which another client started: under the session of the token, not of this client. */
  forResumedCall(token: StreamToken): Channel
  /** Keeps open the stream for messages that belong to no request, where the era has one; returns the end of that. */
  holdStream?(): () => void
  /** `complete`, or the type of a result that needs another step, such as `input_required`. */
  resultType(result: Record<string, unknown>): string
  /** Whether an error may mean that the server belongs to the other era, also if it has answered in this one. */
  mayBeOtherEra(error: unknown, isVerified: boolean): boolean
  /** Why this tool cannot be called; undefined if it can. */
  toolProblem(tool: Tool): string | undefined
  setLoggingLevel(level: LoggingLevel, options?: CallOptions): Promise<void>
  listen: Listen
  /** Ends the use of this era; `keepSession` leaves the session open at the server. */
  close(keepSession?: boolean): Promise<void>
}

/** The era in use. It may be replaced while the client lives; messages and subscriptions follow. */
export interface CurrentEra extends Sender {
  readonly current: Era
  listen: Listen
}
