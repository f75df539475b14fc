/** Remembers in Web Storage what servers speak and what they answered, so that the next page load need not ask. */

import type { CacheEntry, EraCache, ResponseCache, Verdict } from '../types/stores.ts'
import { createShelf, type ShelfOptions, type WebStorage } from './bounded-storage.ts'

export type { CacheEntry, EraCache, ResponseCache, Verdict } from '../types/stores.ts'
export type { WebStorage } from './bounded-storage.ts'

/** Both begin with this by default; an application that shares the storage sees whose they are. */
const PREFIX = 'mcp-over-fetch'

const DAY = 86_400_000

export type StorageOptions = Partial<ShelfOptions>

/** For `eraCache`: what servers speak, by address. At most 256 of them, each for 30 days, unless the options say otherwise. */
export function storageEraCache(storage: WebStorage, options?: StorageOptions): EraCache {
  const limits = { prefix: `${PREFIX}:era:`, maxAge: 30 * DAY, maxEntries: 256, ...options }
  const { get, set } = createShelf<Verdict>(storage, limits, ({ era, protocolVersion, at }) => {
    return typeof era === 'string' && typeof protocolVersion === 'string' && typeof at === 'number'
  })
  return { get, set }
}

/**
 * For `cache`: answers, for as long as the server allows. At most 256 of them, each for a day, unless the options say
 * otherwise. Scripts of the same origin can read them; give `partition` too, or private answers are found by nobody later.
 */
export function storageCache(storage: WebStorage, options?: StorageOptions): ResponseCache {
  const limits = { prefix: `${PREFIX}:cache:`, maxAge: DAY, maxEntries: 256, ...options }
  return createShelf<CacheEntry>(storage, limits, ({ result, expires }) => {
    return typeof expires === 'number' && typeof JSON.parse(String(result)) === 'object'
  })
}
