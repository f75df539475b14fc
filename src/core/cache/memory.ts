/** Remembers in memory, up to a bound: what was not used for longest goes first. */
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'

const MOST_ENTRIES = 256

/** A `Map` that forgets. */
export function createMemory<T>(): { get(key: string): T | undefined; set(key: string, value: T): void } & {
  delete(prefix: string): void
} {
  const entries = new Map<string, T>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) put(key, value)
      return value
    },
    set(key, value) {
      put(key, value)
      if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value as string)
    },
    delete(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
    },
  }

  function put(key: string, value: T): void {
    entries.delete(key)
    entries.set(key, value)
  }
}

export const createMemoryCache: () => ResponseCache = () => createMemory<CacheEntry>()
