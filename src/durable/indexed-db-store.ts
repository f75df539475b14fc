/** A journal in IndexedDB, which all tabs and workers of an origin share. */
import type { JournalRecord, JournalStore } from './types.ts'

/** The options of `indexedDbStore()`. */
export interface IndexedDbStoreOptions {
  /** The name of the database. @default 'mcp-durable' */
  name?: string | undefined
}

const STORE = 'calls'

/** A journal in IndexedDB. Each call is owned by a Web Lock, which ends with its tab; by a lease where there are none. */
export function indexedDbStore({ name = 'mcp-durable' }: IndexedDbStoreOptions = {}): JournalStore {
  let database: Promise<IDBDatabase> | undefined
  const range = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  return {
    ownership: globalThis.navigator?.locks ? 'locks' : 'lease',
    list: (prefix) => transact('readonly', (calls, done) => read(calls.getAll(range(prefix)), done)),
    get: (key) => transact('readonly', (calls, done) => read(calls.get(key), done)),
    put: (record, expected) =>
      transact('readwrite', (calls, done) =>
        read(calls.get(record.key), (current: JournalRecord | undefined) => {
          const isExpected = current?.revision === expected
          // As JSON: arguments of an application may hold what cannot be cloned.
          if (isExpected) calls.put(JSON.parse(JSON.stringify(record)))
          done(isExpected)
        }),
      ),
    delete: (key) => transact('readwrite', (calls, done) => read(calls.delete(key), done)),
  }

  /** Resolves to the argument of `done`, once the transaction is complete and stored. */
  async function transact<T>(
    mode: IDBTransactionMode,
    work: (calls: IDBObjectStore, done: (result: T) => void) => void,
  ): Promise<T> {
    database ??= open()
    const opened = await database.catch(forget)
    return new Promise((resolve, reject) => {
      // An intent that is stored must survive a crash.
      const transaction = opened.transaction(STORE, mode, { durability: 'strict' })
      let result: T
      transaction.oncomplete = () => resolve(result)
      transaction.onabort = () => reject(transaction.error)
      work(transaction.objectStore(STORE), (value) => {
        result = value
      })
    })
  }

  function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: 'key' })
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const { result } = request
        result.onclose = () => {
          database = undefined
        }
        // Another tab deletes the database: an open connection would block that.
        result.onversionchange = () => {
          result.close()
          database = undefined
        }
        resolve(result)
      }
    })
  }

  function forget(error: unknown): never {
    database = undefined
    throw error
  }
}

function read<T>(request: IDBRequest, done: (result: T) => void): void {
  request.onsuccess = () => done(request.result)
}
