/** A store in IndexedDB: all tabs share it, and it can hold private keys that no script can export. */
import { matchesExpected } from '../store/compare-and-set.ts'
import type { AuthStore } from '../types.ts'
import { EXPOSURE_WARNING } from './exposure-warning.ts'
import { withLock } from './locks.ts'

/** The options of `idbStore()`. */
export interface IdbStoreOptions {
  /** The name of the database. @default 'mcp-auth' */
  name?: string | undefined
}

const OBJECT_STORE = 'values'

type Work<T> = (values: IDBObjectStore, done: (result: T) => void) => void

/** A store in IndexedDB: all tabs share it, and it can hold private keys that no script can export. */
export function idbStore({ name = 'mcp-auth' }: IdbStoreOptions = {}): AuthStore {
  let database: Promise<IDBDatabase> | undefined
  return {
    get: (key) => transact('readonly', (values, done) => onResult(values.get(key), done)),
    set: (key, value, expected) => compareAndSet(key, expected, (values) => values.put(value, key)),
    delete: (key, expected) => compareAndSet(key, expected, (values) => values.delete(key)),
    exposure: EXPOSURE_WARNING,
    lock: (lockName, run) => withLock(`${name} ${lockName}`, run),
  }

  /** In one transaction, so that no other tab writes in between. */
  function compareAndSet(key: string, expected: unknown, write: (values: IDBObjectStore) => void): Promise<boolean> {
    return transact('readwrite', (values, done) =>
      onResult(values.get(key), (current) => {
        const matches = matchesExpected(current, expected)
        if (matches) write(values)
        done(matches)
      }),
    )
  }

  async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    try {
      database ??= openDatabase(name, forgetDatabase)
      return await runTransaction(await database, mode, work)
    } catch (error) {
      // The connection may be dead, so the next call opens another.
      forgetDatabase()
      throw error
    }
  }

  function forgetDatabase(): void {
    database = undefined
  }
}

/** Resolves to the argument of `done`, once the transaction is complete. */
function runTransaction<T>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(OBJECT_STORE, mode)
    let result: T
    transaction.oncomplete = () => resolve(result)
    transaction.onabort = () => reject(transaction.error)
    work(transaction.objectStore(OBJECT_STORE), (value) => {
      result = value
    })
  })
}

function openDatabase(name: string, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(OBJECT_STORE)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = onClosed
      // Another tab deletes or upgrades the database; an open connection would block that.
      database.onversionchange = () => {
        database.close()
        onClosed()
      }
      resolve(database)
    }
  })
}

function onResult<T>(request: IDBRequest<T>, done: (result: T) => void): void {
  request.onsuccess = () => done(request.result)
}
