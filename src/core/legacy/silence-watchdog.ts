/** Notices that an HTTP+SSE stream has died silently: no bytes for minutes, or no keepalive where the server used to send them. */
import type { Environment } from '../util/environment.ts'

/** Milliseconds without a byte. */
const MAX_SILENCE = 300_000

/** For a server that sends keepalives: this many of its intervals. */
const MAX_MISSED = 3

/** The least limit that is derived from keepalives, in milliseconds. */
const MIN_LIMIT = 15_000

/** Keepalives closer together than this count as one, in milliseconds. */
const BURST = 50

/** Intervals between keepalives that are measured before they are relied on. */
const MIN_INTERVALS = 3

export interface SilenceWatchdog {
  onBytes(): void
  /** A comment or keepalive event of the server. */
  onKeepalive(): void
  stop(): void
}

export function createSilenceWatchdog(environment: Environment, onSilence: () => void): SilenceWatchdog {
  let lastBytes = environment.monotonic()
  let lastKeepalive: number | undefined
  let intervals: number[] = []
  let limit = MAX_SILENCE
  let stop = environment.setTimer(onTimer, limit)
  return {
    onBytes() {
      lastBytes = environment.monotonic()
    },
    onKeepalive() {
      const now = environment.monotonic()
      const interval = now - (lastKeepalive ?? now - BURST)
      if (interval < BURST) return
      if (lastKeepalive !== undefined) intervals = [interval, ...intervals].slice(0, MIN_INTERVALS)
      lastKeepalive = now
      if (intervals.length < MIN_INTERVALS) return
      limit = Math.min(MAX_SILENCE, Math.max(MIN_LIMIT, MAX_MISSED * Math.max(...intervals)))
      setTimer()
    },
    stop: () => stop(),
  }

  function setTimer(): void {
    stop()
    stop = environment.setTimer(onTimer, Math.max(lastBytes + limit - environment.monotonic(), 0))
  }

  function onTimer(): void {
    if (environment.monotonic() - lastBytes >= limit) onSilence()
    else setTimer()
  }
}
