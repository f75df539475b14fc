/** When to give up on something: silence, its total time and other signals, as one signal. */
import { TimeoutError } from '../errors.ts'
import { onAbort } from './abort.ts'
import type { Ground } from './ground.ts'

export interface Deadline {
  /** For `fetch` and handlers. Everything else waits with `race`. */
  readonly signal: AbortSignal
  /** A sign of life: the silence starts anew. */
  touch(): void
  /** Silence does not count until the returned function is called. */
  hold(): () => void
  /** Waits, but not past the deadline. A value that comes too late goes to `late`. */
  race<T>(promise: Promise<T>, late?: (value: T) => void): Promise<T>
  /** Gives up now. */
  abort(reason?: unknown): void
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
  /** The option that set `total`. */
  limit?: TimeoutError['limit']
  signals?: readonly (AbortSignal | undefined)[]
}

export function createDeadline(ground: Ground, options: DeadlineOptions): Deadline {
  const { what, total, idle = total, limit = 'maxTimeout', signals = [] } = options
  const controller = new AbortController()
  const { signal } = controller
  const rejects = new Set<(reason: unknown) => void>()
  const stops: (() => void)[] = []
  const start = ground.now()
  let alive = start
  let holds = 0
  let stopTimer = () => {}

  arm()
  for (const other of signals) {
    if (other?.aborted) abort(other.reason)
    else if (other) stops.push(onAbort(other, () => abort(other.reason)))
  }

  return {
    signal,
    touch() {
      alive = ground.now()
    },
    hold() {
      holds++
      return () => {
        holds--
        alive = ground.now()
      }
    },
    race,
    abort,
    stop,
  }

  function arm(): void {
    const rest = Math.min(alive + idle, start + total) - ground.now()
    // A longer timer overflows and fires at once; an early one only arms anew.
    stopTimer = ground.setTimer(check, Math.min(rest, 2 ** 31 - 1))
  }

  function check(): void {
    const now = ground.now()
    if (holds) alive = now
    if (now >= start + total) abort(new TimeoutError(`${what} took more than ${total} ms`, limit))
    else if (now >= alive + idle) abort(new TimeoutError(`${what}: no sign of life for ${idle} ms`, 'timeout'))
    else arm()
  }

  function abort(reason?: unknown): void {
    stop()
    // First who waits, then the fetch: a caller gets the reason itself, not an engine's rendering of it.
    for (const reject of rejects) reject(reason)
    controller.abort(reason)
  }

  function race<T>(promise: Promise<T>, late?: (value: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      rejects.add(reject)
      promise.then(
        (value) => {
          rejects.delete(reject)
          if (signal.aborted) late?.(value)
          else resolve(value)
        },
        (error) => {
          rejects.delete(reject)
          reject(error)
        },
      )
    })
  }

  function stop(): void {
    stopTimer()
    for (const release of stops) release()
  }
}
