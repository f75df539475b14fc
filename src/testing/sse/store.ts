/** What a server must remember to continue its sessions and streams. */
import type { PeerState } from '../features/request-context.ts'

export interface SessionRecord {
  id: string
  version: string
  clientCapabilities: Record<string, unknown>
  /** When the last request came, on the server's clock. */
  lastSeen: number
  state: PeerState
}

export interface StoredEvent {
  id: string
  event?: string | undefined
  data: string
}

/** A place in a stream: so many of its events have been seen. */
export interface Position {
  stream: string
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
  /** Adds an event to a stream; without an id it is given one. Returns the id. */
  append(stream: string, event: Omit<StoredEvent, 'id'> & { id?: string | undefined }): string
  /** Gives a place in a stream a further name, by default its end. Returns the name. */
  mark(stream: string, seen?: number, id?: string): string
  /** The place after the event with this id, or with this name. */
  find(session: string, id: string): Position | undefined
  eventsAfter(position: Position): StoredEvent[]
  clear(): void
}

interface Stream {
  session: string
  events: StoredEvent[]
  /** What each name stands for: so many events seen. */
  names: Map<string, number>
}

/** Streams that can be resumed; beyond that the oldest is forgotten. */
const MOST_STREAMS = 1_000

export function createMemoryStore(): Store {
  const sessions = new Map<string, SessionRecord>()
  const streams = new Map<string, Stream>()

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
    streams.set(name, { session, events: [], names: new Map() })
    const [oldest] = streams.keys()
    if (streams.size > MOST_STREAMS) streams.delete(oldest!)
  }

  function append(name: string, { id, event, data }: Parameters<Store['append']>[1]): string {
    const stream = streamOf(name)
    const given = markIn(stream, name, stream.events.length + 1, id)
    stream.events.push({ id: given, event, data })
    return given
  }

  function markIn({ events, names }: Stream, name: string, seen = events.length, id?: string): string {
    const given = id ?? `${name}-${names.size + 1}`
    names.set(given, seen)
    return given
  }

  /** A script may give the same id on several streams; the latest one counts. */
  function find(session: string, id: string): Position | undefined {
    for (const [name, stream] of [...streams].reverse()) {
      const seen = stream.session === session ? stream.names.get(id) : undefined
      if (seen !== undefined) return { stream: name, seen }
    }
    return undefined
  }

  /** Work may still write to a stream that was forgotten; nobody will ever ask for it. */
  function streamOf(name: string): Stream {
    return streams.get(name) ?? { session: '', events: [], names: new Map() }
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
