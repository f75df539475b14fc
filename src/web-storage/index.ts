/** The entry `mcp-over-fetch/web-storage`: caches in Web Storage that survive a page load. */
import type { CacheEntry, EraCache, KnownServer, ResponseCache } from '../types/stores.ts'
import { type BoundedStorageOptions, createBoundedStorage, type WebStorage } from './bounded-storage.ts'

export type { CacheEntry, EraCache, KnownServer, ResponseCache } from '../types/stores.ts'
export type { WebStorage } from './bounded-storage.ts'

/** The default keys begin with the name of this package, so that they differ from those of applications. */
const PREFIX = 'mcp-over-fetch'

const DAY = 86_400_000

/** The options of the caches in Web Storage. */
export type StorageOptions = Partial<BoundedStorageOptions>

/** For the option `eraCache`: the era and transport of each server. By default at most 256 entries, each for 30 days. */
export function storageEraCache(storage: WebStorage, options?: StorageOptions): EraCache {
  const limits = { prefix: `${PREFIX}:era:`, maxAge: 30 * DAY, maxEntries: 256, ...options }
  const { get, set } = createBoundedStorage<KnownServer>(storage, limits, ({ era, protocolVersion, checkedAt }) => {
    return typeof era === 'string' && typeof protocolVersion === 'string' && typeof checkedAt === 'number'
  })
  return { get, set }
}

/**
 * For the option `cache`: responses, for as long as the server allows. By default at most 256 entries, each for a day.
 * Every script of the origin can read them. Without the option `cachePartition`, private responses are not found again after a
 * page load.
 */
export function storageCache(storage: WebStorage, options?: StorageOptions): ResponseCache {
  const limits = { prefix: `${PREFIX}:cache:`, maxAge: DAY, maxEntries: 256, ...options }
  return createBoundedStorage<CacheEntry>(storage, limits, ({ result, expires }) => {
    return typeof expires === 'number' && typeof JSON.parse(String(result)) === 'object'
  })
}
