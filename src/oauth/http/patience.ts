/** Waits for something, but not for ever. */
import type { Environment } from '../../core/util/environment.ts'

export interface Patience {
  /** Aborts when it is at an end. */
  readonly signal: AbortSignal
  /** Rejects when it is at an end. A value that comes too late goes to `late`. */
  race<T>(promise: Promise<T>, late?: (value: T) => void): Promise<T>
  /** Ends it, with whatever still goes on under its signal. */
  stop(): void
}

/** It ends with the time or with the caller's signal, whichever is first. */
export function createPatience(environment: Environment, milliseconds: number, caller?: AbortSignal): Patience {
  const controller = new AbortController()
  const { signal } = controller
  const end = () => controller.abort(caller?.reason)
  const stopTimer = environment.setTimer(end, milliseconds)
  // Until it ends by itself.
  caller?.addEventListener('abort', end, { signal })
  if (caller?.aborted) end()
  return {
    signal,
    race: (promise, late) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(signal.reason)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        promise.then((value) => (signal.aborted ? late?.(value) : resolve(value)), reject)
      }),
    stop() {
      stopTimer()
      end()
    },
  }
}
