/** One kind of items of all servers as one list: each with its server and its name, in the order of their first appearance. */
import { isSame } from './catalogue.ts'
import { isShortName, longName } from './names.ts'

type Item = Record<string, unknown>

/** A server, and its items of this kind. */
export type ServerItems = readonly [server: string, items: readonly object[]]

export interface MergedList {
  /** The same array until it changes. */
  readonly entries: readonly object[]
  /** The name of each item that was listed, by its server and its id as JSON. */
  readonly names: ReadonlyMap<string, string>
  update(servers: readonly ServerItems[]): void
}

/** Items that are gone keep their names and their places for their return, but not without end. */
const MAX_GONE = 1_000

/** `id` is the member that identifies an item at its server. Only items that are identified by `name` get another one. */
export function createMergedList(
  id: 'name' | 'uri' | 'uriTemplate',
  useShort: boolean,
  saved: readonly [key: string, name: string][] = [],
): MergedList {
  const names = new Map(saved)
  const taken = new Set(names.values())
  const entriesByItem = new WeakMap<object, object>()
  let entries: readonly object[] = []
  return {
    get entries() {
      return entries
    },
    names,
    update(servers) {
      const current = new Map<string, object>()
      for (const [server, items] of servers) {
        for (const item of items as Item[]) {
          const original = String(item[id])
          const key = JSON.stringify([server, original])
          // Of two with one name, the first counts.
          if (!current.has(key)) current.set(key, toEntry(item, server, original, key))
        }
      }
      if (names.size > 2 * current.size + MAX_GONE) forgetAllBut(current)
      const next = [...names.keys()].flatMap((key) => current.get(key) ?? [])
      if (!isSame(entries, next)) entries = next
    },
  }

  function toEntry(item: Item, server: string, originalName: string, key: string): object {
    const name = names.get(key) ?? findName(server, originalName)
    names.set(key, name)
    taken.add(name)
    const known = entriesByItem.get(item)
    const entry = known ?? (id === 'name' ? { ...item, name, server, originalName } : { ...item, server })
    entriesByItem.set(item, entry)
    return entry
  }

  function findName(server: string, original: string): string {
    let name = useShort && isShortName(original) && !taken.has(original) ? original : longName(server, original)
    // Two hashes may be equal, and the name may have been given to another as a short one.
    for (let salt = 1; taken.has(name); salt++) name = longName(server, original, salt)
    return name
  }

  function forgetAllBut(current: ReadonlyMap<string, unknown>): void {
    for (const [key, name] of names) {
      if (current.has(key)) continue
      names.delete(key)
      taken.delete(name)
    }
  }
}
