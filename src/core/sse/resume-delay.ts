/** The delay before a broken stream is opened again. */
import type { Settings } from '../resolve-options.ts'
import { backoff } from '../util/backoff.ts'
import { MAX_RETRY } from './event-cursor.ts'

/** Fruitless connections in a row after which the delay grows. Fewer are normal for a server that is polled (SEP-1699). */
export const FRUITLESS_BEFORE_BACKOFF = 3

export interface ResumeState {
  /** Attempts in a row that failed. */
  failures: number
  /** Connections in a row that ended soon and delivered nothing. */
  fruitless: number
  /** The `retry` interval of the stream. */
  retry: number | undefined
  /** `Retry-After` of the last failure. */
  retryAfterMs: number | undefined
}

/** Milliseconds. The server's `retry` and `Retry-After` are lower bounds. `random` is from 0 to 1. */
export function resumeDelay(
  { failures, fruitless, retry, retryAfterMs = 0 }: ResumeState,
  { initialDelay, growFactor, maxDelay }: Settings['reconnect'],
  random: number,
): number {
  const own = backoff(failures, initialDelay, growFactor, maxDelay) * (1 + random / 10)
  const slowed =
    fruitless < FRUITLESS_BEFORE_BACKOFF ? 0 : backoff(fruitless - FRUITLESS_BEFORE_BACKOFF, 250, 2, maxDelay)
  return Math.max(retry ?? own, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY))
}
