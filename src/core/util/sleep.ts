/** Notices that the machine slept: all timers stood still, and connections may have died without a sign. */
import type { Environment } from './environment.ts'

/**
 * Calls `onWake` soon after the machine slept, or its clock was set forward, until the returned function is called.
 * Only the date shows it everywhere, since many monotonic clocks stand still during sleep.
 */
export function watchSleep({ now, setTimer }: Environment, onWake: () => void): () => void {
  /** Milliseconds between two looks at the clock. */
  const interval = 5_000
  /** Milliseconds that may really pass between them. In hidden pages, timers may fire once a minute only. */
  const maxInterval = 90_000
  let last = now()
  let stop = setTimer(onTimer, interval, true)
  return () => stop()

  function onTimer(): void {
    const passed = now() - last
    last += passed
    stop = setTimer(onTimer, interval, true)
    if (passed >= maxInterval) onWake()
  }
}
