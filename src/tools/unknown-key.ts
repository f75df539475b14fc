/** Finds keys that a closed object does not take, and the known key that is nearest. */
import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema } from '../types/tools.ts'
import { createChecker, memberSchema } from './check-arguments.ts'

/** Keys are compared up to this length, and so many of them: schemas are of the server. */
const MAX_LENGTH = 64
const MAX_KEYS = 100

/** What to tell a model of the first such key; undefined if there is none. */
export function describeUnknownKey(args: object, schema: JsonSchema): string | undefined {
  const { resolve, fits } = createChecker(schema)
  try {
    return find(args, schema, '')
  } catch {
    // Nested too deeply, or too much to check.
    return undefined
  }

  function find(value: unknown, own: unknown, path: string): string | undefined {
    const rules = resolve(own)
    if (!rules || fits(value, rules)) return undefined
    if (Array.isArray(value)) {
      return firstOf(value.entries(), ([index, item]) => find(item, rules.items, `${path}/${index}`))
    }
    if (!isObject(value)) return undefined
    return firstOf(Object.entries(value), ([key, member]) => {
      const inner = memberSchema(rules, key)
      return inner === false
        ? describe(key, Object.keys(Object(rules.properties)), path)
        : find(member, inner, `${path}/${key}`)
    })
  }
}

function describe(key: string, known: readonly string[], path: string): string {
  const place = path === '' ? '' : ` in ${path.slice(0, 200)}`
  const [nearest] = known
    .slice(0, MAX_KEYS)
    .map((other) => ({ other, distance: distanceOf(key, other) }))
    .filter(({ other, distance }) => distance <= Math.max(key.length, other.length) / 2)
    .sort((a, b) => a.distance - b.distance)
  const advice = nearest ? `Did you mean ${JSON.stringify(nearest.other.slice(0, MAX_LENGTH))}?` : 'Leave it out.'
  return `There is no argument ${JSON.stringify(key.slice(0, MAX_LENGTH))}${place}. ${advice}`
}

/** How many characters differ (Levenshtein), whatever their case. */
function distanceOf(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => text.slice(0, MAX_LENGTH).toLowerCase()) as [string, string]
  let row = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let at = 0; at < first.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < second.length; to++) {
      const changed = row[to]! + (first[at] === second[to] ? 0 : 1)
      next.push(Math.min(changed, row[to + 1]! + 1, next[to]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}

function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
