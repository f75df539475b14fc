/** Notices that the machine slept: all timers stood still, and connections may have died without a sign. */
import type { Environment } from './environment.ts'

/**
 * Returns a function to be called every few seconds: whether the machine slept since the last time, or its clock was set
 * forward. Only the date shows it everywhere, since many monotonic clocks stand still during sleep.
 */
export function createSleepDetector({ now }: Environment): () => boolean {
  /** Milliseconds between two calls. In hidden pages, timers may fire once a minute only. */
  const maxGap = 90_000
  let last = now()
  return () => {
    const gap = now() - last
    last += gap
    return gap >= maxGap
  }
}

/** Calls `onWake` after every sleep, until the returned function is called. */
export function watchSleep(environment: Environment, onWake: () => void): () => void {
  const hasSlept = createSleepDetector(environment)
  let stop = () => {}
  setTimer()
  return () => stop()

  function setTimer(): void {
    stop = environment.setTimer(tick, 5_000, true)
  }

  function tick(): void {
    setTimer()
    if (hasSlept()) onWake()
  }
}
