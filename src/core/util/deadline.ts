/** When to give up waiting: after silence, after a total time, or when a signal aborts. */
import { TimeoutError, type TimeoutLimit } from '../errors.ts'
import type { Environment } from './environment.ts'
import { onAbort } from './on-abort.ts'

export interface Deadline {
  /** A sign of life of the server: the idle time starts again. */
  touch(): void
  /** Silence does not count as idle until the returned function is called. */
  pause(): () => void
  /** Milliseconds since the last sign of life, apart from pauses. */
  silence(): number
  /** Waits for the promise, but not past the deadline. A value that arrives later goes to `onLate`. */
  race<T>(promise: Promise<T>, onLate?: (value: T) => void): Promise<T>
  /** Calls `run` with the reason when the deadline passes; the returned function cancels that. */
  onPassed(run: (reason: unknown) => void): () => void
  /** Throws the reason if the deadline has passed. */
  check(): void
  /** Lets the deadline pass now. */
  abort(reason: unknown): void
  readonly passed: boolean
  /** The number of the call that it belongs to, if any. */
  readonly call: number | undefined
  /** Whether the request went out that is awaited. If not, a timeout proves that the server did not execute it. */
  readonly isSent: boolean
  setSent(isSent: boolean): void
  /** Stops the timer and stops listening to the signals. */
  stop(): void
}

export interface DeadlineOptions {
  /** What is awaited, for the error message. */
  what: string
  /** Milliseconds without a sign of life. @default `total` */
  idle?: number
  /** Milliseconds in all. @default no limit */
  total?: number
  /** Milliseconds of `total` that have passed already. */
  spent?: number | undefined
  /** Silence up to this time does not count as idle. */
  pausedUntil?(): number
  /** The option that set `total`. */
  limit?: TimeoutLimit
  /** The end of the message. @default the option that set the limit */
  hint?: string
  signals?: readonly (AbortSignal | undefined)[]
  /** The number of the call that it belongs to, if any. */
  call?: number | undefined
  /** The deadline of the call that this is a part of: it gets the signs of life, and after it nothing new is sent. */
  owner?: Deadline
}

export function createDeadline(environment: Environment, options: DeadlineOptions): Deadline {
  const {
    what,
    total = Infinity,
    spent = 0,
    idle = total,
    limit = 'maxTotalTimeout',
    signals = [],
    pausedUntil,
    hint,
    owner,
    call = owner?.call,
  } = options
  const listeners = new Set<(reason: unknown) => void>()
  const releases: (() => void)[] = []
  let lastActivity = environment.monotonic()
  const start = lastActivity - spent
  let pauses = 0
  let stopTimer = () => {}
  let reason: unknown
  const deadline = {
    passed: false,
    call,
    isSent: false,
    setSent(isSent: boolean) {
      deadline.isSent = isSent
      owner?.setSent(isSent)
    },
    touch,
    silence: () => environment.monotonic() - updateActivity(),
    pause() {
      pauses++
      return () => {
        pauses--
        touch()
      }
    },
    race: <T>(promise: Promise<T>, onLate?: (value: T) => void) =>
      new Promise<T>((resolve, reject) => {
        const release = onPassed(reject)
        promise.then((value) => (deadline.passed ? onLate?.(value) : resolve(value)), reject).finally(release)
      }),
    onPassed,
    check() {
      owner?.check()
      if (deadline.passed) throw reason
    },
    abort,
    stop,
  }

  setTimer()
  for (const signal of signals) {
    if (signal?.aborted) abort(signal.reason)
    else if (signal) releases.push(onAbort(signal, () => abort(signal.reason)))
  }
  // If a signal was aborted already, abort() ran before the signals after it were subscribed to: release these too.
  if (deadline.passed) stop()
  return deadline

  function touch(): void {
    lastActivity = environment.monotonic()
    owner?.touch()
  }

  function setTimer(): void {
    const remaining = Math.min(lastActivity + idle, start + total) - environment.monotonic()
    // The timer may fire too early, since long delays are capped and touch() does not move it; onTimer() then sets another.
    // The limit may have passed already, by the time of earlier rounds or since the last look at the clock.
    if (remaining < Infinity) stopTimer = environment.setTimer(onTimer, Math.max(remaining, 0))
  }

  function updateActivity(): number {
    lastActivity = pauses ? environment.monotonic() : Math.max(lastActivity, pausedUntil?.() ?? 0)
    return lastActivity
  }

  function onTimer(): void {
    const now = environment.monotonic()
    updateActivity()
    if (now >= start + total) expire(`took more than ${total} ms`, limit)
    else if (now >= lastActivity + idle) expire(`gave no sign of life for ${idle} ms`, 'timeout')
    else setTimer()
  }

  function expire(text: string, limit: TimeoutLimit): void {
    const delivery = deadline.isSent ? 'unknown' : 'not-executed'
    abort(new TimeoutError(`${what} ${text}${hint ?? ` (${limit})`}`, { delivery, retryable: true, limit }))
  }

  function abort(cause: unknown): void {
    stop()
    if (deadline.passed) return
    deadline.passed = true
    reason = cause
    for (const run of listeners) run(cause)
  }

  function onPassed(run: (reason: unknown) => void): () => void {
    if (deadline.passed) run(reason)
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

/** Runs a function under a new deadline, which is stopped when the function has ended. */
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
