/** What a value lacks before it fits its schema: required parts, bounds, lengths and patterns, as sentences. */
import { ruleProblems } from './conditions.ts'
import { isSameJson } from './fits.ts'
import { choicesOf } from './kind.ts'
import { partsOf, planOf } from './model.ts'
import { matchesPattern } from './pattern.ts'
import type { Schema } from './shape.ts'

/** More would not be read. */
const MAX_PROBLEMS = 20

export function findProblems(schema: unknown, root: Schema, value: unknown): string[] {
  return [...problemsOf(schema, root, value, true, '', 0)].slice(0, MAX_PROBLEMS)
}

function* problemsOf(
  schema: unknown,
  root: Schema,
  value: unknown,
  required: boolean,
  path: string,
  depth: number,
): Iterable<string> {
  const name = path || 'The value'
  const plan = planOf(schema, root, value, depth)
  if (value === undefined && path !== '') {
    if (required) yield `${name} is required.`
    return
  }
  if (value === null && plan.nullable) return
  yield* ruleProblems(plan.schema, root, value, name)
  if (plan.kind === 'choice') {
    if (!choicesOf(plan.schema, root)?.some((choice) => isSameJson(choice.value, value)))
      yield `${name} is not one of the choices.`
    return
  }
  if (typeof value === 'string') yield* textProblems(plan.schema, value, name)
  if (typeof value === 'number') yield* numberProblems(plan.schema, value, name)
  if (Array.isArray(value)) yield* lengthProblems(plan.schema, value.length, name, ['minItems', 'maxItems'], 'items')
  for (const part of partsOf(plan, root, value)) {
    const inner = part.name === '' ? path : path === '' ? part.name : `${path}.${part.name.replace(/\.$/, '')}`
    yield* problemsOf(part.schema, root, part.value, part.required, inner, depth + 1)
  }
}

function* textProblems(schema: Schema, value: string, name: string): Iterable<string> {
  yield* lengthProblems(schema, [...value].length, name, ['minLength', 'maxLength'], 'characters')
  if (typeof schema.pattern === 'string' && !matchesPattern(schema.pattern, value))
    yield `${name} does not match ${schema.pattern.slice(0, 100)}.`
}

function* lengthProblems(
  schema: Schema,
  length: number,
  name: string,
  [min, max]: [string, string],
  what: string,
): Iterable<string> {
  const least = schema[min]
  const most = schema[max]
  if (typeof least === 'number' && length < least)
    yield `${name} has ${length} ${what}, at least ${least} are asked for.`
  if (typeof most === 'number' && length > most) yield `${name} has ${length} ${what}, at most ${most} are allowed.`
}

function* numberProblems(schema: Schema, value: number, name: string): Iterable<string> {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (type === 'integer' && !Number.isInteger(value)) yield `${name} is not a whole number.`
  if (typeof minimum === 'number' && value < minimum) yield `${name} should be at least ${minimum}.`
  if (typeof maximum === 'number' && value > maximum) yield `${name} should be at most ${maximum}.`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    yield `${name} is not above ${exclusiveMinimum}.`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    yield `${name} is not below ${exclusiveMaximum}.`
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf))
    yield `${name} is not a multiple of ${multipleOf}.`
}

/** With room for the rounding of binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient))
}
