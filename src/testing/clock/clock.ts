/** The clock on the wall. */
import type { Clock } from '../features/request-context.ts'

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
