/** The position in an SSE stream: last event id, retry interval, and the ids seen, so that replayed events are dropped. */
import { hashText } from '../util/hash-text.ts'

/** The longest `retry` that is honoured, in milliseconds. */
export const MAX_RETRY = 300_000

export interface EventCursor {
  readonly lastEventId: string | undefined
  readonly retry: number | undefined
  /** Takes the id of an event, also of one without data; an empty id resets it (HTML, server-sent events). */
  moveTo(id: string): void
  setRetry(milliseconds: number): void
  /** The following events come from another connection. */
  reconnected(): void
  /** Whether no earlier connection delivered the event with this id. */
  isNew(id: string): boolean
}

/** With `lastEventId` the cursor continues a stream that another client read. `onMoved` is called with each new id. */
export function createEventCursor(lastEventId?: string, onMoved?: (id: string) => void): EventCursor {
  /** Event ids that are remembered to recognise replayed events. */
  const maxIds = 10_000
  /** The connection that delivered each id, by its hash: within one connection, a server may use an id twice. */
  let deliveredBy: Map<string, number> | undefined
  let connection = 0
  const cursor = {
    lastEventId,
    retry: undefined as number | undefined,
    moveTo(id: string) {
      cursor.lastEventId = id || undefined
      if (id) onMoved?.(id)
    },
    setRetry(milliseconds: number) {
      cursor.retry = Math.min(milliseconds, MAX_RETRY)
    },
    reconnected() {
      connection++
    },
    isNew(id: string) {
      // Created late, since most streams have no ids. The event that another client read last is not new here.
      deliveredBy ??= new Map(lastEventId ? [[hashText(lastEventId), -1]] : [])
      // Remembered ids would keep alive the chunks that the engine cut them out of.
      const key = hashText(id)
      const known = deliveredBy.get(key)
      if (known !== undefined) return known === connection
      deliveredBy.set(key, connection)
      if (deliveredBy.size > maxIds) deliveredBy.delete(deliveredBy.keys().next().value!)
      return true
    },
  }
  return cursor
}

/** An event id as a header value: the bytes of its UTF-8, since ids are any text and headers are bytes. */
export function encodeEventId(id: string): string {
  const bytes = Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('')
  // Characters that no header may contain would make fetch throw.
  return bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}
