/** Items of limited number and age in Web Storage. A failing storage or invalid items cause no error: the items are missing. */
import { systemEnvironment } from '../core/util/environment.ts'

/** `localStorage`, `sessionStorage`, or an object with the same methods. */
export interface WebStorage {
  /** The number of items. */
  readonly length: number
  /** The key of the item at an index. */
  key(index: number): string | null
  /** Reads an item. */
  getItem(key: string): string | null
  /** Writes an item. */
  setItem(key: string, value: string): void
  /** Removes an item. */
  removeItem(key: string): void
}

export interface BoundedStorageOptions {
  /** The prefix of all keys. */
  prefix: string
  /** Milliseconds after which an item is removed. */
  maxAge: number
  /** The maximum number of items; the oldest are removed for new ones. */
  maxEntries: number
}

export interface BoundedStorage<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  /** Deletes every item whose key has this prefix. */
  deletePrefix(prefix: string): void
}

interface Item<T> {
  /** When it was written. */
  at: number
  value: T
}

/** `isValid` checks items that are read, since other scripts may have written them; it may throw. */
export function createBoundedStorage<T extends object>(
  storage: WebStorage,
  { prefix, maxAge, maxEntries }: BoundedStorageOptions,
  isValid: (value: Partial<T>) => boolean,
  now: () => number = systemEnvironment.now,
): BoundedStorage<T> {
  return {
    get: (key) => orUndefined(() => read(prefix + key)?.value),
    set: (key, value) => orUndefined(() => put(prefix + key, JSON.stringify({ at: now(), value }))),
    deletePrefix: (start) => orUndefined(() => evict(keys(prefix + start))),
  }

  function read(key: string): Item<T> | undefined {
    const text = storage.getItem(key)
    const item = text === null ? undefined : orUndefined(() => JSON.parse(text) as Item<T>)
    const age = now() - Number(item?.at)
    // If the clock was set back, ages are negative and the true age is unknown.
    if (item?.value && age >= 0 && age <= maxAge && orUndefined(() => isValid(item.value))) return item
    if (text !== null) storage.removeItem(key)
    return undefined
  }

  function put(key: string, text: string): void {
    const others = keys(prefix).filter((other) => other !== key)
    if (others.length >= maxEntries) evict(others, others.length - maxEntries + 1)
    try {
      storage.setItem(key, text)
    } catch {
      // The quota is exceeded: remove the older half and try again.
      evict(others, Math.ceil(others.length / 2))
      storage.setItem(key, text)
    }
  }

  /** Removes the oldest items. */
  function evict(keys: string[], count = keys.length): void {
    const aged = keys.map((key) => ({ key, at: read(key)?.at ?? 0 })).sort((a, b) => a.at - b.at)
    for (const { key } of aged.slice(0, count)) storage.removeItem(key)
  }

  /** Collects all keys first, because removing items changes their indexes. */
  function keys(start: string): string[] {
    const all = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    return all.filter((key): key is string => key?.startsWith(start) ?? false)
  }
}

/** Undefined if the function throws: a storage may be full, disabled or forbidden for this page. */
function orUndefined<R>(run: () => R): R | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
