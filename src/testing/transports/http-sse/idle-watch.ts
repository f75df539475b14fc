/** Calls back each time something has been idle for too long. */
import type { Clock } from '../../clock/clock.ts'

export interface IdleWatch {
  clock: Clock
  signal: AbortSignal
  /** The time of the last activity. */
  lastActivity(): number
  /** How long it may be idle, in milliseconds; 0 ends the watch for good. */
  limit(): number
  /** Must count as activity itself, or abort the signal. */
  onIdle(): void
}

/**
 * Activity never restarts the timer: when the timer fires, the watch computes the remaining idle time and waits for
 * that. So no activity can fall into a gap between two timers.
 */
export async function watchIdle({ clock, signal, lastActivity, limit, onIdle }: IdleWatch): Promise<void> {
  while (!signal.aborted) {
    const longest = limit()
    if (longest <= 0) return
    const left = lastActivity() + longest - clock.now()
    // It rejects only when aborted, which the loop checks.
    if (left > 0) await clock.wait(left, signal).catch(() => {})
    else onIdle()
  }
}
