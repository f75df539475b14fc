/** Stores in Web Storage, which every script of this origin can read. */
import { matchesExpected } from '../store/compare-and-set.ts'
import type { AuthStore } from '../types.ts'
import { EXPOSURE_WARNING } from './exposure-warning.ts'
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

/** The options of `localStore()`. */
export interface LocalStoreOptions {
  /** Confirms that tokens may stay on the disk, in plain text, until the user signs out. */
  plainText: true
}

/**
 * Lives until it is deleted, and all tabs share it. Browsers show a tab with a delay what another tab wrote, even under a
 * lock, so two tabs may refresh with the same token, which some servers answer by revoking it. `idbStore()` has no such gap.
 */
export function localStore({ plainText }: LocalStoreOptions): AuthStore {
  if (plainText !== true) throw new TypeError(`plainText: got ${plainText}, expected true`)
  return { ...createStore(() => localStorage, runExclusively), lock: runExclusively }
}

/** A tab sees what another one wrote in its next task at the earliest, so each locked run begins and ends with one. */
function runExclusively<T>(name: string, run: () => Promise<T>): Promise<T> {
  return withLock(name, async () => {
    await nextTask()
    return run().finally(nextTask)
  })
}

/** Not with a timer, because browsers delay timers of hidden tabs by a second. */
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

type RunExclusively = <T>(name: string, run: () => Promise<T>) => Promise<T>

/** `getStorage` is called for each use, because it throws where the user has blocked storage. */
function createStore(getStorage: () => Storage, exclusively: RunExclusively): AuthStore {
  return {
    get: async (key) => read(key),
    set: (key, value, expected) => compareAndSet(key, expected, () => getStorage().setItem(key, JSON.stringify(value))),
    delete: (key, expected) => compareAndSet(key, expected, () => getStorage().removeItem(key)),
    exposure: EXPOSURE_WARNING,
  }

  /** Text that is no JSON is removed. */
  function read(key: string): unknown {
    const text = getStorage().getItem(key)
    if (text === null) return undefined
    try {
      return JSON.parse(text)
    } catch {
      getStorage().removeItem(key)
      return undefined
    }
  }

  /** Exclusively, because another tab could write between reading and writing. */
  function compareAndSet(key: string, expected: unknown, write: () => void): Promise<boolean> {
    return exclusively(`write ${key}`, async () => {
      const matches = matchesExpected(read(key), expected)
      if (matches) write()
      return matches
    })
  }
}
