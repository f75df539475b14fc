/** The store of a realm in the storage of its Durable Object, so that sessions outlive an eviction. */
import { createMemoryStore, type SessionRecord, type Store } from '../../src/testing/store.ts'

/** The synchronous SQL of a Durable Object's storage. */
export interface Sql {
  exec(query: string, ...values: (string | number | null)[]): Iterable<Record<string, string | number | null>>
}

const TABLES = [
  'sessions (id TEXT PRIMARY KEY, record TEXT)',
  'streams (position INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, session TEXT)',
  // An event has a type or is only a mark: a further id of a position, how many events a client has seen there.
  'events (position INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT, id TEXT, event TEXT, data TEXT, seen INTEGER)',
]

/** Reads come from memory, which is filled when the object is constructed; every change is also written. */
export function createDurableStore(sql: Sql): Store {
  for (const table of TABLES) sql.exec(`CREATE TABLE IF NOT EXISTS ${table}`)
  const memory = createMemoryStore()
  load()
  return {
    ...memory,
    saveSession(record) {
      memory.saveSession(record)
      sql.exec('INSERT OR REPLACE INTO sessions VALUES (?, ?)', record.id, writeRecord(record))
    },
    dropSession(id) {
      memory.dropSession(id)
      sql.exec('DELETE FROM events WHERE stream IN (SELECT name FROM streams WHERE session = ?)', id)
      sql.exec('DELETE FROM streams WHERE session = ?', id)
      sql.exec('DELETE FROM sessions WHERE id = ?', id)
    },
    openStream(name, session) {
      memory.openStream(name, session)
      sql.exec('INSERT OR REPLACE INTO streams (name, session) VALUES (?, ?)', name, session)
    },
    append(stream, event) {
      const id = memory.append(stream, event)
      const values = [stream, id, event.event ?? null, event.data] as const
      sql.exec('INSERT INTO events (stream, id, event, data) VALUES (?, ?, ?, ?)', ...values)
      return id
    },
    mark(stream, seen, id) {
      const marked = memory.mark(stream, seen, id)
      sql.exec('INSERT INTO events (stream, id, seen) VALUES (?, ?, ?)', stream, marked, seen ?? null)
      return marked
    },
    clear() {
      memory.clear()
      for (const table of ['sessions', 'streams', 'events']) sql.exec(`DELETE FROM ${table}`)
    },
  }

  /** In the order of writing, so that a mark without a position stands for the end as it was then. */
  function load(): void {
    for (const { record } of sql.exec('SELECT record FROM sessions')) memory.saveSession(readRecord(String(record)))
    for (const { name, session } of sql.exec('SELECT name, session FROM streams ORDER BY position')) {
      memory.openStream(String(name), String(session))
    }
    for (const { stream, id, event, data, seen } of sql.exec('SELECT * FROM events ORDER BY position')) {
      if (data === null) memory.mark(String(stream), seen === null ? undefined : Number(seen), String(id))
      else
        memory.append(String(stream), {
          id: String(id),
          event: event === null ? undefined : String(event),
          data: String(data),
        })
    }
  }
}

function writeRecord(record: SessionRecord): string {
  const { state } = record
  return JSON.stringify({ ...record, state: { ...state, subscriptions: [...state.subscriptions] } })
}

function readRecord(text: string): SessionRecord {
  const record = JSON.parse(text) as SessionRecord
  return { ...record, state: { ...record.state, subscriptions: new Set(record.state.subscriptions) } }
}
