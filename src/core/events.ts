/** What the client tells about its work: typed, redacted, and not even built when nobody listens. */
import type { Params } from '../types/jsonrpc.ts'
import type { LogMessage } from '../types/notifications.ts'
import { runSafely } from './util/run-safely.ts'

/** A drain ends with its body, fails with it, or is cut short: by a limit, for room, by `close()`. */
export type DrainEnd = 'ended' | 'failed' | 'time' | 'bytes' | 'evicted' | 'closed'

/** `failed`: the session was lost and could not be replaced; the next call tries again. */
export type Status = 'connected' | 'reconnecting' | 'failed' | 'closed'

/** `n` numbers the HTTP requests of one client; events with the same `n` are about the same request. */
export type WireEventDetail =
  | {
      type: 'request'
      n: number
      method: string
      url: string
      headers: Record<string, string>
      rpc: string | undefined
    }
  | { type: 'response'; n: number; status: number; headers: Record<string, string> }
  | { type: 'stream-event'; n: number; event: string; id: string | undefined; length: number }
  | { type: 'response-ended'; n: number; how: 'read' | 'cancelled' | 'failed' }
  /** What became of a response after its answer. */
  | { type: 'drain'; n: number; how: DrainEnd }
  /** What is opened or sent again, after how many milliseconds and why. */
  | {
      type: 'reconnect'
      what: 'stream' | 'listening' | 'session' | 'request'
      attempt: number
      delay: number
      reason: string
    }
  /** The server refused Streamable HTTP with this status and speaks HTTP+SSE, or the other way round. */
  | { type: 'fallback'; to: 'streamable-http' | 'sse'; status: number | undefined }
  /** What the server speaks: it was asked, it was known from before, or what was known proved wrong. */
  | {
      type: 'era'
      era: 'modern' | 'legacy' | 'http-sse'
      protocolVersion: string
      why: 'probe' | 'remembered' | 'corrected'
    }
  /** What the server kept for the old session is gone. */
  | { type: 'session-replaced' }
  | { type: 'keepalive'; method: string; ok: boolean }
  /** Something the server sent that could not be used; the rest was. */
  | { type: 'quarantined'; reason: string; value: unknown }
  /** A failure nobody waits for. */
  | { type: 'warning'; message: string; error: unknown }
  | ({ type: 'log' } & LogMessage)
  /** Neither progress nor a log message. */
  | { type: 'notification'; method: string; params: Params }
  | { type: 'status'; status: Status }

/** `at` is in milliseconds since the epoch. */
export type WireEvent = WireEventDetail & { at: number }

/** Undefined when nobody listens: `emit?.({ … })` then builds nothing. */
export type Emit = ((event: WireEventDetail) => void) | undefined

export function createEmit(onEvent: ((event: WireEvent) => void) | undefined, now: () => number): Emit {
  return onEvent && ((event) => runSafely(() => onEvent({ ...event, at: now() })))
}
