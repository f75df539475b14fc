/** The store in memory: compare and set, and its lock. */
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a write succeeds only if the stored value is the expected one', async () => {
  const store = memoryStore()
  expect(await store.set('k', { a: 1 }, null)).toBe(true)
  expect(await store.set('k', { a: 2 }, null)).toBe(false)
  expect(await store.set('k', { a: 2 }, { a: 9 })).toBe(false)
  expect(await store.get('k')).toEqual({ a: 1 })
  expect(await store.set('k', { a: 2 }, { a: 1 })).toBe(true)
  expect(await store.delete('k', { a: 1 })).toBe(false)
  expect(await store.delete('k', { a: 2 })).toBe(true)
  expect([await store.get('k'), await store.delete('k')]).toEqual([undefined, true])
})

test('a lock whose holder never ends is waited for thirty seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { lock } = memoryStore()
  void lock!('name', () => new Promise(() => {}))
  const run = vi.fn(async () => 'done')
  const turn = lock!('name', run)
  await expect(lock!('another', async () => 'at once')).resolves.toBe('at once')
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(turn).resolves.toBe('done')
})
