/** One kind of items of all servers as one list: each with its server and its name, in the order of their first appearance. */
import { isShortName, longName } from './names.ts'

type Saved = readonly (readonly [name: string, server: string, originalName: string])[]

/** A server and its items of this kind. */
export type ServerItems<Item> = readonly [server: string, items: readonly Item[]]

export interface MergedList<Entry> {
  /** The same array until it changes. */
  readonly entries: readonly Entry[]
  update(servers: readonly ServerItems<object>[]): void
  /** The server and the original name of each name that was ever given, in order. */
  readonly names: [name: string, server: string, originalName: string][]
}

/** Names of items that are gone are kept for their return, but not without end. */
const MAX_GONE = 1_000

interface Known {
  name: string
  server: string
  id: string
}

/** `id` is the member that identifies an item at its server. Only items that are identified by `name` get another one. */
export function createMergedList<Entry extends object>(
  id: 'name' | 'uri' | 'uriTemplate',
  useShort: boolean,
  saved: Saved = [],
): MergedList<Entry> {
  /** By server and id, in the order of the list. */
  const known = new Map<string, Known>()
  const keysByName = new Map<string, string>()
  const entriesByItem = new WeakMap<object, Entry>()
  let entries: readonly Entry[] = []
  for (const [name, server, original] of saved)
    remember(JSON.stringify([server, original]), { name, server, id: original })
  return {
    get entries() {
      return entries
    },
    get names() {
      return [...known.values()].map(({ name, server, id }): [string, string, string] => [name, server, id])
    },
    update,
  }

  function update(servers: readonly ServerItems<Record<string, unknown>>[]): void {
    const current = new Map<string, readonly [server: string, id: string, item: object]>()
    const servedBy = new Map<string, number>()
    for (const [server, items] of servers) {
      for (const item of items) {
        const text = String(item[id])
        const key = JSON.stringify([server, text])
        // Of two with one name, the first counts, as it does for most servers.
        if (current.has(key)) continue
        current.set(key, [server, text, item])
        servedBy.set(text, (servedBy.get(text) ?? 0) + 1)
      }
    }
    for (const [key, [server, text]] of current) {
      if (known.has(key)) continue
      const name = useShort && isShortName(text) && servedBy.get(text) === 1 ? text : longName(server, text)
      remember(key, { name: findFree(name, server, text), server, id: text })
    }
    if (known.size > 2 * current.size + MAX_GONE) forgetAllBut(current)
    const next = [...known].flatMap(([key, { name }]) => {
      const found = current.get(key)
      return found ? toEntry(found[2], found[0], name) : []
    })
    const isSame = next.length === entries.length && next.every((entry, index) => entry === entries[index])
    if (!isSame) entries = next
  }

  /** Two hashes may be equal, and a short name may be taken. */
  function findFree(wanted: string, server: string, text: string): string {
    let name = keysByName.has(wanted) ? longName(server, text) : wanted
    for (let salt = 1; keysByName.has(name); salt++) name = longName(server, text, `${salt}`)
    return name
  }

  function toEntry(item: object, server: string, name: string): Entry {
    const found = entriesByItem.get(item)
    if (found) return found
    const entry = { ...item, server, ...(id === 'name' && { name, originalName: (item as { name: string }).name }) }
    entriesByItem.set(item, entry as unknown as Entry)
    return entry as unknown as Entry
  }

  function remember(key: string, value: Known): void {
    known.set(key, value)
    keysByName.set(value.name, key)
  }

  function forgetAllBut(current: ReadonlyMap<string, unknown>): void {
    for (const [key, { name }] of known) {
      if (current.has(key)) continue
      known.delete(key)
      keysByName.delete(name)
    }
  }
}
