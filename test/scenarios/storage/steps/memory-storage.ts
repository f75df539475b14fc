/** A Web Storage for runtimes without one, and how it can misbehave. */
import type { WebStorage } from '../../../../src/web-storage/index.ts'

export interface MemoryStorage extends WebStorage {
  /** What is in it, by key. */
  items: Map<string, string>
}

/** `room` is how many characters it holds in all. */
export function createMemoryStorage(room = Number.POSITIVE_INFINITY): MemoryStorage {
  const items = new Map<string, string>()
  const used = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    items,
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    setItem(key, value) {
      const before = items.get(key)
      items.set(key, value)
      if (used() <= room) return
      items.delete(key)
      if (before !== undefined) items.set(key, before)
      throw new Error('QuotaExceededError')
    },
  }
}

/** What a page in a sandbox gets: everything throws. */
export function createForbiddenStorage(): WebStorage {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  return {
    get length(): number {
      return refuse()
    },
    key: refuse,
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  }
}
