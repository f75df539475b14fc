/** The arguments of a tool that are repeated in headers (`x-mcp-header`), and the schemas that are invalid. */
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../../../src/core/index.ts'
import { findParamHeaders, paramHeaders } from '../../../../src/core/modern/request-headers.ts'

const mark = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header })

const object = (properties: object, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: properties as Record<string, JsonSchema>,
  ...more,
})

/** So many nested objects, with a marked string in the innermost. */
const nested = (depth: number): JsonSchema => object({ value: depth === 0 ? mark('Deep') : nested(depth - 1) })

describe('the parameters with a header', () => {
  test('may be any number', () => {
    const names = Array.from({ length: 100 }, (_, index) => `Name-${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, mark(name)]))
    expect(findParamHeaders(object(properties)).headers).toHaveLength(100)
  })

  test('are found in properties at any depth, in the order of the schema', () => {
    const schema = object({ a: mark('One'), b: object({ c: object({ d: mark('Two', 'integer') }) }), e: mark('3') })
    expect(findParamHeaders(schema).headers).toEqual([
      { header: 'One', path: ['a'], type: 'string' },
      { header: 'Two', path: ['b', 'c', 'd'], type: 'integer' },
      { header: '3', path: ['e'], type: 'string' },
    ])
  })

  test('are none where none is marked', () => {
    for (const schema of [object({}), { type: 'object' } as const, object({ a: true, b: null, c: [] })]) {
      expect(findParamHeaders(schema).headers).toEqual([])
    }
  })

  test('do not include what only looks like a mark', () => {
    const schema = object({
      'x-mcp-header': { type: 'string' },
      items: { type: 'string', default: { 'x-mcp-header': 5 } },
      data: { enum: [{ 'x-mcp-header': '' }], const: { 'x-mcp-header': '' }, examples: [{ 'x-mcp-header': '' }] },
    })
    expect(findParamHeaders(schema).headers).toEqual([])
  })

  test('are searched in a very deep schema without a stack overflow', () => {
    expect(findParamHeaders(nested(20)).headers).toHaveLength(1)
    expect(() => findParamHeaders(nested(5_000))).not.toThrow()
  })

  test.each([
    ['an empty name', object({ a: mark('') })],
    ['a name that is no string', object({ a: mark(5) })],
    ['a name with a space', object({ a: mark('My Region') })],
    ['a name with a colon', object({ a: mark('Region:Primary') })],
    ['a name with a line end', object({ a: mark('Region\n') })],
    ['a name outside ASCII', object({ a: mark('Région') })],
    ['a name that is there twice', object({ a: mark('One'), b: object({ c: mark('oNE') }) })],
    ['a number', object({ a: mark('One', 'number') })],
    ['several types', object({ a: mark('One', ['string', 'null']) })],
    ['no type', object({ a: { 'x-mcp-header': 'One' } })],
    ['the root', { ...object({}), 'x-mcp-header': 'One' }],
    ['items', object({ a: { type: 'array', items: mark('One') } })],
    ['properties within items', object({ a: { type: 'array', items: object({ b: mark('One') }) } })],
    ['a branch', object({}, { oneOf: [object({ a: mark('One') })] })],
    ['a definition', object({}, { $defs: { one: mark('One') } })],
    ['a dependency', object({}, { dependencies: { a: object({ b: mark('One') }) } })],
    ['the schema of encoded content', object({ a: { type: 'string', contentSchema: object({ b: mark('One') }) } })],
    ['an unknown keyword', object({}, { 'x-variants': [object({ a: mark('One') })] })],
  ])('with %s make the tool invalid, with a reason', (_, schema) => {
    expect(findParamHeaders(schema).problem).toMatch(/x-mcp-header/)
  })
})

describe('the headers of a call', () => {
  const schema = object({
    text: mark('Text'),
    count: mark('Count', 'integer'),
    flag: mark('Flag', 'boolean'),
    inner: object({ value: mark('Inner-Value') }),
    free: { type: 'string' },
  })

  test.each([
    [{}, {}],
    [undefined, {}],
    ['text', {}],
    [
      { text: 'a', count: 1, flag: false, free: 'x' },
      { text: 'a', count: '1', flag: 'false' },
    ],
    [
      { text: '', inner: { value: 'é' } },
      { text: '', 'inner-value': '=?base64?w6k=?=' },
    ],
    [{ text: null, inner: null }, {}],
    [{ inner: 'value' }, {}],
    [{ inner: [{ value: 'x' }] }, {}],
    [{ count: -0 }, { count: '0' }],
    [{ count: Number.MAX_SAFE_INTEGER }, { count: '9007199254740991' }],
  ])('arguments %j give %j', (given, expected) => {
    const headers = Object.entries(expected).map(([name, value]) => [`mcp-param-${name}`, value])
    expect(paramHeaders(schema, given)).toEqual(Object.fromEntries(headers))
  })

  test('are read from own members only', () => {
    const inherited = object({ toString: mark('Inherited'), constructor: object({ name: mark('Name') }) })
    expect(paramHeaders(inherited, {})).toEqual({})
  })

  test.each([2 ** 53, -(2 ** 53), Number.MAX_VALUE, 42.5])('%d is refused before anything is sent', (count) => {
    expect(() => paramHeaders(schema, { count })).toThrow(
      expect.objectContaining({
        code: 'invalid-message',
        delivery: 'not-executed',
        message: expect.stringMatching(/Count/),
      }),
    )
  })
})
