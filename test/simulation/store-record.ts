/** The server's event store with a memory of its own: what was ever kept, also after a restart. */
import { createMemoryStore, type Store } from '../../src/testing/index.ts'

export interface StoreRecord {
  store: Store
  /** The answer to a request, if it was kept. */
  answerTo(requestId: unknown): string | undefined
}

export function createStoreRecord(): StoreRecord {
  const memory = createMemoryStore()
  const answers = new Map<unknown, string>()
  return {
    store: {
      ...memory,
      append(stream, event) {
        const id = memory.append(stream, event)
        if (event.data.includes('"result":')) answers.set(JSON.parse(event.data).id, event.data)
        return id
      },
    },
    answerTo: (requestId) => answers.get(requestId),
  }
}
