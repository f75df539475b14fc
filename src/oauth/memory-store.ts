/** A store that ends with the page or the process. */
import { matches } from './matches.ts'
import type { AuthStore } from './types.ts'

export function memoryStore(): AuthStore {
  const values = new Map<string, unknown>()
  return {
    get: async (key) => values.get(key),
    set: (key, value, expected) => swap(key, expected, () => values.set(key, value)),
    delete: (key, expected) => swap(key, expected, () => values.delete(key)),
  }

  async function swap(key: string, expected: unknown, write: () => unknown): Promise<boolean> {
    const holds = matches(values.get(key), expected)
    if (holds) write()
    return holds
  }
}
