/** The border between transports and features: what a feature may know of its caller and do to it. */

export interface Clock {
  now(): number
  /** Resolves after that many milliseconds; rejects with the signal's reason when aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** State that lives as long as the session (legacy) or the server (stateless). */
export interface PeerState {
  logLevel?: string
  subscriptions: Set<string>
}

/** What work may use that outlives its request. */
export interface Lasting {
  clock: Clock
  /** A notification to those who listen, where listening is asked for. */
  announce(method: string, params: object): void
}

export interface Peer {
  /** The revision this request is served under. */
  version: string
  clientCapabilities: Record<string, unknown>
  state: PeerState
  clock: Clock
  random: () => number
  /** Aborts when the client cancels the request or leaves. */
  signal: AbortSignal
  /** A notification on the stream of this request. */
  notify(method: string, params?: object): Promise<void>
  /** A server request on the stream of this request (handshake revisions only). */
  request(method: string, params?: object): Promise<Record<string, unknown>>
  /** A notification to everybody who listens (GET stream, HTTP+SSE, `subscriptions/listen`). */
  announce(method: string, params?: object): void
  /** Absent where a request is all there is. */
  lasting?: Lasting
  /** Ends the connection of this request's stream while the work goes on (SEP-1699). */
  closeStream(): void
}

/** A JSON-RPC error as a feature throws it. */
export class Fault extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Serves one JSON-RPC request other than the handshake; throws Fault. */
export type Handle = (method: string, params: Record<string, unknown>, peer: Peer) => Promise<object>
