/** Where a stream is: the last event seen, what the server said about coming back, and what was already handled. */

/** The longest wait that a server can ask for, in milliseconds. */
export const MOST_RETRY = 300_000

/** Event ids remembered to recognise what is replayed. */
const MOST_SEEN = 10_000

export interface Position {
  readonly lastEventId: string | undefined
  readonly retry: number | undefined
  /** The id at the end of a block, also of one without data; an empty one forgets the position. */
  moveTo(id: string): void
  setRetry(milliseconds: number): void
  /** From here on events come from another connection. */
  reconnected(): void
  /** Whether no earlier connection brought the event with this id. */
  isNew(id: string): boolean
}

export function createPosition(lastEventId?: string, onMoved?: (id: string) => void): Position {
  /** The connection that brought it: within one connection a sloppy server may use an id twice. */
  let broughtBy: Map<string, number> | undefined
  const resumedAfter = lastEventId
  let connection = 0
  let retry: number | undefined
  return {
    get lastEventId() {
      return lastEventId
    },
    get retry() {
      return retry
    },
    moveTo(id) {
      lastEventId = id || undefined
      if (id) onMoved?.(id)
    },
    setRetry(milliseconds) {
      retry = Math.min(milliseconds, MOST_RETRY)
    },
    reconnected() {
      connection++
    },
    isNew(id) {
      // Most streams have no ids. What was seen elsewhere is not new here.
      broughtBy ??= new Map(resumedAfter ? [[resumedAfter, -1]] : [])
      const known = broughtBy.get(id)
      if (known !== undefined) return known === connection
      broughtBy.set(id, connection)
      if (broughtBy.size > MOST_SEEN) broughtBy.delete(broughtBy.keys().next().value!)
      return true
    },
  }
}

/** A header holds bytes, an id any text: it goes as the bytes of its UTF-8. */
export function encodeEventId(id: string): string {
  const bytes = Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('')
  // What no header may hold would make fetch throw.
  return bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}
