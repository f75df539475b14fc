/** The limits of items in Web Storage, and storages that fail. */
import { expect, test } from 'vitest'
import {
  type BoundedStorageOptions,
  createBoundedStorage,
  type WebStorage,
} from '../../../src/web-storage/bounded-storage.ts'
import { storageCache, storageEraCache } from '../../../src/web-storage/index.ts'
import { createForbiddenStorage, createMemoryStorage } from '../../scenarios/storage/steps/memory-storage.ts'

interface Item {
  text: string
}

let time = 1_000_000

const pass = (milliseconds: number) => {
  time += milliseconds
}

const create = (storage: WebStorage, limits: Partial<BoundedStorageOptions> = {}) =>
  createBoundedStorage<Item>(
    storage,
    { prefix: 'p:', maxAge: 1_000, maxEntries: 100, ...limits },
    ({ text }) => typeof text === 'string',
    () => time,
  )

test('an item is found until its maximum age, and removed after it', () => {
  const storage = createMemoryStorage()
  const items = create(storage)
  items.set('a', { text: 'x' })
  pass(1_000)
  expect(items.get('a')).toEqual({ text: 'x' })
  pass(1)
  expect(items.get('a')).toBeUndefined()
  expect(storage.items.size).toBe(0)
})

test('an item from the future is not used', () => {
  const items = create(createMemoryStorage())
  items.set('a', { text: 'x' })
  pass(-1)
  expect(items.get('a')).toBeUndefined()
})

test('the oldest items are removed for new ones, and foreign keys are kept', () => {
  const storage = createMemoryStorage()
  storage.setItem('theirs', 'x')
  const items = create(storage, { maxEntries: 3 })
  for (const key of ['0', '1', '2', '3', '4']) {
    items.set(key, { text: key })
    pass(10)
  }
  const found = ['0', '1', '2', '3', '4'].map((key) => items.get(key)?.text)
  expect(found).toEqual([undefined, undefined, '2', '3', '4'])
  items.set('4', { text: 'again' })
  expect(items.get('2')).toEqual({ text: '2' })
  expect(storage.getItem('theirs')).toBe('x')
})

test('in a full storage old items are removed for a new one, which is dropped if that does not help', () => {
  const items = create(createMemoryStorage(500))
  for (let index = 0; index < 20; index++) {
    items.set(`key-${index}`, { text: 'some text' })
    pass(10)
  }
  expect(items.get('key-19')).toEqual({ text: 'some text' })
  expect(items.get('key-0')).toBeUndefined()
  items.set('large', { text: 'x'.repeat(1_000) })
  expect(items.get('large')).toBeUndefined()
})

test('deletePrefix removes every item with this prefix and no other', () => {
  const cache = storageCache(createMemoryStorage())
  const entry = { result: '{}', expires: 1 }
  for (const key of ['a tools', 'a tools 2', 'a prompts', 'b tools']) cache.set(key, entry)
  cache.deletePrefix('a tools')
  const found = ['a tools', 'a tools 2', 'a prompts', 'b tools'].map((key) => cache.get(key) !== undefined)
  expect(found).toEqual([false, false, true, true])
})

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['another shape', '{"at":1000000,"value":{"era":7}}'],
  ['no time', '{"value":{"era":"modern","protocolVersion":"x","at":1}}'],
])('an invalid item (%s) is not used and is removed', (_, text) => {
  const storage = createMemoryStorage()
  const cache = storageEraCache(storage, { prefix: 'p:' })
  storage.setItem('p:https://a', text)
  expect(cache.get('https://a')).toBeUndefined()
  expect(storage.items.size).toBe(0)
})

test('a storage that throws causes no error', () => {
  const cache = storageCache(createForbiddenStorage())
  expect(() => cache.set('a', { result: '{}', expires: 1 })).not.toThrow()
  expect(cache.get('a')).toBeUndefined()
  expect(() => cache.deletePrefix('a')).not.toThrow()
})
