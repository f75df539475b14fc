/** The virtual clock: order of timers, settling and cancellation. */
import { describe, expect, test } from 'vitest'
import { virtualClock } from '../../../src/testing/clock/virtual-clock.ts'

describe('the virtual clock', () => {
  test('fires timers by time, and at the same time in the order of scheduling', async () => {
    const clock = virtualClock(1_000)
    const fired: [string, number][] = []
    const set = (name: string, milliseconds: number) =>
      clock.schedule(milliseconds, () => fired.push([name, clock.now()]))
    set('late', 30)
    set('first', 10)
    set('second', 10)
    set('soon', 5)
    await clock.advance(29)
    expect(fired).toEqual([
      ['soon', 1_005],
      ['first', 1_010],
      ['second', 1_010],
    ])
    expect([clock.now(), clock.pending()]).toEqual([1_029, 1])
    expect([await clock.step(), clock.now(), await clock.step()]).toEqual([true, 1_030, false])
  })

  test('lets all promises settle that a timer resolved before time moves on', async () => {
    const clock = virtualClock()
    const seen: number[] = []
    void (async () => {
      for (let round = 0; round < 3; round++) {
        await clock.wait(10)
        for (let hop = 0; hop < 100; hop++) await undefined
        seen.push(clock.now())
      }
    })()
    await clock.advance(30)
    expect(seen).toEqual([10, 20, 30])
  })

  test('rejects a wait with the reason of its signal and forgets the timer', async () => {
    const clock = virtualClock()
    const stop = new AbortController()
    const reason = new Error('enough')
    const waits = [clock.wait(10, stop.signal), clock.wait(10, AbortSignal.abort(reason))]
    const outcomes = Promise.allSettled(waits)
    stop.abort(reason)
    expect(await outcomes).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    expect(clock.pending()).toBe(0)
  })

  test('refuses a second advance while the first is running', async () => {
    const clock = virtualClock()
    const first = clock.advance(10)
    await expect(clock.advance(10)).rejects.toThrow('already moving')
    await first
    expect(clock.now()).toBe(10)
  })

  test('does not fire a cancelled timer', async () => {
    const clock = virtualClock()
    const cancel = clock.schedule(10, () => expect.unreachable())
    cancel()
    cancel()
    await clock.advance(20)
    expect(clock.pending()).toBe(0)
  })
})
