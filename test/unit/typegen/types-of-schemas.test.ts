/** The types of schemas, as signatures have them on one line. */
import { describe, expect, test } from 'vitest'
import { signature } from '../../../src/typegen/index.ts'
import type { ObjectSchema } from '../../../src/types/index.ts'

/** The type of a member with this schema. */
function typeOf(schema: unknown, definitions: object = {}): string {
  const inputSchema = { type: 'object', properties: { a: schema }, required: ['a'], ...definitions } as ObjectSchema
  return signature({ name: 't', inputSchema }).slice('t({ a: '.length, -' })'.length)
}

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const condition: object = JSON.parse('{"if":{},"then":{"properties":{"b":true}}}')

describe('the type of', () => {
  test.for<[what: string, schema: unknown, type: string]>([
    ['anything', true, 'unknown'],
    ['nothing', false, 'never'],
    ['a schema that says nothing', { description: 'hello', 'x-vendor': 1, title: 'A' }, 'unknown'],
    ['a schema that is none', 'string; evil', 'unknown'],
    ['a text with constraints', { ...text, minLength: 1, pattern: '^a', format: 'email' }, 'string'],
    ['an integer', { type: 'integer', minimum: 0 }, 'number'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['a type that does not exist', { type: 'file' }, 'unknown'],
    ['a name of Object.prototype as a type', { type: 'constructor' }, 'unknown'],
    ['nullable of OpenAPI', { ...text, nullable: true }, 'string | null'],
    ['a constant', { const: 'a"b' }, '"a\\"b"'],
    ['a constant null', { const: null }, 'null'],
    ['an enumeration', { type: 'string', enum: ['a', 1, true, null] }, '"a" | 1 | null | true'],
    ['constants that are objects', { enum: [{ a: [1, 'x'] }] }, '{"a":[1,"x"]}'],
    ['an enumeration that is too long', { ...text, enum: Array.from({ length: 1_001 }, (_, n) => `${n}`) }, 'string'],
    ['an empty enumeration', { ...text, enum: [] }, 'string'],
    ['a list', { type: 'array', items: text }, 'string[]'],
    ['a list of anything', { type: 'array' }, 'unknown[]'],
    ['a list of several types', { items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [
      'a list of lists',
      { items: { items: { allOf: [{ required: ['a'] }, { required: ['b'] }] } } },
      '({ a: unknown } & { b: unknown })[][]',
    ],
    [
      'a tuple, whose items may be absent',
      { prefixItems: [text, { enum: [1, 2] }] },
      '[string?, (1 | 2)?, ...unknown[]]',
    ],
    ['a tuple that is complete', { prefixItems: [text, number], minItems: 2, items: false }, '[string, number]'],
    [
      'a tuple of draft-07',
      { items: [text, number], additionalItems: number, minItems: 1 },
      '[string, number?, ...number[]]',
    ],
    ['a tuple with a limit', { prefixItems: [text], minItems: 1, maxItems: 1 }, '[string]'],
    ['an object', { type: 'object' }, '{ [key: string]: unknown }'],
    [
      'members, required first and in order',
      { properties: { c: text, b: number, a: text }, required: ['b'] },
      '{ b: number; a?: string; c?: string }',
    ],
    ['a required member without a schema', { required: ['a'] }, '{ a: unknown }'],
    [
      'odd keys',
      { properties: { 'a-b': text, '1': text, 'a"b\u2028': text, constructor: text } },
      '{ "1"?: string; "a\\"b\u2028"?: string; "a-b"?: string; constructor?: string }',
    ],
    ['the key __proto__', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), "{ ['__proto__']?: string }"],
    ['no members', { properties: {}, additionalProperties: false }, '{ [key: string]: never }'],
    ['a map', { additionalProperties: number }, '{ [key: string]: number }'],
    [
      'a map by patterns',
      { patternProperties: { '^a': text, '^b': number }, additionalProperties: false },
      '{ [key: string]: string | number }',
    ],
    [
      'members and others of the same type',
      { properties: { a: text }, additionalProperties: text },
      '{ a?: string; [key: string]: string | undefined }',
    ],
    [
      'members and others of another type',
      { properties: { a: text }, additionalProperties: number },
      '{ a?: string; [key: string]: unknown }',
    ],
    [
      'members that a condition adds',
      { properties: { a: text }, ...condition },
      '{ a?: string; [key: string]: unknown }',
    ],
    [
      'members that a requirement names',
      { properties: { a: text }, dependentRequired: { a: ['b'] } },
      '{ a?: string; [key: string]: unknown }',
    ],
    [
      'members that are unevaluated',
      { properties: { a: text }, unevaluatedProperties: number },
      '{ a?: string; [key: string]: unknown }',
    ],
    [
      'members, and none that are unevaluated',
      { properties: { a: text }, unevaluatedProperties: false },
      '{ a?: string }',
    ],
    ['a pattern for any name', { patternProperties: { '^(.*)$': text } }, '{ [key: string]: string }'],
    ['patterns, and anything else', { patternProperties: { '^a': text } }, '{ [key: string]: unknown }'],
    [
      'patterns, and texts',
      { properties: {}, patternProperties: { a: number }, additionalProperties: text },
      '{ [key: string]: number | string }',
    ],
    ['a nullable enumeration', { enum: ['a', null], nullable: true }, '"a" | null'],
    ['a nullable object or nothing', { type: ['object', 'null'], nullable: true }, '{ [key: string]: unknown } | null'],
    ['anyOf', { anyOf: [text, number, { type: 'null' }, number] }, 'string | number | null'],
    ['oneOf with something unknown', { oneOf: [text, {}] }, 'unknown'],
    ['anyOf with the type beside it', { ...text, anyOf: [{ const: 'a' }, { pattern: 'b' }] }, '"a" | string'],
    ['allOf', { allOf: [{ properties: { a: text } }, { properties: { b: text } }] }, '{ a?: string } & { b?: string }'],
    ['allOf of nothing', { allOf: [false, text] }, 'never'],
    ['allOf of constraints', { ...number, allOf: [{ minimum: 1 }, { maximum: 2 }] }, 'number'],
    [
      'required names beside members',
      { properties: { a: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ a?: string } & ({ a: unknown } | { b: unknown })',
    ],
    [
      'a branch that is null for an object that may be',
      { type: ['object', 'null'], allOf: [{ required: ['a'] }] },
      '{ a: unknown } | null',
    ],
    ['not, if and dependencies', { ...text, not: { const: 'a' }, ...condition }, 'string'],
    ['a reference to another document', { $ref: 'https://example.com/schema.json' }, 'unknown'],
    ['a reference to nothing', { $ref: '#/$defs/missing' }, 'unknown'],
    ['a reference that is none', { $ref: 5 }, 'unknown'],
  ])('%s', ([, schema, type]) => {
    expect(typeOf(schema)).toBe(type)
  })

  test.for<[what: string, schema: object, definitions: object, type: string]>([
    ['a reference', { $ref: '#/$defs/x' }, { $defs: { x: text } }, 'string'],
    ['an escaped reference', { $ref: '#/$defs/a~1b~0c%20d' }, { $defs: { 'a/b~c d': text } }, 'string'],
    [
      'a reference to another property',
      { $ref: '#/properties/b' },
      { properties: { a: { $ref: '#/properties/b' }, b: text } },
      'string; b?: string',
    ],
    ['a reference with a wrong escape', { $ref: '#/$defs/%' }, { $defs: { '%': text } }, 'string'],
    ['a reference with an encoded name', { $ref: '#/$defs/%C3%A4' }, { $defs: { ä: text } }, 'string'],
    ['a reference to prototypes', { $ref: '#/constructor/name' }, {}, 'unknown'],
    [
      'a reference with more beside it',
      { $ref: '#/$defs/x', required: ['b'] },
      { $defs: { x: { required: ['a'] } } },
      '{ b: unknown } & { a: unknown }',
    ],
    [
      'a reference of draft-07, which is alone',
      { $ref: '#/definitions/x', required: ['b'] },
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { x: text } },
      'string',
    ],
    [
      'a reference to a type that the reference gives',
      { type: ['object', 'null'], $ref: '#/$defs/x' },
      { $defs: { x: { allOf: [{ required: ['a'] }] } } },
      '{ [key: string]: unknown } | null',
    ],
    ['a reference to itself', { $ref: '#/$defs/x' }, { $defs: { x: { $ref: '#/$defs/x' } } }, 'unknown'],
    ['a tree', { $ref: '#/$defs/x' }, { $defs: { x: { items: { $ref: '#/$defs/x' } } } }, 'unknown[]'],
    ['the whole', { $ref: '#' }, {}, 'unknown'],
  ])('%s', ([, schema, definitions, type]) => {
    expect(typeOf(schema, definitions)).toBe(type)
  })
})

describe('a signature', () => {
  const inputSchema = { type: 'object', properties: { q: text }, required: ['q'] } as ObjectSchema

  test('has the arguments and the result, on one line', () => {
    const outputSchema = { type: 'object', properties: { hits: { items: text, description: 'two\nlines' } } } as const
    expect(signature({ name: 'files/search.text', inputSchema, outputSchema })).toBe(
      'files/search.text({ q: string }): { hits?: string[] }',
    )
    expect(signature({ name: 'now', inputSchema: { type: 'object', properties: {} } })).toBe('now()')
    expect(signature({ name: 'a\nb', inputSchema: { type: 'object' } })).toBe('"a\\nb"()')
  })

  test('of a tool for models has the name and the arguments that the model knows', () => {
    const outputSchema = { type: 'object', properties: { n: number } } as const
    const tool = { name: 'docs_search', parameters: inputSchema, definition: { outputSchema } }
    expect(signature(tool)).toBe('docs_search({ q: string }): { n?: number }')
    expect(signature({ name: 'now', parameters: { type: 'object' } })).toBe('now()')
  })

  test('stays short, whatever the schema', () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member_${n}`, text]))
    expect(signature({ name: 'wide', inputSchema: { type: 'object', properties } }).length).toBeLessThan(1_010)
    let deep: object = text
    for (let level = 0; level < 5_000; level++) deep = { items: deep }
    expect(signature({ name: 'deep', inputSchema: { type: 'object', properties: { deep } } as ObjectSchema })).toBe(
      'deep({ deep?: unknown[][][][][][][][] })',
    )
    // Each definition refers to the next one twice.
    const $defs = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        n,
        { prefixItems: [{ $ref: `#/$defs/${n + 1}` }, { $ref: `#/$defs/${n + 1}` }] },
      ]),
    )
    expect(signature({ name: 'bomb', inputSchema: { type: 'object', $ref: '#/$defs/0', $defs } }).length).toBeLessThan(
      1_010,
    )
  })

  test('is the same whatever the order of members', () => {
    const one = { type: 'object', properties: { a: text, b: number } } as ObjectSchema
    const other = { properties: { b: number, a: text }, type: 'object' } as ObjectSchema
    expect(signature({ name: 't', inputSchema: one })).toBe(signature({ name: 't', inputSchema: other }))
  })
})
