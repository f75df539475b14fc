/** Forms that a server asks for: defaults for what was left out, and a check of what was filled in. */

import type { ElicitRequest, ElicitResult } from '../../types/client-features.ts'
import type { JsonSchema } from '../../types/tools.ts'
import { InvalidMessageError } from '../errors.ts'
import { parseUrl } from '../util/parse-url.ts'

type Value = string | number | boolean | string[]

/** What is sent: without anything but the action where there is no form to send. */
export function completeForm(
  { mode, requestedSchema }: ElicitRequest,
  result: ElicitResult,
  takesLists: boolean,
): ElicitResult {
  const { action, content = {} } = result ?? {}
  if (!['accept', 'decline', 'cancel'].includes(action)) throw wrong('action', 'a decision', `${action}`)
  if (action !== 'accept' || mode === 'url') return { action }
  if (typeof content !== 'object') throw wrong('content', 'an object', typeof content)
  const { properties = {}, required = [] } = requestedSchema ?? {}
  const fields = Object.entries(properties)
  const defaults = fields.filter(([, field]) => field.default !== undefined).map(([key, field]) => [key, field.default])
  const told = Object.entries(content).filter(([, value]) => value !== undefined)
  const filled: Record<string, Value> = Object.fromEntries([...defaults, ...told])
  const missing = required.find((key) => !Object.hasOwn(filled, key))
  if (missing !== undefined) throw wrong(missing, 'a value', 'none')
  for (const [key, field] of fields) {
    const isTold = Object.hasOwn(filled, key)
    const expected =
      isTold && (findProblem(field, filled[key]!) ?? (!takesLists && Array.isArray(filled[key]) && 'one value'))
    if (expected) throw wrong(key, expected, JSON.stringify(filled[key]))
  }
  return { action, content: filled }
}

function wrong(key: string, expected: string, came = 'nothing'): InvalidMessageError {
  const message = `Expected ${expected} in "${key}" of the form, got ${came.slice(0, 100)}`
  return new InvalidMessageError(message, { delivery: 'answered' })
}

/** What was expected instead, if anything. Patterns are not run: they are the server's. */
function findProblem(field: JsonSchema, value: Value): string | undefined {
  if (field.type === 'array') return findListProblem(field, value)
  const choices = choicesOf(field)
  if (choices) return choices.includes(value) ? undefined : `one of ${choices}`.slice(0, 200)
  if (field.type === 'string') return findTextProblem(field, value)
  if (field.type === 'boolean') return typeof value === 'boolean' ? undefined : 'a boolean'
  if (field.type !== 'number' && field.type !== 'integer') return undefined
  if (field.type === 'integer' ? !Number.isInteger(value) : !Number.isFinite(value)) return `a ${field.type}`
  return outside(value as number, field.minimum, field.maximum, 'a number')
}

function findListProblem(field: JsonSchema, value: Value): string | undefined {
  const choices = choicesOf((field.items ?? {}) as JsonSchema)
  if (!Array.isArray(value) || (choices && !value.every((item) => choices.includes(item)))) {
    return `a list of ${choices?.slice(0, 20) ?? 'text'}`
  }
  return outside(value.length, field.minItems, field.maxItems, 'a number of items')
}

/** Untitled, or titled; the titles of single choices are in `oneOf`, of several in `anyOf`. */
function choicesOf(field: JsonSchema): unknown[] | undefined {
  const titled = field.oneOf ?? field.anyOf
  return Array.isArray(titled) ? titled.map((choice) => choice?.const) : (field.enum as unknown[] | undefined)
}

const FORMATS: Record<string, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => !!parseUrl(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  'date-time': (text) =>
    /^[\d-]{10}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
    isDay(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text)),
}

/** Engines take the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function findTextProblem({ format, minLength, maxLength }: JsonSchema, value: Value): string | undefined {
  if (typeof value !== 'string') return 'text'
  const known = Object.hasOwn(FORMATS, `${format}`) && FORMATS[`${format}`]
  if (known && !known(value)) return `text in the format ${format}`
  // Characters, not halves of them (JSON Schema, 6.3.1).
  return outside([...value].length, minLength, maxLength, 'a length')
}

function outside(value: number, least: unknown, most: unknown, what: string): string | undefined {
  const { min, max } = {
    min: (least as number) ?? Number.NEGATIVE_INFINITY,
    max: (most as number) ?? Number.POSITIVE_INFINITY,
  }
  return value >= min && value <= max ? undefined : `${what} from ${min} to ${max}`
}
