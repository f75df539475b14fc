/** The events of `onEvent`: typed, redacted, and not built without a listener. */

import type { Params } from '../types/jsonrpc.ts'
import type { EraName, TransportKind } from '../types/lifecycle.ts'
import type { LogMessage } from '../types/notifications.ts'
import { reportInPage } from './util/report-in-page.ts'
import { runSafely } from './util/run-safely.ts'

/** A drain reads to the end, fails, or is cancelled: by a limit, to make room for a request, or by `close()`. */
export type DrainEnd = 'ended' | 'failed' | 'time' | 'bytes' | 'evicted' | 'closed'

/** `failed`: the session was lost and could not be replaced; the next call tries again. */
export type Status = 'connected' | 'reconnecting' | 'failed' | 'closed'

/** `request` numbers the HTTP requests of one client; events with the same number are about the same request. */
export type WireEventDetail =
  | {
      type: 'request'
      request: number
      method: string
      url: string
      headers: Record<string, string>
      rpcMethod: string | undefined
    }
  | { type: 'response'; request: number; status: number; headers: Record<string, string> }
  | { type: 'stream-event'; request: number; event: string; id: string | undefined; length: number }
  | { type: 'response-ended'; request: number; outcome: 'read' | 'cancelled' | 'failed' }
  /** The drain of a response has ended: reading the rest of it after its answer. */
  | { type: 'drain'; request: number; outcome: DrainEnd }
  /** A stream or session is reopened, or a request re-sent, after `delay` milliseconds. */
  | {
      type: 'reconnect'
      target: 'stream' | 'listening' | 'session' | 'request'
      attempt: number
      delay: number
      reason: string
    }
  /** The first transport was refused with this status, and the other one works. */
  | { type: 'fallback'; to: TransportKind; status: number | undefined }
  /** The negotiated version: by asking the server, from memory, or because memory proved wrong. */
  | {
      type: 'era'
      era: EraName
      protocolVersion: string
      reason: 'probe' | 'remembered' | 'corrected'
    }
  /** A new session replaced a lost one; what the server stored for the old one is gone. */
  | { type: 'session-replaced' }
  | { type: 'keepalive'; method: string; ok: boolean }
  /** A message or item of the server that was ignored because it is not valid. */
  | { type: 'ignored'; reason: string; value: unknown }
  /** A failure that no caller waits for. */
  | { type: 'warning'; message: string; error: unknown }
  | ({ type: 'log' } & LogMessage)
  /** A notification that is neither progress nor a log message. */
  | { type: 'notification'; method: string; params: Params }
  | { type: 'status'; status: Status }
  /** From `connectCard()` of `mcp-over-fetch/discover`: the server is not what this member of its card claims. */
  | { type: 'contradiction'; claim: string; card: unknown; server: unknown }

/**
 * `timestamp` is in milliseconds since the epoch. `call` numbers the calls of one client: all requests of a call, also
 * retries, rounds and polls, have its number. It is undefined for what no call caused.
 */
export type WireEvent = WireEventDetail & { timestamp: number; call?: number | undefined }

/** Undefined without a listener: `emit?.({ … })` then builds no event. `call` is the number of the call. */
export type Emit = ((event: WireEventDetail, call?: number | undefined) => void) | undefined

/** `redact` removes secrets from what the server says. The errors of warnings have been redacted when they were made. */
export function createEmit(
  onEvent: ((event: WireEvent) => void) | undefined,
  now: () => number,
  redact: (value: unknown) => unknown,
): Emit {
  return (
    onEvent &&
    ((event, call) => {
      const members = Object.entries(event).map(([key, value]) => [key, key === 'error' ? value : redact(value)])
      runSafely(() => onEvent({ ...Object.fromEntries(members), call, timestamp: now() }), reportInPage)
    })
  )
}

/** Reports a failure that no caller waits for. `isApplication`: a function of the application threw the error. */
export type Warn = (message: string, error: unknown, isApplication?: boolean, call?: number | undefined) => void

/** Runs a callback of the application; what it throws is an event. */
export function runCallback(warn: Warn, run: () => unknown, call?: number): void {
  runSafely(run, (error) => warn('A callback failed', error, true, call))
}

export function createWarn(emit: Emit): Warn {
  return (message, error, isApplication, call) => {
    if (emit) emit({ type: 'warning', message, error }, call)
    else if (isApplication) reportInPage(error)
  }
}
