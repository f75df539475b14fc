/** What a server must remember to continue its sessions and streams. */

/** State that lives as long as the session (handshake revisions) or the server (stateless ones). */
export interface SessionState {
  logLevel?: string
  subscriptions: Set<string>
}

export interface SessionRecord {
  id: string
  version: string
  clientCapabilities: Record<string, unknown>
  /** The time of the last request, on the server's clock. */
  lastSeen: number
  state: SessionState
}

export interface StoredEvent {
  id: string
  event?: string | undefined
  data: string
}

/** A position in a stream. */
export interface StreamPosition {
  stream: string
  /** How many of its events the client has seen. */
  seen: number
}

/** Synchronous, as the storage of a Durable Object is, so that the order of events never depends on the store. */
export interface Store {
  session(id: string): SessionRecord | undefined
  saveSession(record: SessionRecord): void
  sessions(): SessionRecord[]
  /** Forgets the session and its streams. */
  dropSession(id: string): void
  openStream(stream: string, session: string): void
  /** Adds an event to a stream and returns its id, which is generated unless given. */
  append(stream: string, event: Omit<StoredEvent, 'id'> & { id?: string | undefined }): string
  /** Gives a position in a stream, by default its end, a further event id. Returns the id. */
  mark(stream: string, seen?: number, id?: string): string
  /** The position that an event id stands for. */
  find(session: string, id: string): StreamPosition | undefined
  eventsAfter(position: StreamPosition): StoredEvent[]
  clear(): void
}

interface StoredStream {
  session: string
  events: StoredEvent[]
  /** For each event id, how many events a client has seen that resumes from it. */
  seenById: Map<string, number>
}

/** Streams that can be resumed; beyond that the oldest is forgotten. */
const MAX_STREAMS = 1_000

export function createMemoryStore(): Store {
  const sessions = new Map<string, SessionRecord>()
  const streams = new Map<string, StoredStream>()

  return {
    session: (id) => sessions.get(id),
    saveSession: (record) => void sessions.set(record.id, record),
    sessions: () => [...sessions.values()],
    dropSession,
    openStream,
    append,
    mark: (name, seen, id) => markIn(streamOf(name), name, seen, id),
    find,
    eventsAfter: ({ stream, seen }) => streams.get(stream)?.events.slice(seen) ?? [],
    clear,
  }

  function openStream(name: string, session: string): void {
    streams.set(name, { session, events: [], seenById: new Map() })
    const [oldest] = streams.keys()
    if (streams.size > MAX_STREAMS) streams.delete(oldest!)
  }

  function append(name: string, { id, event, data }: Parameters<Store['append']>[1]): string {
    const stream = streamOf(name)
    const eventId = markIn(stream, name, stream.events.length + 1, id)
    stream.events.push({ id: eventId, event, data })
    return eventId
  }

  function markIn({ events, seenById }: StoredStream, name: string, seen = events.length, id?: string): string {
    const eventId = id ?? `${name}-${seenById.size + 1}`
    seenById.set(eventId, seen)
    return eventId
  }

  /** A script may use the same id on several streams; the latest one counts. */
  function find(session: string, id: string): StreamPosition | undefined {
    for (const [name, stream] of [...streams].reverse()) {
      const seen = stream.session === session ? stream.seenById.get(id) : undefined
      if (seen !== undefined) return { stream: name, seen }
    }
    return undefined
  }

  /** Running work may still write to a stream that was forgotten; such events are dropped. */
  function streamOf(name: string): StoredStream {
    return streams.get(name) ?? { session: '', events: [], seenById: new Map() }
  }

  function dropSession(id: string): void {
    sessions.delete(id)
    for (const [name, { session }] of streams) if (session === id) streams.delete(name)
  }

  function clear(): void {
    sessions.clear()
    streams.clear()
  }
}
