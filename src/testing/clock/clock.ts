/** The clock that the mock server runs on, and the one of the system. */

/** What the mock server tells and measures time with. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after that many milliseconds; rejects with the signal's reason when aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The system's clock and timers. */
export function createClock(): Clock {
  return { now: () => Date.now(), wait }
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
    function abort() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}
