/** A store that ends with the page or the process. */
import type { AuthStore } from './types.ts'

export function memoryStore(): AuthStore {
  const values = new Map<string, unknown>()
  return {
    get: async (key) => values.get(key),
    async set(key, value, expected) {
      if (!isExpected(key, expected)) return false
      values.set(key, value)
      return true
    },
    async delete(key, expected) {
      if (!isExpected(key, expected)) return false
      values.delete(key)
      return true
    },
  }

  function isExpected(key: string, expected: unknown): boolean {
    return expected === undefined || JSON.stringify(values.get(key) ?? null) === JSON.stringify(expected)
  }
}
