/** Notices that the machine slept: all timers stood still, and connections may have died without a sign. */
import type { Environment } from './environment.ts'

/** Milliseconds between two looks at the clocks, at most. */
export const MAX_TICK = 5_000

/** Milliseconds that the date must have gained on a monotonic clock that stands still during sleep. */
const MIN_SLEEP = 10_000

/** Milliseconds between two ticks by a monotonic clock that goes on. In hidden pages, timers may fire once a minute only. */
const MIN_GAP = 120_000

/** Returns a function to be called at every tick: whether the machine slept since the last one, or its clock was set. */
export function createSleepDetector({ now, monotonic }: Environment): () => boolean {
  let last = monotonic()
  let lastOffset = now() - last
  return () => {
    const current = monotonic()
    const offset = now() - current
    const hasSlept = offset - lastOffset >= MIN_SLEEP || current - last >= MIN_GAP
    last = current
    lastOffset = offset
    return hasSlept
  }
}

/** Calls `onWake` after every sleep, until the returned function is called. */
export function watchSleep(environment: Environment, onWake: () => void): () => void {
  const hasSlept = createSleepDetector(environment)
  let stop = environment.setTimer(tick, MAX_TICK, true)
  return () => stop()

  function tick(): void {
    stop = environment.setTimer(tick, MAX_TICK, true)
    if (hasSlept()) onWake()
  }
}
