/** Values with listeners, and values derived from them that keep their identity while nothing changes. */
import { createEmitter } from '../core/util/emitter.ts'
import { reportInPage } from '../core/util/report-in-page.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { toJson } from '../core/util/to-json.ts'
import type { Observable } from './types.ts'

export interface Holder<T extends object> extends Observable<T> {
  /** Replaces these members; does nothing if they are the same. */
  update(change: Partial<T>): void
  /** Replaces the value. */
  set(value: T): void
}

export function createHolder<T extends object>(value: T): Holder<T> {
  const changes = createEmitter<[]>()
  const holder: Holder<T> = {
    get: () => value,
    // Each call makes a subscription of its own, also with a function that is already subscribed.
    subscribe: (listener) => changes.subscribe(() => runSafely(listener, reportInPage)),
    update: (change) => holder.set({ ...value, ...change }),
    set(next) {
      if (isSame(value, next)) return
      value = next
      changes.publish()
    },
  }
  return holder
}

/**
 * A value that is computed from another one. It changes only if its members do, so that a list made by `filter` or `map`
 * stays the same object while its items are the same.
 *
 * @example
 * const writing = select(store, ({ tools }) => tools.filter((tool) => !tool.annotations?.readOnlyHint))
 */
export function select<T, Value>(
  { get: getSource, subscribe }: Observable<T>,
  compute: (value: T) => Value,
): Observable<Value> {
  let source: T
  let value: Value
  let isComputed = false
  return { get, subscribe: subscribeToChanges }

  function get(): Value {
    const current = getSource()
    if (isComputed && current === source) return value
    const next = compute(current)
    if (!isComputed || !isSame(value, next)) value = next
    source = current
    isComputed = true
    return value
  }

  function subscribeToChanges(listener: () => void): () => void {
    let last = get()
    return subscribe(() => {
      const before = last
      last = get()
      if (last !== before) listener()
    })
  }
}

/** Compares objects and lists by their members, and anything else by identity. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  const [first, second] = [one, other].map((value) =>
    value && typeof value === 'object' ? Object.entries(value) : undefined,
  )
  return (
    !!first &&
    first.length === second?.length &&
    Array.isArray(one) === Array.isArray(other) &&
    first.every(([key, value]) => Object.is(value, (other as Record<string, unknown>)[key]))
  )
}

/** The new items, with those that are equal to earlier ones replaced by them; the earlier list if nothing changed. */
export function reuseItems<Item>(earlier: readonly Item[], items: readonly Item[]): readonly Item[] {
  // An item that is nested too deep for JSON is like no other.
  const textOf = (item: Item) => toJson(item) ?? item
  const known = new Map(earlier.map((item) => [textOf(item), item]))
  const next = items.map((item) => known.get(textOf(item)) ?? item)
  return isSame(next, earlier) ? earlier : next
}
