/** What a realm was sent and what it answered, for a judge of every message. Kept only where somebody asks for it. */
import type { JournalEntry } from '../../src/testing/journal/journal-entry.ts'
import type { ResponseObserver } from '../../src/testing/journal/recorder.ts'

export interface ServedExchange extends JournalEntry {
  /** A script or a fault shaped the response, so what it says may be wrong by design. */
  isShaped: boolean
  /** The body of the response, as far as it was written. */
  text: string
}

export interface ServedMessages extends ResponseObserver {
  exchanges(entries: readonly JournalEntry[]): ServedExchange[]
}

/** Longer bodies are cut: they test limits. */
const LIMIT = 500_000

export function createServedMessages(): ServedMessages {
  const chunks = new WeakMap<JournalEntry, { bytes: Uint8Array[]; length: number }>()
  const shaped = new WeakSet<JournalEntry>()
  return {
    onShaped: (entry) => void shaped.add(entry),
    onBytes(entry, bytes) {
      const kept = chunks.get(entry) ?? { bytes: [], length: 0 }
      chunks.set(entry, kept)
      if (kept.length < LIMIT) kept.bytes.push(bytes.slice())
      kept.length += bytes.length
    },
    exchanges: (entries) =>
      entries.map((entry) => {
        const decoder = new TextDecoder()
        const text = (chunks.get(entry)?.bytes ?? []).map((bytes) => decoder.decode(bytes, { stream: true })).join('')
        return { ...entry, isShaped: shaped.has(entry) || entry.fault !== undefined, text }
      }),
  }
}
