/** A store in memory: it ends with the page or the process. */
import { setTimer } from '../../core/util/environment.ts'
import type { AuthStore } from '../types.ts'
import { matchesExpected } from './compare-and-set.ts'

/** Milliseconds that a lock is waited for. */
const MAX_WAIT = 30_000

/** A store in memory: it ends with the page or the process. */
export function memoryStore(): AuthStore {
  const values = new Map<string, unknown>()
  /** The last holder of each lock. */
  const holders = new Map<string, Promise<unknown>>()
  return {
    get: async (key) => values.get(key),
    set: (key, value, expected) => compareAndSet(key, expected, () => values.set(key, value)),
    delete: (key, expected) => compareAndSet(key, expected, () => values.delete(key)),
    lock,
  }

  async function lock<T>(name: string, run: () => Promise<T>): Promise<T> {
    const previous = holders.get(name)
    const holder = Promise.resolve(previous && settledOrTimeout(previous)).then(run)
    holders.set(name, holder)
    return holder.finally(() => holders.get(name) === holder && holders.delete(name))
  }

  async function compareAndSet(key: string, expected: unknown, write: () => unknown): Promise<boolean> {
    const matches = matchesExpected(values.get(key), expected)
    if (matches) write()
    return matches
  }
}

/** On Workers, a promise of a request that has ended never settles. */
function settledOrTimeout(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stopTimer = setTimer(resolve, MAX_WAIT, true)
    const end = () => {
      stopTimer()
      resolve()
    }
    promise.then(end, end)
  })
}
