/** The interface of the two legacy transports, Streamable HTTP and HTTP+SSE. */
import type { InitializeResult } from '../../types/lifecycle.ts'
import type { CallScope } from '../call-scope.ts'
import type { Channel } from '../rpc/channel.ts'
import type { ListeningStream } from '../sse/keep-listening.ts'
import type { Messages } from '../sse/messages.ts'

export interface LegacyTransport extends Channel {
  /** Whether the server keeps a session, which an idle client could lose. */
  hasSession(): boolean
  /** The headers of the session, if another client can continue it with them. */
  readonly sessionHeaders?: Record<string, string>
  /** Called after the handshake: every later request names the version. */
  setProtocolVersion(version: string): void
  /** Whether this error means that the server has lost the session. `onlyInWords`: only if it says so in words. */
  isSessionLost(error: unknown, onlyInWords?: boolean): boolean
  /** Resolves with the reason when the connection ends by itself. */
  readonly ended?: Promise<unknown>
  /** When bytes last arrived on the one stream of HTTP+SSE, on the monotonic clock: responses to POSTs do not show that it works. */
  readonly lastReceived?: number
  /** Requests that wait for an answer on that stream. */
  readonly openRequests?: number
  /** Milliseconds that the server asks to wait before the next connection. */
  readonly retry?: number | undefined
  /** Opens the stream for messages that belong to no call; it survives its connections. HTTP+SSE has only one stream. */
  openGetStream?(scope: CallScope, hooks: GetStreamHooks): Pick<Messages, 'next' | 'cancel'>
  /** Closes the connection as soon as no request is open on it. Only HTTP+SSE has a connection of its own. */
  leave?(): void
  /** Ends the session, unless `keepSession`. `until` aborts the request that ends it. */
  close(keepSession: boolean, until?: AbortSignal): Promise<void>
}

export interface GetStreamHooks extends Pick<ListeningStream, 'isFinal' | 'onHealth'> {
  /** Called when messages may have been missed. */
  onGap(): void
}

/** A transport after its handshake. */
export interface Session {
  readonly transport: LegacyTransport
  readonly server: InitializeResult
}
