/** A bounded cache in memory: the least recently used entry is dropped first. */

export interface LruCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  /** Deletes every entry whose key begins with `prefix`. */
  deletePrefix(prefix: string): void
}

export function createLruCache<T>(maxEntries = 256): LruCache<T> {
  const entries = new Map<string, T>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) moveToEnd(key, value)
      return value
    },
    set(key, value) {
      moveToEnd(key, value)
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string)
    },
    deletePrefix(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
    },
  }

  function moveToEnd(key: string, value: T): void {
    entries.delete(key)
    entries.set(key, value)
  }
}
