/** Saves a recording when a page fails. */
import type { FlightTape } from '../types/flight-tape.ts'

/**
 * Saves the recording on an error that nobody handles: an uncaught one of the page, or a promise that is rejected. Returns
 * the function that ends that. Only the first error within ten seconds counts, since errors come in crowds.
 *
 * @example
 * const flight = recorder()
 * saveOnError(flight, (tape) => navigator.sendBeacon('/crash', JSON.stringify(tape)))
 */
export function saveOnError(
  { recording }: { recording(): FlightTape },
  save: (tape: FlightTape, error: unknown) => unknown,
): () => void {
  const pause = 10_000
  let last = Number.NEGATIVE_INFINITY
  const listener = (event: Event) => {
    const { error, reason } = event as Partial<ErrorEvent & PromiseRejectionEvent>
    if (event.timeStamp - last < pause) return
    last = event.timeStamp
    save(recording(), error ?? reason)
  }
  // Node has no such events.
  const page = globalThis as Partial<EventTarget>
  page.addEventListener?.('error', listener)
  page.addEventListener?.('unhandledrejection', listener)
  return () => {
    page.removeEventListener?.('error', listener)
    page.removeEventListener?.('unhandledrejection', listener)
  }
}
