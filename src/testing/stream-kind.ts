/** Tells the kinds of open streams apart. */
import type { JournalEntry } from './journal/journal-entry.ts'

/** Which open streams: of GET, of POST, of HTTP+SSE, or all. */
export type StreamKind = 'get' | 'post' | 'sse' | 'all'

export function isStreamOf(kind: StreamKind): (entry: JournalEntry) => boolean {
  return ({ httpMethod, path, contentType }) => {
    if (!contentType?.startsWith('text/event-stream')) return false
    if (kind === 'all') return true
    if (kind === 'sse') return path.startsWith('/sse')
    return path.startsWith('/mcp') && httpMethod.toLowerCase() === kind
  }
}
