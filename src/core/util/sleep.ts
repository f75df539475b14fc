/** Time in which nothing ran: a machine that slept, and a process or a page that was frozen. */
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

/**
 * A timer after which something is given up. It lets reads that are due go first when the process or the page was
 * frozen. The returned function cancels it.
 */
export function setPatientTimer(
  { monotonic, setTimer }: Pick<Environment, 'monotonic' | 'setTimer'>,
  run: () => void,
  milliseconds: number,
): () => void {
  /** Milliseconds by which a timer is late only after a freeze. */
  const maxLateness = 1_000
  /** Milliseconds for what arrived meanwhile to be read. */
  const grace = 100
  const due = monotonic() + milliseconds
  let stop = setTimer(() => {
    if (monotonic() - due > maxLateness) stop = setTimer(run, grace)
    else run()
  }, milliseconds)
  return () => stop()
}
