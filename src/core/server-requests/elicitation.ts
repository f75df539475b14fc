/** Completes and checks the answer to a form that a server asks for. */

import type { ElicitRequestParams, ElicitResult } from '../../types/client-features.ts'
import type { JsonSchema } from '../../types/tools.ts'
import { InvalidMessageError } from '../errors.ts'
import { parseUrl } from '../util/parse-url.ts'

type Value = string | number | boolean | string[]

/** The result to send: an accepted form with its defaults filled in, otherwise only the action. */
export function completeForm(
  { mode, requestedSchema }: ElicitRequestParams,
  result: ElicitResult,
  allowLists: boolean | undefined,
): ElicitResult {
  const { action, content = {} } = result ?? {}
  if (!['accept', 'decline', 'cancel'].includes(action)) throw invalid('action', 'a decision', `${action}`)
  if (action !== 'accept' || mode === 'url') return { action }
  if (typeof content !== 'object') throw invalid('content', 'an object', typeof content)
  const { properties = {}, required = [] } = requestedSchema ?? {}
  const fields = Object.entries(properties)
  const defaults = fields.filter(([, field]) => field.default !== undefined).map(([key, field]) => [key, field.default])
  const entered = Object.entries(content).filter(([, value]) => value !== undefined)
  const values: Record<string, Value> = Object.fromEntries([...defaults, ...entered])
  const missing = required.find((key) => !Object.hasOwn(values, key))
  if (missing !== undefined) throw invalid(missing, 'a value', 'none')
  for (const [key, field] of fields) {
    const hasValue = Object.hasOwn(values, key)
    const expected =
      hasValue && (findProblem(field, values[key]!) ?? (!allowLists && Array.isArray(values[key]) && 'one value'))
    if (expected) throw invalid(key, expected, JSON.stringify(values[key]))
  }
  return { action, content: values }
}

function invalid(key: string, expected: string, actual = 'nothing'): InvalidMessageError {
  const message = `Expected ${expected} in "${key}" of the form, got ${actual.slice(0, 100)}`
  return new InvalidMessageError(message, { delivery: 'answered' })
}

/** What is expected instead of this value, if anything. Patterns are not run, since a server could choose a slow one. */
function findProblem(field: JsonSchema, value: Value): string | undefined {
  if (field.type === 'array') return findListProblem(field, value)
  const choices = choicesOf(field)
  if (choices) return choices.includes(value) ? undefined : `one of ${choices}`.slice(0, 200)
  if (field.type === 'string') return findTextProblem(field, value)
  if (field.type === 'boolean') return typeof value === 'boolean' ? undefined : 'a boolean'
  if (field.type !== 'number' && field.type !== 'integer') return undefined
  if (field.type === 'integer' ? !Number.isInteger(value) : !Number.isFinite(value)) return `a ${field.type}`
  return findRangeProblem(value as number, field.minimum, field.maximum, 'a number')
}

function findListProblem(field: JsonSchema, value: Value): string | undefined {
  const choices = choicesOf((field.items ?? {}) as JsonSchema)
  if (!Array.isArray(value) || (choices && !value.every((item) => choices.includes(item)))) {
    return `a list of ${choices?.slice(0, 20) ?? 'text'}`
  }
  return findRangeProblem(value.length, field.minItems, field.maxItems, 'a number of items')
}

/** The allowed values: `enum`, or with titles `oneOf` for a single choice and `anyOf` for several. */
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

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function findTextProblem({ format, minLength, maxLength }: JsonSchema, value: Value): string | undefined {
  if (typeof value !== 'string') return 'text'
  const hasFormat = Object.hasOwn(FORMATS, `${format}`) && FORMATS[`${format}`]
  if (hasFormat && !hasFormat(value)) return `text in the format ${format}`
  // Counted in characters, not in UTF-16 units (JSON Schema validation, 6.3.1).
  return findRangeProblem([...value].length, minLength, maxLength, 'a length')
}

function findRangeProblem(value: number, minimum: unknown, maximum: unknown, what: string): string | undefined {
  const { min, max } = {
    min: (minimum as number) ?? Number.NEGATIVE_INFINITY,
    max: (maximum as number) ?? Number.POSITIVE_INFINITY,
  }
  return value >= min && value <= max ? undefined : `${what} from ${min} to ${max}`
}
