/** Acts each time something has been quiet for too long. */
import type { Clock } from '../../features/request-context.ts'

export interface Quiet {
  clock: Clock
  signal: AbortSignal
  /** When the present quiet began. */
  since(): number
  /** How long it may last, in milliseconds; 0 ends the watch for good. */
  limit(): number
  /** Must move `since` on, or abort the signal. */
  act(): void
}

/**
 * A sign of life never touches the timer: when it fires, the watch looks at what is left of the quiet and waits for the
 * rest. So no sign can fall into a gap between two timers.
 */
export async function watchQuiet({ clock, signal, since, limit, act }: Quiet): Promise<void> {
  while (!signal.aborted) {
    const longest = limit()
    if (longest <= 0) return
    const left = since() + longest - clock.now()
    // The only rejection is the abort, which the loop asks about itself.
    if (left > 0) await clock.wait(left, signal).catch(() => {})
    else act()
  }
}
