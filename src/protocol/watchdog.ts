/** Notices that a stream has gone silent: nothing for minutes, or no keepalive where there used to be. */
import type { Ground } from '../util/ground.ts'

/** Milliseconds without a byte. */
const SILENCE = 300_000

/** With a server that sends keepalives: so many of its intervals, and at least so many milliseconds. */
const MISSED = 3
const FLOOR = 15_000

export interface Watchdog {
  /** Any byte. */
  heard(): void
  /** A keepalive of the server. */
  beat(): void
  stop(): void
}

export function createWatchdog(ground: Ground, silent: () => void): Watchdog {
  let last = ground.now()
  /** When the last keepalives came. */
  const beats: number[] = []
  let limit = SILENCE
  let stop = ground.setTimer(look, limit)
  return {
    heard() {
      last = ground.now()
    },
    beat() {
      // The first one may come right after the endpoint, and two by chance: three of them make a rhythm.
      const [first, second, third] = [...beats.splice(0), ground.now()].slice(-3) as [number, number?, number?]
      beats.push(...[first, second, third].filter((beat) => beat !== undefined))
      if (second === undefined || third === undefined) return
      limit = Math.min(SILENCE, Math.max(FLOOR, MISSED * Math.max(second - first, third - second)))
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
