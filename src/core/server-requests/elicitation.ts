/** Asks the user for a form or for a visit to a URL; completes and checks the values of the form. */
import type { ElicitRequestParams, ElicitResult } from '../../types/client-features.ts'
import type { JsonSchema } from '../../types/tools.ts'
import { unexpected } from '../errors.ts'
import type { ElicitHandler } from '../handlers.ts'
import { isObject } from '../util/is-object.ts'
import { parseHttpUrl, parseUrl } from '../util/parse-url.ts'

type Value = string | number | boolean | string[]

/** Whether the request has what its mode needs; it may also throw. Only http and https URLs are safe to open. */
export function isValidElicitation({ mode, message, requestedSchema, url }: ElicitRequestParams): boolean {
  if (typeof message !== 'string') return false
  if (mode === 'url') return typeof url === 'string' && !!parseHttpUrl(url)
  return isObject(requestedSchema) && !!completeForm(requestedSchema, {}, true)
}

/** The result to send: an accepted form with its defaults filled in, otherwise only the action. */
export async function askForm(
  request: ElicitRequestParams,
  handler: ElicitHandler,
  signal: AbortSignal,
  allowLists: boolean | undefined,
): Promise<ElicitResult> {
  /** How often the handler is asked for one form until its values fit. */
  const maxAsks = 5
  for (let asks = 1, earlier = {}; ; asks++) {
    const { action, content = {}, completed } = (await handler(request, { signal, ...earlier })) ?? {}
    if (!['accept', 'decline', 'cancel'].includes(action))
      throw unexpected('a decision in "action"', `${action}`.slice(0, 100))
    if (action !== 'accept' || request.mode === 'url') return withCompletion({ action }, completed)
    if (!isObject(content)) throw unexpected('an object in "content"', `${content && typeof content}`)
    const { values, problems } = completeForm(request.requestedSchema!, content, allowLists)
    const [first] = Object.entries(problems)
    if (!first) return { action, content: values }
    const [key, expected] = first
    if (asks === maxAsks) throw unexpected(`${expected} in "${key}"`, `${JSON.stringify(values[key])}`.slice(0, 100))
    signal.throwIfAborted()
    earlier = { content, problems }
  }
}

/** The promises that the pages of accepted URL elicitations are done, by the result. They are never sent. */
const completions = new WeakMap<object, Promise<unknown>>()

export function completionOf(result: object): Promise<unknown> | undefined {
  return completions.get(result)
}

function withCompletion(result: ElicitResult, completed: Promise<unknown> | undefined): ElicitResult {
  if (!completed) return result
  const completion = Promise.resolve(completed)
  // Where nobody waits for it, its failure is not unhandled.
  completion.catch(() => {})
  completions.set(result, completion)
  return result
}

/** The values with the defaults filled in, and for each field that does not fit what is expected. */
function completeForm(
  { properties = {}, required = [] }: JsonSchema,
  content: object,
  allowLists: boolean | undefined,
): { values: Record<string, Value>; problems: Record<string, string> } {
  const fields = Object.entries(properties)
  // Servers write a default of null for optional fields.
  const defaults = fields.map(([key, field]) => [key, field.default ?? undefined])
  const entered = [...defaults, ...Object.entries(content)].filter(([, value]) => value !== undefined)
  const values: Record<string, Value> = Object.fromEntries(entered)
  const hasValue = (key: string) => Object.hasOwn(values, key)
  const missing = required.filter((key) => !hasValue(key)).map((key) => [key, 'a value'])
  const checked = fields
    .filter(([key]) => hasValue(key))
    .map(([key, field]) => {
      const value = values[key]!
      return [key, findProblem(field, value) ?? (!allowLists && Array.isArray(value) && 'one value')]
    })
  const problems = [...missing, ...checked].filter(([, expected]) => expected)
  return { values, problems: Object.fromEntries(problems) }
}

/** What is expected instead of this value, if anything. Patterns are not run, since a server could choose a slow one. */
function findProblem(field: JsonSchema, value: Value): string | undefined {
  if (field.type === 'array') return findListProblem(field, value)
  const choices = choicesOf(field)
  if (choices) return choices.has(value) ? undefined : `one of ${[...choices]}`.slice(0, 200)
  if (field.type === 'string') return findTextProblem(field, value)
  if (field.type === 'boolean') return typeof value === 'boolean' ? undefined : 'a boolean'
  const isInteger = field.type === 'integer'
  if (!isInteger && field.type !== 'number') return undefined
  if (!Number.isFinite(value) || (isInteger && (value as number) % 1)) return `type ${field.type}`
  return findRangeProblem(value as number, field.minimum, field.maximum, 'a number')
}

function findListProblem(field: JsonSchema, value: Value): string | undefined {
  const choices = choicesOf((field.items ?? {}) as JsonSchema)
  if (!Array.isArray(value) || (choices && !value.every((item) => choices.has(item)))) {
    return `a list of ${choices ? [...choices].slice(0, 20) : 'text'}`
  }
  return findRangeProblem(value.length, field.minItems, field.maxItems, 'a number of items')
}

/** The allowed values: `enum`, or with titles `oneOf` for a single choice and `anyOf` for several. */
function choicesOf(field: JsonSchema): Set<unknown> | undefined {
  const { oneOf, anyOf, enum: values } = field
  const titled = oneOf ?? anyOf
  if (!Array.isArray(titled)) return values ? new Set(values as unknown[]) : undefined
  // Servers also write unions of types, such as text or null; what fits them is not checked.
  const choices = titled.filter((choice) => choice?.type !== 'null')
  return choices.every((choice) => isObject(choice) && 'const' in choice)
    ? new Set(choices.map(({ const: value }) => value))
    : undefined
}

const FORMATS: Record<string, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => !!parseUrl(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  'date-time': (text) =>
    /^[\d-]{10}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
    isDay(text.slice(0, 10)) &&
    !!new Date(text).toJSON(),
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  return !!new Date(text).toJSON()?.startsWith(text)
}

function findTextProblem({ format, minLength, maxLength }: JsonSchema, value: Value): string | undefined {
  if (typeof value !== 'string') return 'text'
  const name = `${format}`
  if (Object.hasOwn(FORMATS, name) && !FORMATS[name]!(value)) return `text in the format ${format}`
  // Counted in characters, not in UTF-16 units (JSON Schema validation, 6.3.1).
  return findRangeProblem([...value].length, minLength, maxLength, 'a length')
}

function findRangeProblem(value: number, minimum: unknown, maximum: unknown, what: string): string | undefined {
  const min = (minimum as number) ?? -Infinity
  const max = (maximum as number) ?? Infinity
  return value >= min && value <= max ? undefined : `${what} from ${min} to ${max}`
}
