/** Deadlines: idle and total limits, pauses, signals, and values that come too late. */
import { describe, expect, test } from 'vitest'
import { createDeadline, type Deadline } from '../../../../src/core/util/deadline.ts'
import { createTimeoutPause } from '../../../../src/core/util/timeout-pause.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

const never = new Promise<never>(() => {})

describe('a deadline', () => {
  test('sets no timer for a time that has passed, also when its limit passes while it looks at the clock', () => {
    const environment = createManualEnvironment()
    const delays: number[] = []
    // A clock that goes on with each look at it.
    let time = 0
    const monotonic = () => {
      time += 4
      return time
    }
    const timers: (() => void)[] = []
    const setTimer = (run: () => void, milliseconds: number) => {
      timers.push(run)
      delays.push(milliseconds)
      return () => {}
    }
    const deadline = createDeadline({ ...environment, monotonic, setTimer }, { what: 'x', idle: 10, total: 1_000 })
    while (!deadline.passed && timers.length < 10) timers.at(-1)!()
    createDeadline({ ...environment, monotonic, setTimer }, { what: 'x', total: 1_000, spent: 2_000 })
    expect(delays.filter((delay) => delay < 0)).toEqual([])
    expect(deadline.passed).toBe(true)
  })

  test('passes after the time of silence, with an error that names it', async () => {
    const environment = createManualEnvironment()
    const deadline = createDeadline(environment, { what: 'tools/call', idle: 100, total: 1000 })
    const waiting = deadline.race(never)
    environment.advance(99)
    expect(deadline.passed).toBe(false)
    environment.advance(1)
    await expect(waiting).rejects.toMatchObject({ code: 'timeout', limit: 'timeout', message: /tools\/call.*100 ms/ })
    expect(environment.pending()).toBe(0)
  })

  test('is postponed by activity, but not beyond its total', () => {
    const environment = createManualEnvironment()
    const deadline = createDeadline(environment, { what: 'x', idle: 100, total: 250 })
    for (const step of [90, 90, 69]) {
      environment.advance(step)
      expect(deadline.passed).toBe(false)
      deadline.touch()
    }
    environment.advance(1)
    expect(reasonOf(deadline)).toMatchObject({ limit: 'maxTotalTimeout' })
  })

  test('does not count silence during a pause, and counts from zero after it', () => {
    const environment = createManualEnvironment()
    const { start, pausedUntil } = createTimeoutPause(environment)
    const deadline = createDeadline(environment, { what: 'x', idle: 100, total: 10_000, pausedUntil })
    const [first, second] = [start(), start()]
    environment.advance(500)
    first()
    environment.advance(450)
    expect(deadline.passed).toBe(false)
    second()
    environment.advance(99)
    expect(deadline.passed).toBe(false)
    environment.advance(1)
    expect(deadline.passed).toBe(true)
  })

  test('works with a limit that is too long for a timer', () => {
    const environment = createManualEnvironment()
    const deadline = createDeadline(environment, { what: 'x', total: Number.POSITIVE_INFINITY })
    environment.advance(2 ** 31 * 3)
    expect(deadline.passed).toBe(false)
    deadline.stop()
    expect(environment.pending()).toBe(0)
  })

  test('rejects a race with the reason of an aborted signal', async () => {
    const other = new AbortController()
    const deadline = createDeadline(createManualEnvironment(), {
      what: 'x',
      total: 100,
      signals: [undefined, other.signal],
    })
    const waiting = deadline.race(never)
    const reason = { mine: true }
    other.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(reasonOf(deadline)).toBe(reason)
    await expect(deadline.race(never)).rejects.toBe(reason)
  })

  test('hands a value that comes too late to the callback of the race', async () => {
    const deadline = createDeadline(createManualEnvironment(), { what: 'x', total: 100 })
    const { promise, resolve } = withResolvers<string>()
    const late: string[] = []
    const waiting = deadline.race(promise, (value) => late.push(value))
    deadline.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    resolve('late')
    await promise
    expect(late).toEqual(['late'])
  })

  test('ignores its signals once it was stopped', () => {
    const other = new AbortController()
    const deadline = createDeadline(createManualEnvironment(), { what: 'x', total: 100, signals: [other.signal] })
    deadline.stop()
    other.abort()
    expect(deadline.passed).toBe(false)
  })
})

function reasonOf(deadline: Deadline): unknown {
  let found: unknown
  deadline.onPassed((reason) => {
    found = reason
  })
  return found
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
