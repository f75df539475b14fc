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

interface Problem {
  expected: string
  actual: string
  path: string[]
}

interface Member {
  key: string
  shape: Shape
  /** `?` or `!` of an optional member. */
  mark: string
}

/** The members of a shape, read once: results have many values of one shape. */
const membersOf = new WeakMap<Members, Member[]>()

/**
 * Finds the first member that does not fit the shape, and says what is expected there. Members that the shape declares
 * as removable are removed in place.
 */
export function findProblem(shape: Shape, value: unknown): string | undefined {
  const problem = find(shape, value)
  return problem && `${problem.expected} at ${problem.path.join('.') || 'the top'}, got ${problem.actual}`
}

function find(shape: Shape, value: unknown): Problem | undefined {
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const expected = typeof shape === 'string' ? shape : Array.isArray(shape) ? 'array' : 'object'
  if (actual !== expected) {
    const options = expected.split('|')
    if (!options.includes(actual) && !options.includes(`=${value}`)) {
      return { expected: options.join(' or ').replaceAll('=', ''), actual, path: [] }
    }
  }
  if (typeof shape === 'string') return undefined
  const object = value as Json
  const members = typeof shape === 'function' ? shape(object) : (shape as Members)
  // The shape of every item of a list, or of every member.
  const item = members[0] ?? members['*']
  if (item) {
    for (const key of Object.keys(object)) {
      const problem = find(item, object[key])
      if (problem) return within(key, problem)
    }
    return undefined
  }
  for (const { key, shape, mark } of readMembers(members)) {
    if (mark && object[key] === null) delete object[key]
    if (mark && object[key] === undefined) continue
    const problem = shape && find(shape, object[key])
    if (!problem) continue
    if (mark !== '?') return within(key, problem)
    delete object[key]
  }
  return undefined
}

function within(key: string, problem: Problem): Problem {
  problem.path.unshift(key)
  return problem
}

function readMembers(members: Members): Member[] {
  const known = membersOf.get(members)
  if (known) return known
  const read = Object.entries(members).flatMap(([name, shape]): Member[] => {
    if (!name) return (shape as string).split(' ').map((key) => ({ key, shape: '', mark: '?' }))
    const [key, mark = ''] = name.split(/(?=\W)/)
    return [{ key: key!, shape, mark }]
  })
  membersOf.set(members, read)
  return read
}

/** Returns the same value, with a type. Throws InvalidMessageError if it has another shape. */
export function check<T>(shape: ShapeOf<T>, value: unknown, what: string): T {
  const problem = findProblem(shape, value)
  if (!problem) return value as T
  throw new InvalidMessageError(`Expected ${what} with ${problem}`, { delivery: 'answered', result: value })
}
