/** The forms of the playground for the input schemas that libraries and people write. */
import { describe, expect, test } from 'vitest'
import { unclearRules } from '../../../playground/src/form/conditions.ts'
import { initialValue } from '../../../playground/src/form/initial.ts'
import { findJsonProblem } from '../../../playground/src/form/json-problem.ts'
import { limitsOf } from '../../../playground/src/form/limits.ts'
import { MAX_DEPTH, partsOf, planOf } from '../../../playground/src/form/model.ts'
import { findProblems } from '../../../playground/src/form/problems.ts'
import { notPropertySchemas, notSchemas, schemas } from '../../browser/playground/schemas/index.ts'

type Root = Record<string, unknown>

/** The problems as the form lists them. */
function listProblems(schema: unknown, root: Root, value: unknown): string[] {
  return findProblems(schema, root, value).map(({ name, message }) => `${name} ${message}`.trim())
}

interface Walked {
  /** The value as its controls give it back. */
  value: unknown
  jsonFields: number
}

/** Goes through all controls of a form and puts the value together again from what each of them shows. */
function walk(schema: unknown, root: Root, value: unknown, depth = 0): Walked {
  const plan = planOf(schema, root, value, depth)
  if (plan.kind === 'json' && value !== undefined) return { value: JSON.parse(JSON.stringify(value)), jsonFields: 1 }
  if (plan.kind === 'number' && typeof value === 'number') return { value: Number(String(value)), jsonFields: 0 }
  let whole = value
  let jsonFields = 0
  for (const { name } of partsOf(plan, root, value)) {
    const part = partsOf(plan, root, whole).find((entry) => entry.name === name)!
    if (part.value === undefined) continue
    const walked = walk(part.schema, root, part.value, depth + 1)
    whole = part.put(walked.value)
    jsonFields += walked.jsonFields
  }
  return { value: whole, jsonFields }
}

/** Every control of a form with all optional parts added, as far down as a form goes. */
function openEverything(schema: unknown, root: Root, value: unknown, depth = 0): number {
  const plan = planOf(schema, root, value, depth)
  if (depth > MAX_DEPTH || depth > 4) return 1
  return partsOf(plan, root, value).reduce(
    (sum, part) => sum + openEverything(part.schema, root, initialValue(part.schema, root, true), depth + 1),
    1,
  )
}

test('there are more than sixty schemas, each with another name', () => {
  expect(schemas.length).toBeGreaterThan(60)
  expect(new Set(schemas.map(({ name }) => name)).size).toBe(schemas.length)
})

describe.each(schemas)('$name', ({ schema, value, json = 0 }) => {
  test('its arguments come back from the form as they were, without JSON fields where a form is possible', () => {
    expect(walk(schema, schema, value)).toEqual({ value, jsonFields: json })
  })

  test('the form starts without a mistake of its own, and its arguments are complete', () => {
    const initial = initialValue(schema, schema, true)
    expect(listProblems(schema, schema, initial).filter((problem) => !/required/i.test(problem))).toEqual([])
    if (json === 0) expect(findProblems(schema, schema, value)).toEqual([])
    expect(openEverything(schema, schema, initial)).toBeGreaterThan(0)
  })
})

describe('a rule between fields', () => {
  const cases = schemas.flatMap(({ name, schema, wrong = [] }) =>
    wrong.map(([value, problem]) => ({ name, schema, value, problem })),
  )

  test.each(cases)('$name: $value is named as wrong, once', ({ schema, value, problem }) => {
    const found = listProblems(schema, schema, value)
    expect(found).toEqual([expect.stringMatching(problem)])
  })

  test('that cannot be followed is said', () => {
    const { schema } = schemas.find(({ name }) => name.endsWith('does not understand'))!
    expect(unclearRules(schema, schema, {})).toEqual([expect.stringMatching(/^not .*unevaluatedProperties/)])
    expect(unclearRules({ not: { required: ['a'] }, if: { const: 1 } }, {}, {})).toEqual([])
  })
})

describe('what is not a schema', () => {
  test.each(notSchemas)('%j is edited as JSON', (schema) => {
    const plan = planOf(schema, schema as Root, {})
    // 'variants': anything at all, which has no fields either.
    expect(['json', 'array', 'text', 'variants']).toContain(plan.kind)
    expect(findProblems(schema, schema as Root, { a: 1 })).toEqual([])
  })

  test.each(notPropertySchemas)('as a property, %j is a JSON field with a reason', (property) => {
    const schema = { type: 'object', properties: { p: property } }
    const plan = planOf(property, schema, 1)
    expect(plan.kind).toBe('json')
    expect(plan.problem).toMatch(/^it/)
    expect(walk(schema, schema, { p: 1 }).value).toEqual({ p: 1 })
  })

  test('alternatives that only contain each other end', () => {
    const schema = { anyOf: [{ $ref: '#' }, { $ref: '#' }, { oneOf: [{ $ref: '#' }, { $ref: '#' }] }] }
    expect(() => walk(schema, schema, { a: 1 })).not.toThrow()
    expect(() => initialValue(schema, schema, true)).not.toThrow()
  })
})

