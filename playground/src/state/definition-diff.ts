/** What changed between two versions of a list: which items are new or gone, and which parts of an item are other ones. */
import { isObject } from '../../../src/core/util/is-object.ts'

export interface PartChange {
  /** Such as `inputSchema.properties.text.type`; empty for the whole item. */
  path: string
  /** Undefined where there was nothing. */
  before: unknown
  after: unknown
}

export interface ListDiff {
  list: string
  added: readonly string[]
  gone: readonly string[]
  changed: readonly { name: string; parts: readonly PartChange[] }[]
}

/** More would not be read. */
const MAX_PARTS = 30
const MAX_NAMES = 200

/** Undefined when nothing changed. */
export function diffLists(
  list: string,
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
): ListDiff | undefined {
  const old = byKey(before, key)
  const now = byKey(after, key)
  const added = [...now.keys()].filter((name) => !old.has(name))
  const gone = [...old.keys()].filter((name) => !now.has(name))
  const changed = [...now].flatMap(([name, item]) => {
    const parts = old.has(name) ? diffParts(old.get(name), item) : []
    return parts.length > 0 ? [{ name, parts }] : []
  })
  if (added.length + gone.length + changed.length === 0) return undefined
  return {
    list,
    added: added.slice(0, MAX_NAMES),
    gone: gone.slice(0, MAX_NAMES),
    changed: changed.slice(0, MAX_NAMES),
  }
}

export function diffParts(before: unknown, after: unknown): PartChange[] {
  const parts: PartChange[] = []
  compare(before, after, '')
  return parts

  function compare(old: unknown, now: unknown, path: string): void {
    if (parts.length >= MAX_PARTS || JSON.stringify(old) === JSON.stringify(now)) return
    // Lists of plain values, such as `required` and `enum`, are read as a whole.
    const isDeep = (isObject(old) && isObject(now)) || (isListOfObjects(old) && isListOfObjects(now))
    if (!isDeep) {
      parts.push({ path, before: old, after: now })
      return
    }
    const names = new Set([...Object.keys(old as object), ...Object.keys(now as object)])
    for (const name of names) {
      const inner = Array.isArray(now) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
      compare((old as Record<string, unknown>)[name], (now as Record<string, unknown>)[name], inner)
    }
  }
}

const isListOfObjects = (value: unknown) => Array.isArray(value) && value.some(isObject)

function byKey(items: readonly unknown[], key: string): Map<string, unknown> {
  return new Map(items.flatMap((item) => (isObject(item) ? [[String(item[key]), item] as const] : [])))
}
