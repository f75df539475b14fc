/** A Web Storage for runtimes without one, and a storage that refuses everything. */
import type { WebStorage } from '../../../../src/web-storage/index.ts'

export interface MemoryStorage extends WebStorage {
  /** Its entries. */
  items: Map<string, string>
}

/** `room` is the quota in characters. */
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

/** The storage of a sandboxed page: everything throws. */
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
