/** What is known of the connection: one immutable view at a time, and who wants to hear of the next. */
import type { Emit, Status } from './events.ts'
import type { Transport } from './options.ts'
import { runSafely } from './util/run-safely.ts'

/** A new object with every change, so that two views can be compared. */
export interface Connection {
  readonly transport: 'streamable-http' | 'sse'
  readonly era: 'modern' | 'legacy' | 'http-sse'
  readonly protocolVersion: string
  /** The transport that was asked for. */
  readonly requested: Transport
  /** Another transport than the first one tried is in use. */
  readonly fellBack: boolean
  /** How the first transport was refused. */
  readonly fallbackReason?: { readonly status: number | undefined; readonly bodyHead: string | undefined } | undefined
  readonly status: Status
  /** The stream for what belongs to no call: `degraded` while it keeps breaking, `unavailable` once refused. */
  readonly listening: 'off' | 'open' | 'degraded' | 'unavailable'
  /** `ping` is false once the server turned out not to know it. */
  readonly keepAlive: false | { readonly interval: number; readonly ping: boolean }
  readonly lastError?: unknown
}

export interface ConnectionState {
  readonly view: Connection
  update(change: Partial<Connection>): void
  subscribe(listener: () => void): () => void
}

export function createConnectionState(first: Connection, emit: Emit): ConnectionState {
  const listeners = new Set<() => void>()
  let view = first
  return {
    get view() {
      return view
    },
    update(change) {
      const { status } = view
      if (status === 'closed') return
      view = { ...view, ...change }
      if (view.status !== status) emit?.({ type: 'status', status: view.status })
      for (const listener of listeners) {
        runSafely(listener, (error) => emit?.({ type: 'warning', message: 'A connection listener failed', error }))
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
