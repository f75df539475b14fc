/** The history of calls in IndexedDB, by server. A chunk of its own. */
import type { Outcome } from './outcome.ts'
import type { Action, Result } from './server/calls.ts'
import type { CheckedSchema } from './server/check-output.ts'

export interface StoredCall {
  /** The URL of the server. */
  server: string
  startedAt: number
  action: Action
  isFromModel: boolean
  ms: number
  verdict: Outcome
  schema?: CheckedSchema | undefined
  result?: Result | undefined
  error?: string
  lost?: 'result' | 'secrets' | undefined
}

const NAME = 'history of calls'
const CALLS = 'calls'
const BY_SERVER = 'server and time'
/** As many as the page shows of one server. */
const MAX_CALLS = 200
/** Of all servers. */
const MAX_ALL = 2_000

let opening: Promise<IDBDatabase> | undefined

/** The newest first. */
export async function load(server: string): Promise<StoredCall[]> {
  const calls = await store('readonly')
  const found = await settle<StoredCall[]>(calls.index(BY_SERVER).getAll(rangeOf(server)))
  return found.filter(isStoredCall).toReversed().slice(0, MAX_CALLS)
}

export async function save(call: StoredCall): Promise<void> {
  const calls = await store('readwrite')
  await settle(calls.add(call))
  await drop(calls, calls.index(BY_SERVER).openKeyCursor(rangeOf(call.server)), MAX_CALLS, rangeOf(call.server))
  await drop(calls, calls.openKeyCursor(), MAX_ALL)
}

export async function clear(server: string): Promise<void> {
  const calls = await store('readwrite')
  const keys = await settle(calls.index(BY_SERVER).getAllKeys(rangeOf(server)))
  for (const key of keys) calls.delete(key)
}

/** Deletes the oldest ones beyond a number. */
async function drop(
  calls: IDBObjectStore,
  oldestFirst: IDBRequest<IDBCursor | null>,
  max: number,
  range?: IDBKeyRange,
): Promise<void> {
  const count = await settle(range ? calls.index(BY_SERVER).count(range) : calls.count())
  let left = count - max
  if (left <= 0) return
  await new Promise<void>((resolve, reject) => {
    oldestFirst.onerror = () => reject(oldestFirst.error)
    oldestFirst.onsuccess = () => {
      const { result: cursor } = oldestFirst
      if (!cursor || left-- <= 0) return resolve()
      calls.delete(cursor.primaryKey)
      cursor.continue()
    }
  })
}

const rangeOf = (server: string) => IDBKeyRange.bound([server, 0], [server, Number.MAX_SAFE_INTEGER])

/** Of another version of the page, entries may be anything. */
function isStoredCall({ action, verdict, ms }: Partial<StoredCall>): boolean {
  return typeof action?.kind === 'string' && typeof verdict?.headline === 'string' && typeof ms === 'number'
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opening ??= open()
  const database = await opening
  return database.transaction(CALLS, mode).objectStore(CALLS)
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    const calls = request.result.createObjectStore(CALLS, { autoIncrement: true })
    calls.createIndex(BY_SERVER, ['server', 'startedAt'])
  }
  return settle(request)
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
