/** A tolerant checker of JSON values: it looks only at the members that a shape names, and keeps all others. */
import { InvalidMessageError } from '../errors.ts'

/**
 * - A word: the type of the value, as `typeof` names it; `=` and a text: that text; several: `string|number`.
 * - A list of one shape: an array of such items.
 * - An object: the shapes of members by name, or under `*` that of all members. `name?` is optional: null or another shape means that it is absent, and
 *   it is removed. `name!` is optional too, but another shape than its own is a problem. Under the empty name are the
 *   names of optional members that are not checked, separated by spaces; they are removed if they are null.
 * - A function chooses the shape by the value.
 */
export type Shape = string | readonly [Shape] | Members | ((value: Json) => Members)

type Json = Record<string, unknown>

export interface Members {
  readonly [name: string]: Shape
}

/** A shape that every T has. */
export type ShapeOf<T> = Members & {
  /** Exists only in the type, to tie T to the shape. */
  readonly accepts?: T
}

/**
 * Finds the first member that does not fit the shape, and says what is expected there. Members that the shape declares
 * as removable are removed in place.
 */
export function findProblem(shape: Shape, value: unknown, path = ''): string | undefined {
  const expected = typeof shape === 'string' ? shape : Array.isArray(shape) ? 'array' : 'object'
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const options = expected.split('|')
  if (!options.includes(actual) && !options.includes(`=${value}`)) {
    return `${options.join(' or ').replaceAll('=', '')} at ${path || 'the top'}, got ${actual}`
  }
  if (typeof shape === 'string') return undefined
  const object = value as Json
  const members = typeof shape === 'function' ? shape(object) : (shape as Members)
  // The shape of every item of a list, or of every member.
  const item = members[0] ?? members['*']
  for (const name of Object.keys(item ? object : members)) {
    const key = item ? name : name.replace(/\W/, '')
    const member = item ?? members[name]!
    if (!name && !item) (member as string).split(' ').forEach(removeNull)
    else if (key === name || !removeNull(key)) {
      const problem = findProblem(member, object[key], path ? `${path}.${key}` : key)
      if (problem && (item || !name.endsWith('?'))) return problem
      if (problem) delete object[key]
    }
  }
  return undefined

  /** Whether the member is absent, as it also is after null was removed. */
  function removeNull(key: string): boolean {
    if (object[key] === null) delete object[key]
    return object[key] === undefined
  }
}

/** Returns the same value, with a type. Throws InvalidMessageError if it has another shape. */
export function check<T>(shape: ShapeOf<T>, value: unknown, what: string): T {
  const problem = findProblem(shape, value)
  if (!problem) return value as T
  throw new InvalidMessageError(`Expected ${what} with ${problem}`, { delivery: 'answered', result: value })
}
