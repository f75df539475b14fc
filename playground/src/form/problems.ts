/** What a value lacks before it fits its schema: required parts, limits and patterns, each with the place it is about. */
import { comparable, type ExactNumber } from '../ui/exact-json.ts'
import { ruleProblems } from './conditions.ts'
import { base64Size, isFileSchema } from './file.ts'
import { fits, isInteger, isMultiple, isNumber, isSameJson } from './fits.ts'
import { formatOf } from './formats.ts'
import { choicesOf, typeOf } from './kind.ts'
import { count } from './limits.ts'
import { partsOf, pathOf, planOf } from './model.ts'
import { matchesPattern } from './pattern.ts'
import type { Schema } from './shape.ts'

export interface Problem {
  /** Of the value, as a JSON pointer; empty for all arguments. */
  path: string
  /** Of the value, as people write it: `shape.radius`. Empty for all arguments. */
  name: string
  /** A sentence, for a place where the name stands already. */
  message: string
}

/** More would not be read. */
const MAX_PROBLEMS = 20

export function findProblems(schema: unknown, root: Schema, value: unknown): Problem[] {
  const found: Problem[] = []
  for (const problem of problemsOf(schema, root, value, { required: true, path: '', name: '', depth: 0 })) {
    found.push(problem)
    if (found.length === MAX_PROBLEMS) break
  }
  return found
}

interface Place {
  path: string
  name: string
  required: boolean
  depth: number
}

function* problemsOf(schema: unknown, root: Schema, value: unknown, place: Place): Iterable<Problem> {
  const { path, name, required, depth } = place
  const plan = planOf(schema, root, value, depth)
  if (value === undefined && path !== '') {
    if (required) yield { path, name, message: 'Required.' }
    return
  }
  if (value === null && plan.nullable) return
  for (const message of ruleProblems(plan.schema, root, value, name || 'The value')) yield { path, name, message }
  for (const message of valueProblems(plan.schema, root, value, path)) yield { path, name, message }
  for (const part of partsOf(plan, root, value)) {
    const shownName = part.name.replace(/\.$/, '')
    const inner = {
      path: pathOf(path, part),
      name: part.name === '' ? name : name === '' ? shownName : `${name}.${shownName}`,
      required: part.required,
      depth: depth + 1,
    }
    yield* problemsOf(part.schema, root, part.value, inner)
  }
}

function* valueProblems(schema: Schema, root: Schema, value: unknown, path: string): Iterable<string> {
  const choices = choicesOf(schema, root)
  if (choices) {
    if (!choices.some((choice) => isSameJson(choice.value, value)))
      yield 'const' in schema ? `Must be ${JSON.stringify(schema.const)}.` : 'Not one of the choices.'
    return
  }
  const type = typeOf(schema)
  if (path !== '' && type !== undefined && fits({ type }, root, value) === false) {
    const isFraction = type === 'integer' && isNumber(value)
    yield isFraction ? 'Must be a whole number.' : `Must be ${typeWords[type] ?? type}.`
    if (!isFraction) return
  }
  if (typeof value === 'string') yield* textProblems(schema, value)
  if (isNumber(value)) yield* numberProblems(schema, value)
  if (Array.isArray(value)) {
    yield* lengthProblems(schema, value.length, 'minItems', 'maxItems', 'item')
    if (schema.uniqueItems === true && fits({ uniqueItems: true }, root, value) === false) yield 'Has an item twice.'
  }
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function* textProblems(schema: Schema, value: string): Iterable<string> {
  yield* lengthProblems(schema, [...value].length, 'minLength', 'maxLength', 'character')
  if (typeof schema.pattern === 'string' && !matchesPattern(schema.pattern, value))
    yield `Must match ${schema.pattern.slice(0, 100)}.`
  if (isFileSchema(schema) && base64Size(value) === undefined) yield 'Must be base64.'
  const format = formatOf(schema.format)
  if (format && !format.fits(value)) yield `Must be ${format.words}.`
}

function* lengthProblems(
  schema: Schema,
  length: number,
  min: string,
  max: string,
  of: 'item' | 'character',
): Iterable<string> {
  const least = schema[min]
  const most = schema[max]
  if (typeof least === 'number' && length < least) yield `Has ${count(length, of)}, needs at least ${least}.`
  if (typeof most === 'number' && length > most) yield `Has ${count(length, of)}, at most ${most} allowed.`
}

function* numberProblems(schema: Schema, given: number | ExactNumber): Iterable<string> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const value = comparable(given)
  if (typeof minimum === 'number' && value < minimum) yield `Must be at least ${minimum}.`
  if (typeof maximum === 'number' && value > maximum) yield `Must be at most ${maximum}.`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) yield `Must be more than ${exclusiveMinimum}.`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) yield `Must be less than ${exclusiveMaximum}.`
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(given, multipleOf))
    yield `Must be a multiple of ${multipleOf}.`
  if (schema['x-mcp-header'] !== undefined && isInteger(given) && !Number.isSafeInteger(given))
    yield `Is also sent as a header, where integers end at ±${Number.MAX_SAFE_INTEGER}.`
}
