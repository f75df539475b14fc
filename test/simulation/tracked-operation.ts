/** An asynchronous operation of a client with a record of its start, its abort and its outcome. */
import type { VirtualClock } from '../../src/testing/index.ts'

export interface TrackedOperation<Result> {
  startedAt: number
  /** It was started on a client that had been closed. */
  afterClose: boolean
  abortedAt: number | undefined
  /** The reason that it was aborted with. */
  abortReason: unknown
  /** How often it settled. */
  settled: number
  settledAt: number
  result: Result | undefined
  error: unknown
}

export interface TrackOptions<Result> {
  clock: VirtualClock
  tag: string
  /** Milliseconds after which it is aborted. */
  abortAt: number | undefined
  /** The signal of operations without `abortAt`: many share one, as the calls of one page do. */
  shared: AbortSignal
  afterClose: boolean
  run(signal: AbortSignal): Promise<Result>
}

/** Adds the record to `target` and keeps it up to date. */
export function trackOperation<Result, Target extends object>(
  target: Target,
  { clock, tag, abortAt, shared, afterClose, run }: TrackOptions<Result>,
): Target & TrackedOperation<Result> {
  const tracked: Target & TrackedOperation<Result> = Object.assign(target, {
    startedAt: clock.now(),
    afterClose,
    abortedAt: undefined,
    abortReason: undefined,
    settled: 0,
    settledAt: 0,
    result: undefined,
    error: undefined,
  })
  run(abortAt === undefined ? shared : abortLater(abortAt)).then(
    (result) => settle({ result }),
    (error: unknown) => settle({ error }),
  )
  return tracked

  function settle(outcome: Partial<TrackedOperation<Result>>): void {
    Object.assign(tracked, outcome, { settled: tracked.settled + 1, settledAt: clock.now() })
  }

  function abortLater(milliseconds: number): AbortSignal {
    const controller = new AbortController()
    clock.schedule(milliseconds, () => {
      if (tracked.settled) return
      const abortReason = { aborted: tag }
      Object.assign(tracked, { abortedAt: clock.now(), abortReason })
      controller.abort(abortReason)
    })
    return controller.signal
  }
}

export function isSettled({ settled }: TrackedOperation<unknown>): boolean {
  return settled > 0
}
