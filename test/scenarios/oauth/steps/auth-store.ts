/** A token store that tests can read, age and make fail. */
import type { AuthStore } from '../../../../src/oauth/index.ts'

export function openStore() {
  const values = new Map<string, string>()
  const same = (key: string, expected: unknown) => (values.get(key) ?? 'null') === JSON.stringify(expected)
  const store: AuthStore & { values: Map<string, string>; fail: boolean; age(by: number): void } = {
    values,
    fail: false,
    /** Changes all records as if they had been stored this many milliseconds earlier. */
    age(by) {
      const earlier = (text: string) => text.replace(/\b1\d{12}\b/g, (time) => String(Number(time) - by))
      for (const [key, text] of values) values.set(key, earlier(text))
    },
    get: async (key) => JSON.parse(values.get(key) ?? 'null') ?? undefined,
    async set(key, value, expected) {
      if (store.fail) throw new Error('the disk is full')
      if (expected !== undefined && !same(key, expected)) return false
      values.set(key, JSON.stringify(value))
      return true
    },
    async delete(key, expected) {
      if (expected !== undefined && !same(key, expected)) return false
      values.delete(key)
      return true
    },
  }
  return store
}
