/** A journal in memory: it ends with the page or the process. */
import type { JournalRecord, JournalStore } from './types.ts'

/** A journal in memory, for tests, and for calls that outlive a view but not the page. */
export function memoryStore(): JournalStore {
  const texts = new Map<string, string>()
  const read = (key: string) => {
    const text = texts.get(key)
    return text === undefined ? undefined : (JSON.parse(text) as JournalRecord)
  }
  return {
    list: async (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)).map((key) => read(key)!),
    get: async (key) => read(key),
    async put(record, expected) {
      const isExpected = read(record.key)?.revision === expected
      if (isExpected) texts.set(record.key, JSON.stringify(record))
      return isExpected
    },
    async delete(key) {
      texts.delete(key)
    },
  }
}
