/** How long to wait before a broken stream is opened again. */
import type { Settings } from '../settings.ts'
import { backoff } from '../util/backoff.ts'
import { MAX_RETRY } from './event-cursor.ts'

/** Connections in a row that brought nothing and are taken for polling; from the next one on the delay grows. */
export const FREE_CYCLES = 3

export interface ResumeState {
  /** Attempts in a row that failed. */
  failures: number
  /** Connections in a row that ended soon and brought nothing. */
  fruitless: number
  /** The `retry` interval of the stream. */
  retry: number | undefined
  /** `Retry-After` of the last failure. */
  retryAfterMs: number | undefined
}

/** Milliseconds. The server's `retry` and `Retry-After` are lower bounds. `random` is from 0 to 1. */
export function resumeDelay(
  { failures, fruitless, retry, retryAfterMs = 0 }: ResumeState,
  { initialDelay, growth, maxDelay }: Settings['reconnect'],
  random: number,
): number {
  const own = backoff(failures, initialDelay, growth, maxDelay) * (1 + random / 10)
  const slowed = fruitless < FREE_CYCLES ? 0 : backoff(fruitless - FREE_CYCLES, 250, 2, maxDelay)
  return Math.max(retry ?? own, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY))
}
