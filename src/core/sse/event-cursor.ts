/** The position in a stream that may have several connections: last event id, retry interval, and which events are replays. */
import { hashText } from '../util/hash-text.ts'

export interface EventCursor {
  readonly lastEventId: string | undefined
  /** Milliseconds to wait before the next connection, as the server asked. */
  readonly retry: number | undefined
  /** How many event ids were new. */
  readonly newIds: number
  /** Takes the id of an event, also of one without data; an empty id resets it (HTML, server-sent events). */
  moveTo(id: string): void
  setRetry(milliseconds: number): void
  /** The number of another connection. */
  connect(): number
  /** Whether this connection repeats what another one delivered: an event with this id and this data. */
  isReplay(id: string, data: string, connection: number): boolean
  /** Reports a position from which the stream could be resumed. */
  report?: ((id: string) => void) | undefined
}

interface SeenEvent {
  /** The hash of its data. */
  data?: string
  /** The connection that delivered it. */
  connection?: number
  /** The last connection that repeated it. */
  replayedBy?: number
}

/** With `lastEventId` the cursor continues a stream that another client read. */
export function createEventCursor(lastEventId?: string, report?: (id: string) => void): EventCursor {
  /** Events that are remembered to recognize replays. */
  const maxEvents = 10_000
  /** The event with each id, by the hash of the id: remembered ids would keep the chunks alive that they were cut from. */
  let events: Map<string, SeenEvent> | undefined
  /** Set when the server uses an id again for another event: its ids tell nothing about replays. */
  let reusesIds = false
  let connections = 0
  /** The last id and its event, so that the hash of an id is computed once. */
  let lastId: string | undefined
  let lastEvent: SeenEvent
  const cursor = {
    lastEventId,
    retry: undefined as number | undefined,
    newIds: 0,
    moveTo(id: string) {
      cursor.lastEventId = id || undefined
      if (id) remember(id)
    },
    setRetry(milliseconds: number) {
      cursor.retry = milliseconds
    },
    connect: () => ++connections,
    isReplay(id: string, data: string, connection: number) {
      if (reusesIds) return false
      const event = remember(id)
      // Whoever finds other data with this hash controls the stream, and could drop the event as well.
      const hash = hashText(data)
      if (event.connection === undefined) {
        event.data = hash
        event.connection = connection
        return false
      }
      reusesIds = event.connection === connection || event.data !== hash
      // Each connection replays an event once at most: the next time it is another event, with the same id and data.
      reusesIds ||= event.replayedBy === connection
      event.replayedBy = connection
      return !reusesIds
    },
    report,
  }
  return cursor

  function remember(id: string): SeenEvent {
    if (id === lastId) return lastEvent
    const key = hashText(id)
    // Created late, since most streams have no ids.
    events ??= new Map(lastEventId ? [[hashText(lastEventId), {}]] : [])
    let event = events.get(key)
    if (!event) {
      event = {}
      cursor.newIds++
      events.set(key, event)
      if (events.size > maxEvents) events.delete(events.keys().next().value!)
    }
    lastId = id
    lastEvent = event
    return event
  }
}

/** An event id as a header value: the bytes of its UTF-8, since ids are any text and headers are bytes. */
export function encodeEventId(id: string): string {
  const bytes = Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('')
  // Characters that no header may contain would make fetch throw.
  return bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}
