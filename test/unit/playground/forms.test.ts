/** The forms of the playground for the input schemas that libraries and people write. */
import { describe, expect, test } from 'vitest'
import { unclearRules } from '../../../playground/src/form/conditions.ts'
import { initialValue } from '../../../playground/src/form/initial.ts'
import { findJsonProblem } from '../../../playground/src/form/json-problem.ts'
import { MAX_DEPTH, partsOf, planOf } from '../../../playground/src/form/model.ts'
import { findProblems } from '../../../playground/src/form/problems.ts'
import { notPropertySchemas, notSchemas, schemas } from '../../browser/playground/schemas/index.ts'

type Root = Record<string, unknown>

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
    expect(findProblems(schema, schema, initial).filter((problem) => !problem.includes('is required'))).toEqual([])
    if (json === 0) expect(findProblems(schema, schema, value)).toEqual([])
    expect(openEverything(schema, schema, initial)).toBeGreaterThan(0)
  })
})

describe('a rule between fields', () => {
  const cases = schemas.flatMap(({ name, schema, wrong = [] }) =>
    wrong.map(([value, problem]) => ({ name, schema, value, problem })),
  )

  test.each(cases)('$name: $value is named as wrong, once', ({ schema, value, problem }) => {
    const found = findProblems(schema, schema, value)
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
    return findProblems(schema, schema, value === undefined ? {} : { p: value })
  }

  test('is named with what is asked for', () => {
    expect(check({ type: 'string' }, undefined)).toEqual(['p is required.'])
    expect(check({ type: 'string', minLength: 3 }, 'ab')).toEqual(['p has 2 characters, at least 3 are asked for.'])
    expect(check({ type: 'string', pattern: '^a' }, 'b')).toEqual(['p does not match ^a.'])
    expect(check({ type: 'integer' }, 1.5)).toEqual(['p is not a whole number.'])
    expect(check({ type: 'number', multipleOf: 0.1 }, 0.3)).toEqual([])
    expect(check({ type: 'array', items: {}, minItems: 1 }, [])).toEqual(['p has 0 items, at least 1 are asked for.'])
    expect(check({ enum: ['a'] }, 'b')).toEqual(['p is not one of the choices.'])
    expect(check({ type: 'object', properties: { q: {} }, required: ['q'] }, {})).toEqual(['p.q is required.'])
  })

  test('is no problem when the pattern is not a regular expression', () => {
    expect(check({ type: 'string', pattern: '(' }, 'x')).toEqual([])
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
