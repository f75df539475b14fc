/** The state of cached methods: kept while it is used, and bounded in number. */
import { expect, test } from 'vitest'
import { createLruCache } from '../../../../src/core/cache/lru-cache.ts'
import { methodState } from '../../../../src/core/cache/response-cache.ts'
import type { CacheEntry } from '../../../../src/types/stores.ts'

test('the states of addresses that were not used for long are dropped, those in use stay', () => {
  const store = createLruCache<CacheEntry>()
  const [used, unused] = ['https://used.example tools/list ', 'https://unused.example tools/list ']
  const [first, other] = [methodState(store, used), methodState(store, unused)]
  for (let index = 0; index < 10_000; index++) {
    methodState(store, `https://${index}.example tools/list `)
    if (index % 100 === 0) expect(methodState(store, used)).toBe(first)
  }
  expect(methodState(store, unused)).not.toBe(other)
})
