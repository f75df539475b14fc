/** The storage of a Durable Object, in memory. */
import type { DurableStorage } from '../../../../src/oauth/server/index.ts'

export function createFakeStorage(): DurableStorage {
  const values = new Map<string, unknown>()
  const storage: DurableStorage = {
    get: async (key) => structuredClone(values.get(key)),
    put: async (key, value) => void values.set(key, structuredClone(value)),
    delete: async (key) => values.delete(key),
    transaction: (run) => run(storage),
  }
  return storage
}
