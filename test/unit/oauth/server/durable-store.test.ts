/** The store in a Durable Object: compare and set, and its lock. */
import { expect, test } from 'vitest'
import { AuthObject, type DurableStub, durableStore } from '../../../../src/oauth/server/index.ts'
import { createFakeStorage } from './fake-storage.ts'

function createStub(): DurableStub {
  const object = new AuthObject({ storage: createFakeStorage() })
  return { fetch: (url, init) => object.fetch(new Request(url, init)) }
}

test('a write succeeds only if the stored value is the expected one', async () => {
  const store = durableStore(createStub())
  expect(await store.get('tokens')).toBeUndefined()
  expect(await store.set('tokens', { n: 1 }, null)).toBe(true)
  expect(await store.set('tokens', { n: 2 }, null)).toBe(false)
  expect(await store.set('tokens', { n: 2 }, { n: 1 })).toBe(true)
  expect(await store.delete('tokens', { n: 1 })).toBe(false)
  expect(await store.get('tokens')).toEqual({ n: 2 })
  expect(await store.set('tokens', { n: 3 })).toBe(true)
  expect(await store.delete('tokens', { n: 3 })).toBe(true)
  expect(await store.get('tokens')).toBeUndefined()
})

test('a lock and a value of the same name are kept apart', async () => {
  const store = durableStore(createStub())
  await store.lock!('tokens', async () => {
    expect(await store.get('tokens')).toBeUndefined()
    expect(await store.get('lease tokens')).toBeUndefined()
  })
})

test('handles on the same object hold the lock one at a time, also after one has failed', async () => {
  const stub = createStub()
  let inside = 0
  let most = 0
  const work = async (n: number) => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 0))
    inside--
    if (n === 0) throw new Error('failed')
    return n
  }
  const all = await Promise.allSettled([0, 1, 2, 3].map((n) => durableStore(stub).lock!('refresh', () => work(n))))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(most).toBe(1)
})
