/** A response cache as an application could write one, whose entries a test can read. */
import type { ConnectOptions } from '../../../src/core/index.ts'

export type Store = Exclude<NonNullable<ConnectOptions['cache']>, false>
type Entry = Awaited<NonNullable<ReturnType<Store['get']>>>

export function createStore(): Store & { entries: Map<string, Entry> } {
  const entries = new Map<string, Entry>()
  return {
    entries,
    get: (key) => entries.get(key),
    set: (key, entry) => void entries.set(key, entry),
    deletePrefix(prefix) {
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) entries.delete(key)
    },
  }
}

/** The same, but asynchronous. */
export function createRemoteStore(): Store {
  const store = createStore()
  return {
    async get(key) {
      await undefined
      return store.get(key)
    },
    async set(key, entry) {
      await undefined
      store.set(key, entry)
    },
    async deletePrefix(prefix) {
      await undefined
      store.deletePrefix(prefix)
    },
  }
}
