/** Finds keys that an object does not take, and the known key that is nearest. */
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
    const { allOf, anyOf, oneOf, required, patternProperties } = rules
    const known = Object.keys(Object(rules.properties))
    const missing = [required ?? []].flat().filter((key) => !Object.hasOwn(value, key))
    return (
      firstOf(Object.entries(value), ([key, member]) => {
        const inner = memberSchema(rules, key)
        if (inner === false) return describe(key, known, path)
        // An object that takes other keys may still have one in the place of a key that is missing.
        const isOther = patternProperties === undefined && !known.includes(key)
        return (
          (isOther && missing.length > 0 ? describe(key, missing, path, true) : undefined) ??
          find(member, inner, `${path}/${key}`)
        )
      }) ??
      firstOf([allOf ?? []].flat(), (form) => find(value, form, path)) ??
      firstOf([anyOf, oneOf], (forms) => findInAll(value, [forms ?? []].flat(), path))
    )
  }

  /** Only if no form could take the keys. */
  function findInAll(value: unknown, forms: unknown[], path: string): string | undefined {
    const found = forms.map((form) => find(value, form, path))
    return found.includes(undefined) ? undefined : (found.find((text) => text?.endsWith('?')) ?? found[0])
  }
}

/** `areMissing`: the object takes other keys too, but not without these. Undefined if none of them is near. */
function describe(key: string, known: readonly string[], path: string, areMissing = false): string | undefined {
  const place = path === '' ? '' : ` in ${path.slice(0, 200)}`
  const [nearest] = known
    .slice(0, MAX_KEYS)
    .map((other) => ({ other, distance: distanceOf(key, other) }))
    .filter(({ other, distance }) => distance <= Math.max(key.length, other.length) / 2)
    .sort((a, b) => a.distance - b.distance)
  const near = nearest && quote(nearest.other)
  if (areMissing) return near && `The argument ${near} is missing${place}. Did you write ${quote(key)} instead?`
  return `There is no argument ${quote(key)}${place}. ${near ? `Did you mean ${near}?` : 'Leave it out.'}`
}

const quote = (key: string) => JSON.stringify(key.slice(0, MAX_LENGTH))

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
