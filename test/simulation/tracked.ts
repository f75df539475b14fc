/** Something that a client was asked to do, from its start to what became of it. */
import type { VirtualClock } from '../../src/testing/index.ts'

export interface Tracked<Result> {
  startedAt: number
  /** The client had been closed before. */
  late: boolean
  abortedAt: number | undefined
  /** The reason that it was aborted with. */
  reason: unknown
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
  /** What has no abort of its own shares a signal, as the calls of one page do. */
  shared: AbortSignal
  late: boolean
  run(signal: AbortSignal): Promise<Result>
}

/** Fills `into` as things happen. */
export function track<Result, Into extends object>(
  into: Into,
  { clock, tag, abortAt, shared, late, run }: TrackOptions<Result>,
): Into & Tracked<Result> {
  const tracked: Into & Tracked<Result> = Object.assign(into, {
    startedAt: clock.now(),
    late,
    abortedAt: undefined,
    reason: undefined,
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

  function settle(outcome: Partial<Tracked<Result>>): void {
    Object.assign(tracked, outcome, { settled: tracked.settled + 1, settledAt: clock.now() })
  }

  function abortLater(milliseconds: number): AbortSignal {
    const controller = new AbortController()
    clock.schedule(milliseconds, () => {
      if (tracked.settled) return
      const reason = { aborted: tag }
      Object.assign(tracked, { abortedAt: clock.now(), reason })
      controller.abort(reason)
    })
    return controller.signal
  }
}

export function isSettled({ settled }: Tracked<unknown>): boolean {
  return settled > 0
}
