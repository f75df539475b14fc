/** The server's event store with a record of every answer that was ever stored, also after a restart. */
import { createMemoryStore, type Store } from '../../../src/testing/store.ts'

export interface RecordingStore {
  store: Store
  /** The stored answer to a request, if there is one. */
  answerTo(requestId: unknown): string | undefined
}

export function createRecordingStore(): RecordingStore {
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
