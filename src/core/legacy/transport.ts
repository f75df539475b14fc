/** The interface of the two legacy transports, Streamable HTTP and HTTP+SSE. */
import type { InitializeResult } from '../../types/lifecycle.ts'
import type { Channel } from '../rpc/channel.ts'
import type { Messages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'

export interface LegacyTransport extends Channel {
  /** Whether the server keeps a session, which an idle client could lose. */
  hasSession(): boolean
  /** The headers of the session, if another client can continue it with them. */
  readonly sessionHeaders?: Record<string, string>
  /** Called after the handshake: every later request names the version. */
  setProtocolVersion(version: string): void
  /** Whether this error means that the server has lost the session. `plainly`: only if it says so in words. */
  isSessionLost(error: unknown, plainly?: boolean): boolean
  /** Resolves with the reason when the connection ends by itself. */
  readonly ended?: Promise<unknown>
  /** Milliseconds that the server asks to wait before the next connection. */
  readonly retry?: number | undefined
  /** Opens the stream for messages that belong to no call; it survives its connections. HTTP+SSE has only one stream. */
  openGetStream?(deadline: Deadline, onHealth: (healthy: boolean) => void, onGap: () => void): Messages
  /** Closes the connection as soon as no request is open on it. Only HTTP+SSE has a connection of its own. */
  leave?(): void
  /** Ends the session, unless `keepSession`. `until` aborts the request that ends it. */
  close(keepSession: boolean, until?: AbortSignal): Promise<void>
}

/** A transport after its handshake. */
export interface Session {
  readonly transport: LegacyTransport
  readonly server: InitializeResult
}