describe('a missing or wrong value', () => {
  const check = (property: object, value: unknown) => {
    const schema = { type: 'object', properties: { p: property }, required: ['p'] }
    return listProblems(schema, schema, value === undefined ? {} : { p: value })
  }

  test('is named with what is asked for', () => {
    expect(check({ type: 'string' }, undefined)).toEqual(['p Required.'])
    expect(check({ type: 'string', minLength: 3 }, 'ab')).toEqual(['p Has 2 characters, needs at least 3.'])
    expect(check({ type: 'string', maxLength: 1 }, 'ab')).toEqual(['p Has 2 characters, at most 1 allowed.'])
    expect(check({ type: 'string', pattern: '^a' }, 'b')).toEqual(['p Must match ^a.'])
    expect(check({ type: 'integer' }, 1.5)).toEqual(['p Must be a whole number.'])
    expect(check({ type: 'integer' }, '7')).toEqual(['p Must be a whole number.'])
    expect(check({ type: 'number', minimum: 1, maximum: 5 }, 6)).toEqual(['p Must be at most 5.'])
    expect(check({ type: 'number', multipleOf: 0.1 }, 0.3)).toEqual([])
    expect(check({ type: 'array', items: {}, minItems: 1 }, [])).toEqual(['p Has 0 items, needs at least 1.'])
    expect(check({ type: 'array', items: {}, uniqueItems: true }, [1, 1])).toEqual(['p Has an item twice.'])
    expect(check({ enum: ['a'] }, 'b')).toEqual(['p Not one of the choices.'])
    expect(check({ const: 'a' }, 'b')).toEqual(['p Must be "a".'])
    expect(check({ type: 'object', properties: { q: {} }, required: ['q'] }, {})).toEqual(['p.q Required.'])
  })

  test('has the place it is about', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { type: 'array', items: { type: 'object', properties: { c: { minimum: 1 } } } } },
    }
    expect(findProblems(schema, schema, { 'a/b': [{}, { c: 0 }] })).toEqual([
      { path: '/a~1b/1/c', name: 'a/b.2.c', message: 'Must be at least 1.' },
    ])
  })

  test('is no problem when the pattern is not a regular expression', () => {
    expect(check({ type: 'string', pattern: '(' }, 'x')).toEqual([])
  })
})

describe('a format', () => {
  const cases: [format: string, right: string[], wrong: string[]][] = [
    ['email', ['a@b', 'a.b+c@example.com'], ['a', 'a@', 'a b@c.de']],
    ['uri', ['https://example.com', 'urn:x:y', 'file:///a'], ['example.com', '/path', 'https://a b']],
    ['date', ['2024-02-29'], ['2025-02-29', '2025-1-1', 'today']],
    ['time', ['13:30:00Z', '13:30:00.5+01:00', '13:30:00'], ['25:00:00Z', '13:30']],
    ['date-time', ['2026-01-31T13:30:00Z', '2026-01-31T13:30:00.123+01:00'], ['2026-01-31', '2026-02-31T13:30:00Z']],
    ['duration', ['PT30M', 'P1DT2H', 'P2W'], ['P', 'PT', '30M']],
    ['uuid', ['00000000-0000-4000-8000-000000000000'], ['0000']],
    ['ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3', '1.2.3.4.']],
    ['ipv6', ['::1', '2001:db8::1'], ['127.0.0.1', ':::']],
    ['hostname', ['a.example'], ['-a', 'a_b']],
    ['regex', ['^a$'], ['(']],
    ['of-the-server', ['anything'], []],
  ]

  test.each(cases)('%s is checked', (format, right, wrong) => {
    const schema = { type: 'object', properties: { p: { type: 'string', format } } }
    for (const p of right) expect(findProblems(schema, schema, { p })).toEqual([])
    for (const p of wrong) expect(findProblems(schema, schema, { p })).toHaveLength(1)
  })
})

describe('the limits of a field', () => {
  test('are plain words', () => {
    expect(limitsOf({ minimum: 1, maximum: 100, multipleOf: 5 }, 'number')).toEqual(['1 to 100', 'a multiple of 5'])
    expect(limitsOf({ exclusiveMinimum: 0, maximum: 1 }, 'number')).toEqual(['at most 1', 'more than 0'])
    expect(limitsOf({ minimum: 0, exclusiveMinimum: true }, 'number')).toEqual(['more than 0'])
    expect(limitsOf({ maximum: 2 ** 63, format: 'int64' }, 'number')).toEqual(['at most about 9.223e+18', '64 bits'])
    expect(limitsOf({ minLength: 1, maxLength: 20, pattern: '^a' }, 'text')).toEqual([
      '1 to 20 characters',
      'matches ^a',
    ])
    expect(limitsOf({ minLength: 2, maxLength: 2, format: 'email' }, 'text')).toEqual([
      'an email address',
      'exactly 2 characters',
    ])
    expect(limitsOf({ contentEncoding: 'base64', contentMediaType: 'image/png', maxLength: 4_000 }, 'text')).toEqual([
      'image/png',
      'at most 3.0 kB',
    ])
    expect(limitsOf({ minItems: 1, uniqueItems: true }, 'array')).toEqual(['at least 1 item', 'no item twice'])
    expect(limitsOf({ maxProperties: 2 }, 'map')).toEqual(['at most 2 entries'])
  })
})

describe('wrong JSON', () => {
  test.each([
    ['{\n  "a": 1,\n  b\n}', 3],
    ['[1,\n2,\n\n}', 4],
    ['{"a": "unclosed', 1],
    ['{\n"a": 1\n"b": 2}', 3],
    ['', undefined],
  ])('%j has its mistake in line %s', (text, line) => {
    expect(findJsonProblem(text)).toMatch(line === undefined ? /no JSON yet/ : new RegExp(`mistake in line ${line}:`))
  })

  test('JSON has none', () => {
    expect(findJsonProblem('{"a": [1, null]}')).toBeUndefined()
  })
})
