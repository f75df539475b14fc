/** Keeps authorization in Web Storage, where every script of this origin can read it. */
import { matches } from '../store/compare-and-set.ts'
import type { AuthStore } from '../types.ts'
import { exposure } from './exposure.ts'
import { withLock } from './locks.ts'

/** Lives as long as the tab: survives a reload and a redirect, and no other tab sees it. */
export function tabStore(): AuthStore {
  const store = createStore(
    () => sessionStorage,
    (_, run) => run(),
  )
  // Two handles of one page must not refresh with the same token.
  return { ...store, lock: (name, run) => withLock(`tab ${name}`, run) }
}

export interface LocalStoreOptions {
  /** Says that tokens may stay on the disk, in plain text, until somebody signs out. */
  plainText: true
}

/**
 * Lives until it is deleted; all tabs share it, but browsers show a tab late what another one wrote, lock or no lock. Two
 * tabs may so refresh with the same token, which some servers punish. `idbStore()` has no such gap.
 */
export function localStore({ plainText }: LocalStoreOptions): AuthStore {
  if (plainText !== true) throw new TypeError(`plainText: got ${plainText}, expected true`)
  return { ...createStore(() => localStorage, inTurn), lock: inTurn }
}

/** The earliest moment for a tab to see what another one wrote is the next task, so each turn begins and ends with one. */
function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
  return withLock(name, async () => {
    await nextTask()
    return run().finally(nextTask)
  })
}

/** Not by a timer: those of a hidden tab wait for a second. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

type Exclusively = <T>(name: string, run: () => Promise<T>) => Promise<T>

/** The storage is asked for at each use, because asking throws where a person has blocked it. */
function createStore(storage: () => Storage, exclusively: Exclusively): AuthStore {
  return {
    get: async (key) => read(key),
    set: (key, value, expected) => swap(key, expected, () => storage().setItem(key, JSON.stringify(value))),
    delete: (key, expected) => swap(key, expected, () => storage().removeItem(key)),
    exposure,
  }

  function read(key: string): unknown {
    const text = storage().getItem(key)
    if (text === null) return undefined
    try {
      return JSON.parse(text)
    } catch {
      storage().removeItem(key)
      return undefined
    }
  }

  // Between reading and writing another tab could write.
  function swap(key: string, expected: unknown, write: () => void): Promise<boolean> {
    return exclusively(`write ${key}`, async () => {
      const holds = matches(read(key), expected)
      if (holds) write()
      return holds
    })
  }
}
