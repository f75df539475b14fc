/** Compares a list with the one loaded before: new, removed and changed items. */
import { isObject } from '../../../src/core/util/is-object.ts'

export interface ListChanges {
  added: ReadonlySet<string>
  changed: ReadonlySet<string>
  gone: readonly string[]
}

/** The changes between two versions of a list; the `before` ones when nothing changed. */
export function nextChanges(
  old: readonly unknown[],
  items: readonly unknown[],
  key: string,
  before: ListChanges | undefined,
): ListChanges | undefined {
  const oldByKey = index(old, key)
  const byKey = index(items, key)
  const added = [...byKey.keys()].filter((name) => !oldByKey.has(name))
  const changed = [...byKey.keys()].filter((name) => oldByKey.has(name) && oldByKey.get(name) !== byKey.get(name))
  const gone = [...oldByKey.keys()].filter((name) => !byKey.has(name))
  if (added.length + changed.length + gone.length === 0) return before
  return { added: new Set(added), changed: new Set(changed), gone }
}

/** Each item as JSON, under its name or address. */
function index(items: readonly unknown[], key: string): Map<string, string> {
  return new Map(items.flatMap((item) => (isObject(item) ? [[String(item[key]), JSON.stringify(item)] as const] : [])))
}
