/** When to give up on something: silence, its total time and other signals, in one place. */
import { TimeoutError, type TimeoutLimit } from '../errors.ts'
import type { Environment } from './environment.ts'
import { onAbort } from './on-abort.ts'

export interface Deadline {
  /** A sign of life: the silence starts anew. */
  touch(): void
  /** Waits, but not past the deadline. A value that comes too late goes to `late`. */
  race<T>(promise: Promise<T>, late?: (value: T) => void): Promise<T>
  /** Calls `run` with the reason once the deadline has passed; the returned function takes that back. */
  onPassed(run: (reason: unknown) => void): () => void
  /** Throws the reason if the deadline has passed. */
  check(): void
  /** Passes now. */
  abort(reason: unknown): void
  readonly passed: boolean
  /** Stops all timers and lets go of all signals. */
  stop(): void
}

export interface DeadlineOptions {
  /** What is awaited, for the error's text. */
  what: string
  /** Milliseconds without a sign of life. */
  idle?: number
  /** Milliseconds in all. */
  total: number
  /** Up to when silence is excused, on the clock of the environment. */
  excused?(): number
  /** The option that set `total`. */
  limit?: TimeoutLimit
  signals?: readonly (AbortSignal | undefined)[]
}

export function createDeadline(environment: Environment, options: DeadlineOptions): Deadline {
  const { what, total, idle = total, limit = 'maxTimeout', signals = [], excused } = options
  const listeners = new Set<(reason: unknown) => void>()
  const stops: (() => void)[] = []
  const start = environment.now()
  let alive = start
  let stopTimer = () => {}
  let passed: { reason: unknown } | undefined

  arm()
  for (const signal of signals) {
    if (signal?.aborted) abort(signal.reason)
    else if (signal) stops.push(onAbort(signal, () => abort(signal.reason)))
  }
  // The signals behind an aborted one were watched in vain.
  if (passed) stop()

  return {
    touch() {
      alive = environment.now()
    },
    race(promise, late) {
      return new Promise((resolve, reject) => {
        const release = onPassed(reject)
        promise.then(
          (value) => {
            release()
            if (passed) late?.(value)
            else resolve(value)
          },
          (error) => {
            release()
            reject(error)
          },
        )
      })
    },
    onPassed,
    check() {
      if (passed) throw passed.reason
    },
    abort,
    get passed() {
      return passed !== undefined
    },
    stop,
  }

  function arm(): void {
    const rest = Math.min(alive + idle, start + total) - environment.now()
    // One that fires early, because it was too long for a timer, only arms anew.
    if (rest < Number.POSITIVE_INFINITY) stopTimer = environment.setTimer(look, rest)
  }

  function look(): void {
    const now = environment.now()
    alive = Math.max(alive, excused?.() ?? 0)
    if (now >= start + total) expire(`took more than ${total} ms`, limit)
    else if (now >= alive + idle) expire(`gave no sign of life for ${idle} ms`, 'timeout')
    else arm()
  }

  function expire(text: string, limit: TimeoutLimit): void {
    abort(new TimeoutError(`${what} ${text}`, { retryable: true, limit }))
  }

  function abort(reason: unknown): void {
    stop()
    passed ??= { reason }
    for (const run of listeners) run(reason)
    listeners.clear()
  }

  function onPassed(run: (reason: unknown) => void): () => void {
    if (passed) run(passed.reason)
    else listeners.add(run)
    return () => {
      listeners.delete(run)
    }
  }

  function stop(): void {
    stopTimer()
    for (const release of stops) release()
  }
}
