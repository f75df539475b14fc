/** A bounded part of a Web Storage. Nothing that the storage does or holds breaks its user: it forgets instead. */
import { systemEnvironment } from '../core/util/environment.ts'

/** `localStorage`, `sessionStorage`, or anything alike. */
export interface WebStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface ShelfOptions {
  /** What its keys begin with. */
  prefix: string
  /** Milliseconds after which an item is forgotten. */
  maxAge: number
  /** How many items there may be; the oldest make room. */
  maxEntries: number
}

export interface Shelf<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  /** Every item whose key begins so. */
  delete(prefix: string): void
}

interface Item<T> {
  /** When it was put here. */
  at: number
  value: T
}

/** `isValid` looks at what was found, which anybody may have written; it may throw. */
export function createShelf<T extends object>(
  storage: WebStorage,
  { prefix, maxAge, maxEntries }: ShelfOptions,
  isValid: (value: Partial<T>) => boolean,
  now: () => number = systemEnvironment.now,
): Shelf<T> {
  return {
    get: (key) => quietly(() => read(prefix + key)?.value),
    set: (key, value) => quietly(() => put(prefix + key, JSON.stringify({ at: now(), value }))),
    delete: (start) => quietly(() => evict(keys(prefix + start))),
  }

  function read(key: string): Item<T> | undefined {
    const text = storage.getItem(key)
    const item = text === null ? undefined : quietly(() => JSON.parse(text) as Item<T>)
    const age = now() - Number(item?.at)
    // A clock that was set back makes ages negative; such an item may be of any age.
    if (item?.value && age >= 0 && age <= maxAge && quietly(() => isValid(item.value))) return item
    if (text !== null) storage.removeItem(key)
    return undefined
  }

  function put(key: string, text: string): void {
    const others = keys(prefix).filter((other) => other !== key)
    if (others.length >= maxEntries) evict(others, others.length - maxEntries + 1)
    try {
      storage.setItem(key, text)
    } catch {
      // The quota: half of what is here may be worth less than this.
      evict(others, Math.ceil(others.length / 2))
      storage.setItem(key, text)
    }
  }

  /** The oldest first. */
  function evict(keys: string[], count = keys.length): void {
    const aged = keys.map((key) => ({ key, at: read(key)?.at ?? 0 })).sort((a, b) => a.at - b.at)
    for (const { key } of aged.slice(0, count)) storage.removeItem(key)
  }

  /** Collected first: removing while walking would skip some. */
  function keys(start: string): string[] {
    const all = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    return all.filter((key): key is string => key?.startsWith(start) ?? false)
  }
}

/** A storage may be full, switched off, or not for this page; then there is nothing to remember. */
function quietly<R>(run: () => R): R | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
