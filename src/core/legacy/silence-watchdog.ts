/** Notices that an HTTP+SSE stream has died silently: no bytes for minutes, or no keepalive where the server used to send them. */
import type { Environment } from '../util/environment.ts'
import { setPatientTimer } from '../util/sleep.ts'

export interface SilenceWatchdog {
  /** When bytes last arrived, on the monotonic clock. */
  readonly lastBytes: number
  onBytes(): void
  /** A comment or keepalive event of the server. */
  onKeepalive(): void
  stop(): void
}

/** Milliseconds that the server has to show that it is alive when it was asked. */
export const PATIENCE = 10_000

/** `ask` asks the server for something; without an answer the stream has died. */
export function createSilenceWatchdog(
  environment: Environment,
  onSilence: () => void,
  ask?: () => void,
): SilenceWatchdog {
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
  let lastKeepalive: number | undefined
  let intervals: number[] = []
  let limit = maxSilence
  let stop = setPatientTimer(environment, onTimer, limit)
  const watchdog = {
    lastBytes: environment.monotonic(),
    onBytes() {
      watchdog.lastBytes = environment.monotonic()
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
  return watchdog

  function setTimer(): void {
    stop()
    stop = setPatientTimer(environment, onTimer, Math.max(watchdog.lastBytes + limit - environment.monotonic(), 0))
  }

  function onTimer(): void {
    const silence = environment.monotonic() - watchdog.lastBytes
    if (silence < limit) setTimer()
    else if (!ask || silence >= limit + PATIENCE) onSilence()
    else {
      ask()
      stop = setPatientTimer(environment, onTimer, limit + PATIENCE - silence)
    }
  }
}
