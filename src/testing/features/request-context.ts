/** The interface between transports and features: what a feature knows of its request and may do to the client. */
import type { Clock } from '../clock/clock.ts'
import type { SessionState } from '../store.ts'

export interface RequestContext {
  /** The revision that this request is served under. */
  version: string
  clientCapabilities: Record<string, unknown>
  state: SessionState
  /** The id of the session; undefined without one. */
  session?: string | undefined
  clock: Clock
  random: () => number
  /** Aborts when the client cancels the request or leaves. */
  signal: AbortSignal
  /** A notification on the stream of this request. */
  notify(method: string, params?: object): Promise<void>
  /** A server request on the stream of this request (handshake revisions only). */
  request(method: string, params?: object): Promise<Record<string, unknown>>
  /** A notification to every listening client (GET stream, HTTP+SSE, `subscriptions/listen`). */
  broadcast(method: string, params?: object): void
  /** Only where work can go on as a task after its request was answered. */
  taskContext?: TaskContext
  /** Ends the connection of this request's stream while the work goes on (SEP-1699). */
  closeStream(): void
}

/** What a task uses, which outlives its request. */
export interface TaskContext {
  clock: Clock
  /** A notification on the `subscriptions/listen` streams that asked for it. */
  broadcast(method: string, params: object): void
}

/** Serves one JSON-RPC request other than the handshake; throws ProtocolError. */
export type HandleRequest = (
  method: string,
  params: Record<string, unknown>,
  context: RequestContext,
) => Promise<object>
