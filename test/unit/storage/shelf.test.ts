/** How a part of a Web Storage stays small and young. */
import { expect, test } from 'vitest'
import { createShelf, type ShelfOptions, type WebStorage } from '../../../src/web-storage/bounded-storage.ts'
import { storageCache, storageEraCache } from '../../../src/web-storage/index.ts'
import { createForbiddenStorage, createMemoryStorage } from '../../scenarios/storage/steps/memory-storage.ts'

interface Thing {
  text: string
}

let time = 1_000_000

const pass = (milliseconds: number) => {
  time += milliseconds
}

const shelf = (storage: WebStorage, limits: Partial<ShelfOptions> = {}) =>
  createShelf<Thing>(
    storage,
    { prefix: 'p:', maxAge: 1_000, maxEntries: 100, ...limits },
    ({ text }) => typeof text === 'string',
    () => time,
  )

test('an item is found until its age is over, and is gone then', () => {
  const storage = createMemoryStorage()
  const things = shelf(storage)
  things.set('a', { text: 'x' })
  pass(1_000)
  expect(things.get('a')).toEqual({ text: 'x' })
  pass(1)
  expect(things.get('a')).toBeUndefined()
  expect(storage.items.size).toBe(0)
})

test('an item from the future is of no known age', () => {
  const things = shelf(createMemoryStorage())
  things.set('a', { text: 'x' })
  pass(-1)
  expect(things.get('a')).toBeUndefined()
})

test('the oldest make room for the youngest, and others who use the storage keep theirs', () => {
  const storage = createMemoryStorage()
  storage.setItem('theirs', 'x')
  const things = shelf(storage, { maxEntries: 3 })
  for (const key of ['0', '1', '2', '3', '4']) {
    things.set(key, { text: key })
    pass(10)
  }
  const found = ['0', '1', '2', '3', '4'].map((key) => things.get(key)?.text)
  expect(found).toEqual([undefined, undefined, '2', '3', '4'])
  things.set('4', { text: 'again' })
  expect(things.get('2')).toEqual({ text: '2' })
  expect(storage.getItem('theirs')).toBe('x')
})

test('a full storage gives up old items for a new one, and the new one if that does not help', () => {
  const things = shelf(createMemoryStorage(500))
  for (let index = 0; index < 20; index++) {
    things.set(`key-${index}`, { text: 'some text' })
    pass(10)
  }
  expect(things.get('key-19')).toEqual({ text: 'some text' })
  expect(things.get('key-0')).toBeUndefined()
  things.set('large', { text: 'x'.repeat(1_000) })
  expect(things.get('large')).toBeUndefined()
})

test('deleting takes every item whose key begins so, and no other', () => {
  const cache = storageCache(createMemoryStorage())
  const entry = { result: '{}', expires: 1 }
  for (const key of ['a tools', 'a tools 2', 'a prompts', 'b tools']) cache.set(key, entry)
  cache.delete('a tools')
  const found = ['a tools', 'a tools 2', 'a prompts', 'b tools'].map((key) => cache.get(key) !== undefined)
  expect(found).toEqual([false, false, true, true])
})

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['another shape', '{"at":1000000,"value":{"era":7}}'],
  ['no time', '{"value":{"era":"modern","protocolVersion":"x","at":1}}'],
])('what somebody else wrote (%s) is not taken, and removed', (_, text) => {
  const storage = createMemoryStorage()
  const cache = storageEraCache(storage, { prefix: 'p:' })
  storage.setItem('p:https://a', text)
  expect(cache.get('https://a')).toBeUndefined()
  expect(storage.items.size).toBe(0)
})

test('a storage that refuses everything is as good as none', () => {
  const cache = storageCache(createForbiddenStorage())
  expect(() => cache.set('a', { result: '{}', expires: 1 })).not.toThrow()
  expect(cache.get('a')).toBeUndefined()
  expect(() => cache.delete('a')).not.toThrow()
})
