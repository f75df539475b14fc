/** Notices that a stream has gone silent: nothing for minutes, or no keepalive where there used to be. */
import type { Environment } from '../util/environment.ts'

/** Milliseconds without a byte. */
const SILENCE = 300_000

/** With a server that sends keepalives: so many of its intervals, and at least so many milliseconds. */
const MISSED = 3
const FLOOR = 15_000

/** Keepalives closer together than this are one, in milliseconds. */
const BURST = 50

/** So many gaps between keepalives make a rhythm; fewer may be chance. */
const RHYTHM = 3

export interface Watchdog {
  /** Any byte. */
  heard(): void
  /** A keepalive of the server. */
  beat(): void
  stop(): void
}

export function createWatchdog(environment: Environment, silent: () => void): Watchdog {
  let last = environment.now()
  let beat: number | undefined
  let gaps: number[] = []
  let limit = SILENCE
  let stop = environment.setTimer(look, limit)
  return {
    heard() {
      last = environment.now()
    },
    beat() {
      const now = environment.now()
      const gap = now - (beat ?? now - BURST)
      if (gap < BURST) return
      if (beat !== undefined) gaps = [gap, ...gaps].slice(0, RHYTHM)
      beat = now
      if (gaps.length < RHYTHM) return
      limit = Math.min(SILENCE, Math.max(FLOOR, MISSED * Math.max(...gaps)))
      arm()
    },
    stop: () => stop(),
  }

  function arm(): void {
    stop()
    stop = environment.setTimer(look, Math.max(last + limit - environment.now(), 0))
  }

  function look(): void {
    if (environment.now() - last >= limit) silent()
    else arm()
  }
}
