/** `formValues()`: every type of field that a server may ask for. */
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../src/core/index.ts'
import { formValues } from '../../../src/store/form-values.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5 },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date' },
    time: { type: 'string', format: 'date-time' },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    ratio: { type: 'number' },
    sure: { type: 'boolean' },
    size: { type: 'string', enum: ['small', 'large'] },
    color: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
    marks: { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] } },
  },
  required: ['name', 'count', 'sure', 'tags'],
} as JsonSchema

function form(entries: Record<string, string | string[]>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(entries)) for (const value of [values].flat()) data.append(name, value)
  return data
}

const good = {
  name: 'Ada',
  mail: 'ada@example.com',
  page: 'https://example.com',
  day: '2026-07-28',
  time: '2026-07-28T12:00:00Z',
  count: '3',
  ratio: '0.5',
  sure: 'on',
  size: 'large',
  color: 'r',
  tags: ['a', 'c'],
  marks: ['x'],
}

test('the values of every type of field are what the server wants', () => {
  expect(formValues(schema, form(good))).toEqual({
    values: { ...good, time: '2026-07-28T12:00:00.000Z', count: 3, ratio: 0.5, sure: true },
    problems: undefined,
  })
})

test.each([
  ['name', 'A', 'Must have at least 2 characters'],
  ['name', 'Adaline', 'Must have at most 5 characters'],
  ['name', '', 'Must be filled in'],
  ['mail', 'ada', 'Must be an email address'],
  ['page', 'no url', 'Must be a URL'],
  ['day', 'tomorrow', 'Must be a date, such as 2026-07-28'],
  ['time', 'noon', 'Must be a date and a time, such as 2026-07-28T12:00:00Z'],
  ['count', '1.5', 'Must be a whole number'],
  ['count', 'three', 'Must be a whole number'],
  ['count', '0', 'Must be at least 1'],
  ['count', '10', 'Must be at most 9'],
  ['ratio', 'half', 'Must be a number'],
  ['size', 'huge', 'Must be one of the choices'],
  ['tags', '', 'Must have at least 1 choice'],
  ['tags', ['a', 'b', 'c'], 'Must have at most 2 choices'],
  ['marks', 'y', 'Must be some of the choices'],
] as const)('%s: %j is explained to people', (name, value, problem) => {
  const { values, problems } = formValues(schema, form({ ...good, [name]: value as string }))
  expect(problems).toEqual({ [name]: problem })
  expect(values).not.toHaveProperty(name)
})

test('empty fields are left out, an unchecked box is false, and a required field with a default may be empty', () => {
  const { properties } = schema
  const optional = { properties: { ...properties, size: { type: 'string', default: 'small' } }, required: ['size'] }
  const { tags: _, ...rest } = optional.properties as Record<string, object>
  const asked = { ...optional, properties: rest } as unknown as JsonSchema
  expect(formValues(asked, form({ name: '', count: ' ', mail: '' }))).toEqual({
    values: { sure: false },
    problems: undefined,
  })
  expect(formValues(undefined, form({}))).toEqual({ values: {}, problems: undefined })
})
