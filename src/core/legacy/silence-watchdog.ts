/** Notices that a stream has gone silent: nothing for minutes, or no keepalive where there used to be. */
import type { Ground } from '../util/environment.ts'

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

export function createWatchdog(ground: Ground, silent: () => void): Watchdog {
  let last = ground.now()
  let beat: number | undefined
  let gaps: number[] = []
  let limit = SILENCE
  let stop = ground.setTimer(look, limit)
  return {
    heard() {
      last = ground.now()
    },
    beat() {
      const now = ground.now()
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
    stop = ground.setTimer(look, Math.max(last + limit - ground.now(), 0))
  }

  function look(): void {
    if (ground.now() - last >= limit) silent()
    else arm()
  }
}
