/** The state of a connection as a sequence of immutable views, and the subscriptions to it. */
import type { EraName, TransportKind } from '../types/lifecycle.ts'
import type { Emit, Status, Warn } from './events.ts'
import type { TransportOption } from './options.ts'
import { createEmitter } from './util/emitter.ts'
import { runSafely } from './util/run-safely.ts'

/** Every change makes a new object, so that two views can be compared by identity. */
export interface Connection {
  /** The transport in use. */
  readonly transport: TransportKind
  /** The era of the server. */
  readonly era: EraName
  /** The revision that was negotiated. */
  readonly protocolVersion: string
  /** The option `transport` of `connect()`. */
  readonly requestedTransport: TransportOption
  /** Another transport than the first one tried is in use. */
  readonly fellBack: boolean
  /** How the first transport was refused. */
  readonly fallbackReason?:
    | { readonly status: number | undefined; readonly bodyPreview: string | undefined }
    | undefined
  /** Whether calls can be sent. */
  readonly status: Status
  /** Whether the last request or listening stream reached the server; if not, `lastError` says why. */
  readonly reachable: boolean
  /**
   * The stream for messages that belong to no call: `degraded` while it is missing or keeps breaking, and `lastError`
   * says why; `unavailable` once refused.
   */
  readonly listening: 'off' | 'open' | 'degraded' | 'unavailable'
  /** `ping` is false when the server turned out not to support it. */
  readonly keepAlive: false | { readonly interval: number; readonly ping: boolean }
  /** The last failure that was recovered from, or that ended the connection. */
  readonly lastError?: unknown
}

export interface ConnectionState {
  readonly view: Connection
  update(change: Partial<Connection>): void
  subscribe(listener: () => void): () => void
}

export function createConnectionState(initial: Connection, emit: Emit, warn: Warn): ConnectionState {
  const changes = createEmitter<[]>()
  const state = {
    view: initial,
    update(change: Partial<Connection>) {
      const { status } = state.view
      if (status === 'closed') return
      const view = { ...state.view, ...change }
      state.view = view
      if (view.status !== status) emit?.({ type: 'status', status: view.status })
      changes.publish()
    },
    // Each call makes a subscription of its own, also with a function that is already subscribed.
    subscribe: (listener: () => void) =>
      changes.subscribe(() => runSafely(listener, (error) => warn('A connection listener failed', error, true))),
  }
  return state
}
