/** Waits for something that may ignore its signal, such as a store that hangs. */
import { onAbort } from '../../core/util/on-abort.ts'

/** Rejects with the reason when the signal aborts. What comes after that goes to `onLate`. */
export function raceAbort<T>(
  signal: AbortSignal | undefined,
  promise: Promise<T>,
  onLate: (value: T) => void = () => {},
): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stopWaiting = onAbort(signal, () => reject(signal.reason))
    if (signal.aborted) reject(signal.reason)
    promise.then((value) => (signal.aborted ? onLate(value) : resolve(value)), reject).finally(stopWaiting)
  })
}
