/** When to give up waiting: after silence, after a total time, or when a signal aborts. */
import { type Delivery, TimeoutError, type TimeoutLimit } from '../errors.ts'
import type { Environment } from './environment.ts'
import { onAbort } from './on-abort.ts'
import { setPatientTimer } from './sleep.ts'

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
  /** The deadline that this one is a part of: it gets the signs of life, and check() looks at it too. */
  owner?: Deadline
}

/** A class, since every call creates one or two: an object with fifteen functions of its own costs several times more. */
export class Deadline {
  passed = false
  /** What is awaited, for error messages. */
  readonly what: string
  readonly #environment: Environment
  readonly #options: DeadlineOptions
  readonly #listeners = new Set<(reason: unknown) => void>()
  readonly #releases: (() => void)[] = []
  readonly #start: number
  #lastActivity: number
  #pauses = 0
  #pausedAt = 0
  #isStopped = false
  #stopTimer: (() => void) | undefined
  #reason: unknown

  constructor(environment: Environment, options: DeadlineOptions) {
    const { spent = 0, signals = [] } = options
    this.#environment = environment
    this.#options = options
    this.what = options.what
    this.#lastActivity = environment.monotonic()
    this.#start = this.#lastActivity - spent
    this.#setTimer()
    for (const signal of signals) {
      if (signal?.aborted) this.abort(signal.reason)
      else if (signal) this.#releases.push(onAbort(signal, () => this.abort(signal.reason)))
    }
    // If a signal was aborted already, abort() ran before the signals after it were subscribed to: release these too.
    if (this.passed) this.stop()
  }

  /** Activity of the server: the idle time starts again. sse/activity.ts says what counts. */
  touch(): void {
    this.#lastActivity = this.#environment.monotonic()
    if (this.#pauses) this.#pausedAt = this.#lastActivity
    this.#options.owner?.touch()
  }

  /** The idle time stands still until the returned function is called. */
  pause(): () => void {
    if (!this.#pauses++) this.#pausedAt = this.#environment.monotonic()
    return () => {
      if (--this.#pauses) return
      this.#lastActivity += this.#environment.monotonic() - this.#pausedAt
      if (this.#isStopped) return
      this.#stopTimer?.()
      this.#setTimer()
    }
  }

  get isPaused(): boolean {
    return !!this.#pauses || (this.#options.pausedUntil?.() ?? 0) >= this.#environment.monotonic()
  }

  /** Milliseconds of the total time that are left. */
  get remaining(): number {
    return this.#start + (this.#options.total ?? Infinity) - this.#environment.monotonic()
  }

  /** Waits for the promise, but not past the deadline. A value that arrives later goes to `onLate`. */
  race<T>(promise: Promise<T>, onLate?: (value: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.passed) reject(this.#reason)
      else this.#listeners.add(reject)
      promise.then(
        (value) => {
          this.#listeners.delete(reject)
          if (this.passed) onLate?.(value)
          else resolve(value)
        },
        (error) => {
          this.#listeners.delete(reject)
          reject(error)
        },
      )
    })
  }

  /** Calls `run` with the reason when the deadline passes; the returned function cancels that. */
  onPassed(run: (reason: unknown) => void): () => void {
    if (this.passed) run(this.#reason)
    else this.#listeners.add(run)
    return () => {
      this.#listeners.delete(run)
    }
  }

  /** Throws the reason if the deadline has passed. */
  check(): void {
    this.#options.owner?.check()
    if (this.passed) throw this.#reason
  }

  /** Lets the deadline pass now. */
  abort(reason: unknown): void {
    this.stop()
    if (this.passed) return
    this.passed = true
    this.#reason = reason
    for (const run of this.#listeners) run(reason)
  }

  /** Stops the timer and stops listening to the signals. */
  stop(): void {
    this.#isStopped = true
    this.#stopTimer?.()
    for (const release of this.#releases) release()
  }

  #setTimer(): void {
    const { total = Infinity, idle = total } = this.#options
    const idleEnd = this.#pauses ? Infinity : this.#lastActivity + idle
    const remaining = Math.min(idleEnd, this.#start + total) - this.#environment.monotonic()
    // The timer may fire too early, since long delays are capped and touch() does not move it; then another is set.
    // The limit may have passed already, by the time of earlier rounds or since the last look at the clock.
    if (remaining < Infinity) {
      this.#stopTimer = setPatientTimer(this.#environment, () => this.#onTimer(), Math.max(remaining, 0))
    }
  }

  #onTimer(): void {
    const { total = Infinity, idle = total, limit = 'maxTotalTimeout', pausedUntil } = this.#options
    const now = this.#environment.monotonic()
    this.#lastActivity = Math.max(this.#lastActivity, pausedUntil?.() ?? 0)
    if (now >= this.#start + total) this.#expire(`took more than ${total} ms`, limit)
    else if (!this.#pauses && now >= this.#lastActivity + idle) {
      this.#expire(`gave no sign of life for ${idle} ms`, 'timeout')
    } else this.#setTimer()
  }

  #expire(text: string, limit: TimeoutLimit): void {
    const { hint = ` (${limit})` } = this.#options
    this.abort(this.toError(`${this.what} ${text}${hint}`, limit))
  }

  /** The reason when a limit has passed. Waiting executes nothing; a scope knows what it has sent. */
  protected toError(message: string, limit: TimeoutLimit, delivery: Delivery = 'not-executed'): TimeoutError {
    return new TimeoutError(message, { delivery, retryable: true, limit })
  }
}

export function createDeadline(environment: Environment, options: DeadlineOptions): Deadline {
  return new Deadline(environment, options)
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
