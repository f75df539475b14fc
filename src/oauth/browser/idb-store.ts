/** Keeps authorization in IndexedDB: all tabs share it, and it holds keys that no script can read. */
import { matches } from '../store/compare-and-set.ts'
import type { AuthStore } from '../types.ts'
import { exposure } from './exposure.ts'
import { withLock } from './locks.ts'

export interface IdbStoreOptions {
  /** The name of the database. @default 'mcp-auth' */
  name?: string
}

const table = 'values'

type Work<T> = (values: IDBObjectStore, done: (result: T) => void) => void

export function idbStore({ name = 'mcp-auth' }: IdbStoreOptions = {}): AuthStore {
  let database: Promise<IDBDatabase> | undefined
  return {
    get: (key) => transact('readonly', (values, done) => ask(values.get(key), done)),
    set: (key, value, expected) => swap(key, expected, (values) => values.put(value, key)),
    delete: (key, expected) => swap(key, expected, (values) => values.delete(key)),
    exposure,
    lock: (lockName, run) => withLock(`${name} ${lockName}`, run),
  }

  /** One transaction, so that no other tab comes in between. */
  function swap(key: string, expected: unknown, write: (values: IDBObjectStore) => void): Promise<boolean> {
    return transact('readwrite', (values, done) =>
      ask(values.get(key), (current) => {
        const holds = matches(current, expected)
        if (holds) write(values)
        done(holds)
      }),
    )
  }

  async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    try {
      database ??= open(name, forget)
      return await runIn(await database, mode, work)
    } catch (error) {
      // The connection may be dead; the next try gets another.
      forget()
      throw error
    }
  }

  function forget(): void {
    database = undefined
  }
}

/** Resolves with what `done` was given, once it is on the disk. */
function runIn<T>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, mode)
    let result: T
    transaction.oncomplete = () => resolve(result)
    transaction.onabort = () => reject(transaction.error)
    work(transaction.objectStore(table), (value) => {
      result = value
    })
  })
}

function open(name: string, gone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(table)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = gone
      // Somebody wants to delete it: holding on would block them.
      database.onversionchange = () => {
        database.close()
        gone()
      }
      resolve(database)
    }
  })
}

function ask<T>(request: IDBRequest<T>, done: (result: T) => void): void {
  request.onsuccess = () => done(request.result)
}
