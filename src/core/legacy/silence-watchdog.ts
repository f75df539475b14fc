/** Notices that an HTTP+SSE stream has died silently: no bytes for minutes, or no keepalive where the server used to send them. */
import type { Environment } from '../util/environment.ts'

export interface SilenceWatchdog {
  onBytes(): void
  /** A comment or keepalive event of the server. */
  onKeepalive(): void
  stop(): void
}

export function createSilenceWatchdog(environment: Environment, onSilence: () => void): SilenceWatchdog {
  /** Intervals between keepalives that are measured before they are relied on. */
  const minIntervals = 3
  /** Keepalives closer together than this count as one, in milliseconds. */
  const burst = 50
  /** The least limit that is derived from keepalives, in milliseconds. */
  const minLimit = 15_000
  /** For a server that sends keepalives: this many of its intervals. */
  const maxMissed = 3
  /** Milliseconds without a byte. */
  const maxSilence = 300_000
  let lastBytes = environment.monotonic()
  let lastKeepalive: number | undefined
  let intervals: number[] = []
  let limit = maxSilence
  let stop = environment.setTimer(onTimer, limit)
  return {
    onBytes() {
      lastBytes = environment.monotonic()
    },
    onKeepalive() {
      const now = environment.monotonic()
      const interval = now - (lastKeepalive ?? now - burst)
      if (interval < burst) return
      if (lastKeepalive !== undefined) intervals = [interval, ...intervals].slice(0, minIntervals)
      lastKeepalive = now
      if (intervals.length < minIntervals) return
      limit = Math.min(maxSilence, Math.max(minLimit, maxMissed * Math.max(...intervals)))
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
