/** A journal in the storage of a Durable Object. */
import type { JournalRecord, JournalStore } from './types.ts'

/** The part of a Durable Object's storage that is used. */
export interface ObjectStorage {
  /** Reads a value. */
  get(key: string): Promise<unknown>
  /** Writes a value. */
  put(key: string, value: unknown): Promise<void>
  /** Deletes a value. */
  delete(key: string): Promise<boolean>
  /** Reads all values whose key begins with `prefix`. */
  list(options: { prefix: string }): Promise<Map<string, unknown>>
  /** Runs reads and writes as one. */
  transaction<T>(run: (storage: Pick<ObjectStorage, 'get' | 'put'>) => Promise<T>): Promise<T>
}

const START = 'mcp-durable '

/** A journal in the storage of a Durable Object. There is one instance of an object at a time, which owns all its calls. */
export function objectStore(storage: ObjectStorage): JournalStore {
  return {
    ownership: 'exclusive',
    list: async (prefix) => [...(await storage.list({ prefix: START + prefix })).values()] as JournalRecord[],
    get: async (key) => (await storage.get(START + key)) as JournalRecord | undefined,
    put: (record, expected) =>
      storage.transaction(async (values) => {
        const key = START + record.key
        const current = (await values.get(key)) as JournalRecord | undefined
        if (current?.revision !== expected) return false
        // As JSON, so that members without a value are left out.
        await values.put(key, JSON.parse(JSON.stringify(record)))
        return true
      }),
    async delete(key) {
      await storage.delete(START + key)
    },
  }
}
