/** When to give up waiting: after silence, after a total time, or when a signal aborts. */
import { TimeoutError, type TimeoutLimit } from '../errors.ts'
import type { Environment } from './environment.ts'
import { onAbort } from './on-abort.ts'

export interface Deadline {
  /** A sign of life: the idle time starts again. */
  touch(): void
  /** Waits for the promise, but not past the deadline. A value that arrives later goes to `onLate`. */
  race<T>(promise: Promise<T>, onLate?: (value: T) => void): Promise<T>
  /** Calls `run` with the reason when the deadline passes; the returned function cancels that. */
  onPassed(run: (reason: unknown) => void): () => void
  /** Throws the reason if the deadline has passed. */
  check(): void
  /** Lets the deadline pass now. */
  abort(reason: unknown): void
  readonly passed: boolean
  /** Stops the timer and stops listening to the signals. */
  stop(): void
}

export interface DeadlineOptions {
  /** What is awaited, for the error message. */
  what: string
  /** Milliseconds without a sign of life. */
  idle?: number
  /** Milliseconds in all. @default no limit */
  total?: number
  /** Silence up to this time does not count as idle. */
  pausedUntil?(): number
  /** The option that set `total`. */
  limit?: TimeoutLimit
  signals?: readonly (AbortSignal | undefined)[]
}

export function createDeadline(environment: Environment, options: DeadlineOptions): Deadline {
  const {
    what,
    total = Number.POSITIVE_INFINITY,
    idle = total,
    limit = 'maxTimeout',
    signals = [],
    pausedUntil,
  } = options
  const listeners = new Set<(reason: unknown) => void>()
  const releases: (() => void)[] = []
  const start = environment.now()
  let lastSign = start
  let stopTimer = () => {}
  let passed: { reason: unknown } | undefined

  setTimer()
  for (const signal of signals) {
    if (signal?.aborted) abort(signal.reason)
    else if (signal) releases.push(onAbort(signal, () => abort(signal.reason)))
  }
  // Signals that follow an aborted one were subscribed to after abort() had released the others.
  if (passed) stop()

  return {
    touch() {
      lastSign = environment.now()
    },
    race(promise, onLate) {
      return new Promise((resolve, reject) => {
        const release = onPassed(reject)
        promise.then(
          (value) => {
            release()
            if (passed) onLate?.(value)
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

  function setTimer(): void {
    const rest = Math.min(lastSign + idle, start + total) - environment.now()
    // A timer may fire early, because its delay was capped or a sign of life came; then it is set again.
    if (rest < Number.POSITIVE_INFINITY) stopTimer = environment.setTimer(onTimer, rest)
  }

  function onTimer(): void {
    const now = environment.now()
    lastSign = Math.max(lastSign, pausedUntil?.() ?? 0)
    if (now >= start + total) expire(`took more than ${total} ms`, limit)
    else if (now >= lastSign + idle) expire(`gave no sign of life for ${idle} ms`, 'timeout')
    else setTimer()
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
    for (const release of releases) release()
  }
}

/** Runs something under a deadline of its own, which stops with it. */
export async function withDeadline<T>(
  environment: Environment,
  options: DeadlineOptions,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(environment, options)
  try {
    return await run(deadline)
  } finally {
    deadline.stop()
  }
}
