/** A store that ends with the page or the process. */
import { setTimer } from '../../core/util/environment.ts'
import type { AuthStore } from '../types.ts'
import { matches } from './compare-and-set.ts'

export function memoryStore(): AuthStore {
  const values = new Map<string, unknown>()
  const turns = new Map<string, Promise<unknown>>()
  return {
    get: async (key) => values.get(key),
    set: (key, value, expected) => swap(key, expected, () => values.set(key, value)),
    delete: (key, expected) => swap(key, expected, () => values.delete(key)),
    lock,
  }

  async function lock<T>(name: string, run: () => Promise<T>): Promise<T> {
    const before = turns.get(name)
    const turn = Promise.resolve(before && patiently(before)).then(run)
    turns.set(name, turn)
    return turn.finally(() => turns.get(name) === turn && turns.delete(name))
  }

  async function swap(key: string, expected: unknown, write: () => unknown): Promise<boolean> {
    const holds = matches(values.get(key), expected)
    if (holds) write()
    return holds
  }
}

/** On Workers, what belongs to a request that has ended never settles. */
function patiently(turn: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stop = setTimer(resolve, 30_000, true)
    const end = () => {
      stop()
      resolve()
    }
    turn.then(end, end)
  })
}
