import { describe, expect, test } from 'vitest'
import { createDeadline, type Deadline } from '../../../src/core/util/deadline.ts'
import { createExcuse } from '../../../src/core/util/timeout-pause.ts'
import { createManualGround } from '../manual-ground.ts'

const never = new Promise<never>(() => {})

describe('a deadline', () => {
  test('passes after so much silence, and names it', async () => {
    const ground = createManualGround()
    const deadline = createDeadline(ground, { what: 'tools/call', idle: 100, total: 1000 })
    const waiting = deadline.race(never)
    ground.advance(99)
    expect(deadline.passed).toBe(false)
    ground.advance(1)
    await expect(waiting).rejects.toMatchObject({ code: 'timeout', limit: 'timeout', message: /tools\/call.*100 ms/ })
    expect(ground.pending()).toBe(0)
  })

  test('is put off by signs of life, but not past its total', () => {
    const ground = createManualGround()
    const deadline = createDeadline(ground, { what: 'x', idle: 100, total: 250 })
    for (const step of [90, 90, 69]) {
      ground.advance(step)
      expect(deadline.passed).toBe(false)
      deadline.touch()
    }
    ground.advance(1)
    expect(reasonOf(deadline)).toMatchObject({ limit: 'maxTimeout' })
  })

  test('does not count silence that is excused, and counts anew from then on', () => {
    const ground = createManualGround()
    const { started, excused } = createExcuse(ground)
    const deadline = createDeadline(ground, { what: 'x', idle: 100, total: 10_000, excused })
    const [first, second] = [started(), started()]
    ground.advance(500)
    first()
    ground.advance(450)
    expect(deadline.passed).toBe(false)
    second()
    ground.advance(99)
    expect(deadline.passed).toBe(false)
    ground.advance(1)
    expect(deadline.passed).toBe(true)
  })

  test('survives a limit that a timer cannot hold', () => {
    const ground = createManualGround()
    const deadline = createDeadline(ground, { what: 'x', total: Number.POSITIVE_INFINITY })
    ground.advance(2 ** 31 * 3)
    expect(deadline.passed).toBe(false)
    deadline.stop()
    expect(ground.pending()).toBe(0)
  })

  test('gives the reason of another signal itself to who waits', async () => {
    const other = new AbortController()
    const deadline = createDeadline(createManualGround(), { what: 'x', total: 100, signals: [undefined, other.signal] })
    const waiting = deadline.race(never)
    const reason = { mine: true }
    other.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(reasonOf(deadline)).toBe(reason)
    await expect(deadline.race(never)).rejects.toBe(reason)
  })

  test('hands a value that comes too late to whom it concerns', async () => {
    const deadline = createDeadline(createManualGround(), { what: 'x', total: 100 })
    const { promise, resolve } = withResolvers<string>()
    const late: string[] = []
    const waiting = deadline.race(promise, (value) => late.push(value))
    deadline.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    resolve('late')
    await promise
    expect(late).toEqual(['late'])
  })

  test('once stopped, is not moved by the signals it watched', () => {
    const other = new AbortController()
    const deadline = createDeadline(createManualGround(), { what: 'x', total: 100, signals: [other.signal] })
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
