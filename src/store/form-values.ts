/** Reads the form that a question asks for: values of the types that the server wants, and messages for people. */
import type { ElicitResult, JsonSchema } from '../core/index.ts'

/** What is needed of `FormData`. */
export interface FormSource {
  /** The first value of a field, or null. */
  get(name: string): unknown
  /** All values of a field. */
  getAll(name: string): unknown[]
}

/** What a form holds. */
export interface FormValues {
  /** The values for `question.answer()`. Empty fields are left out. */
  values: NonNullable<ElicitResult['content']>
  /** What to change, by the name of the field; undefined if everything fits. */
  problems: Record<string, string> | undefined
}

type Value = string | number | boolean | string[]

/** A value, what is wrong with it, or nothing for an empty field. */
type Reading = { value: Value } | { problem: string } | undefined

/**
 * The values of a form as its schema wants them: numbers and booleans instead of text, lists for several choices. A
 * checkbox that is not checked is `false`.
 *
 * @example
 * const { values, problems } = formValues(question.request.requestedSchema, new FormData(form))
 * if (!problems) question.answer(values)
 */
export function formValues(schema: JsonSchema | undefined, form: FormSource): FormValues {
  const { properties = {}, required = [] } = schema ?? {}
  const values: [string, Value][] = []
  const problems: [string, string][] = []
  for (const [name, field] of Object.entries(properties as Record<string, JsonSchema>)) {
    const reading = readField(field, form, name)
    if (reading && 'value' in reading) values.push([name, reading.value])
    else if (reading) problems.push([name, reading.problem])
    else if (required.includes(name) && (field.default ?? undefined) === undefined) {
      problems.push([name, 'Must be filled in'])
    }
  }
  return { values: Object.fromEntries(values), problems: problems.length ? Object.fromEntries(problems) : undefined }
}

function readField(field: JsonSchema, form: FormSource, name: string): Reading {
  if (field.type === 'array') return readList(field, form.getAll(name))
  const text = form.get(name)
  if (field.type === 'boolean') return { value: typeof text === 'string' && text !== 'false' && text !== '' }
  if (typeof text !== 'string' || !text.trim()) return undefined
  const choices = choicesOf(field)
  if (choices) {
    const chosen = choices.find((choice) => `${choice}` === text)
    return chosen === undefined ? { problem: 'Must be one of the choices' } : { value: chosen as Value }
  }
  if (field.type === 'number' || field.type === 'integer') return readNumber(field, Number(text))
  return readText(field, text)
}

function readNumber({ type, minimum, maximum }: JsonSchema, value: number): Reading {
  if (!Number.isFinite(value)) return { problem: type === 'integer' ? 'Must be a whole number' : 'Must be a number' }
  if (type === 'integer' && value % 1) return { problem: 'Must be a whole number' }
  if (value < ((minimum as number) ?? -Infinity)) return { problem: `Must be at least ${minimum}` }
  if (value > ((maximum as number) ?? Infinity)) return { problem: `Must be at most ${maximum}` }
  return { value }
}

function readList({ items, minItems, maxItems }: JsonSchema, entries: unknown[]): Reading {
  const value = entries.filter((entry): entry is string => typeof entry === 'string' && entry !== '')
  const choices = choicesOf((items ?? {}) as JsonSchema)
  if (choices && !value.every((entry) => choices.includes(entry))) return { problem: 'Must be some of the choices' }
  if (!value.length && !minItems) return undefined
  if (value.length < ((minItems as number) ?? 0)) return { problem: `Must have at least ${count(minItems, 'choice')}` }
  if (value.length > ((maxItems as number) ?? Infinity)) {
    return { problem: `Must have at most ${count(maxItems, 'choice')}` }
  }
  return { value }
}

const FORMATS: Record<string, [name: string, test: (text: string) => boolean]> = {
  email: ['an email address', (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  uri: ['a URL', isUrl],
  date: ['a date, such as 2026-07-28', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isTime(text)],
  'date-time': ['a date and a time, such as 2026-07-28T12:00:00Z', isTime],
}

function readText({ format, minLength, maxLength }: JsonSchema, text: string): Reading {
  // In characters, not in UTF-16 units.
  const { length } = [...text]
  if (length < ((minLength as number) ?? 0)) return { problem: `Must have at least ${count(minLength, 'character')}` }
  if (length > ((maxLength as number) ?? Infinity)) {
    return { problem: `Must have at most ${count(maxLength, 'character')}` }
  }
  const [name, test] = (Object.hasOwn(FORMATS, `${format}`) && FORMATS[`${format}`]) || []
  if (test && !test(text)) return { problem: `Must be ${name}` }
  // An input of type datetime-local has no time zone: it means that of the user.
  return { value: format === 'date-time' ? new Date(text).toISOString() : text }
}

const count = (number: unknown, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

function isTime(text: string): boolean {
  return !Number.isNaN(new Date(text).getTime())
}

function isUrl(text: string): boolean {
  try {
    return !!new URL(text)
  } catch {
    return false
  }
}

/** The allowed values: `enum`, or with titles `oneOf` for a single choice and `anyOf` for several. */
function choicesOf(field: JsonSchema): unknown[] | undefined {
  const titled = field.oneOf ?? field.anyOf
  if (!Array.isArray(titled)) return field.enum as unknown[] | undefined
  const choices = titled.flatMap((choice) => (choice && 'const' in choice ? [choice.const] : []))
  return choices.length ? choices : undefined
}
