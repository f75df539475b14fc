/** Schemas as every provider takes them. The refusals are those that OpenAI and Anthropic answer with. */
import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { modelTools } from '../../../src/tools/index.ts'
import type { JsonSchema } from '../../../src/types/index.ts'
import { createFakeSource, schemaTool, tool } from './fake-source.ts'

async function parametersOf(schema: JsonSchema): Promise<JsonSchema> {
  return (await modelTools(createFakeSource([schemaTool(schema)]))).list[0]!.parameters
}

/** What a provider would answer. */
function refusalOf(schema: JsonSchema): string | undefined {
  if (schema.type !== 'object') return `schema must be a JSON Schema of 'type: "object"'`
  if (!schema.properties) return 'object schema missing properties'
  const keyword = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', '$ref'].find((name) => name in schema)
  if (keyword) return `${keyword} at the top level`
  const key = Object.keys(schema.properties).find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
  return key && `Property keys should match pattern: ${key}`
}

const text = { type: 'string' as const }
const circle: JsonSchema = {
  type: 'object',
  properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
  required: ['kind', 'radius'],
}
const square: JsonSchema = {
  type: 'object',
  properties: { kind: { const: 'square' }, side: { type: 'number' } },
  required: ['kind', 'side'],
}
const shapes = [
  { kind: 'circle', radius: 1 },
  { kind: 'square', side: 2 },
]

/** Each with arguments that it accepts. */
const schemas: Record<string, { schema: JsonSchema; accepts: object[] }> = {
  'no properties': { schema: { type: 'object' }, accepts: [{}] },
  'a union at the top (oneOf)': { schema: { oneOf: [circle, square] }, accepts: shapes },
  'a union at the top (anyOf)': { schema: { anyOf: [circle, square] }, accepts: shapes },
  'an intersection at the top': {
    schema: { allOf: [circle, { properties: { name: text }, required: ['name'] }] },
    accepts: [{ kind: 'circle', radius: 1, name: 'x' }],
  },
  'unions of references': {
    schema: { oneOf: [{ $ref: '#/$defs/c' }, { $ref: '#/$defs/s' }], $defs: { c: circle, s: square } },
    accepts: shapes,
  },
  'a union in an intersection': { schema: { allOf: [{ anyOf: [circle, square] }] }, accepts: shapes },
  'a reference at the top': { schema: { $ref: '#/$defs/c', $defs: { c: circle } }, accepts: [shapes[0]!] },
  'a reference to a reference': {
    schema: { $ref: '#/$defs/a~1b', $defs: { 'a/b': { $ref: '#/$defs/c' }, c: circle } },
    accepts: [shapes[0]!],
  },
  'a reference to itself': { schema: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, accepts: [] },
  'a reference to another document': { schema: { $ref: 'https://example.com/schema' }, accepts: [] },
  'a union that refers to itself': {
    schema: { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, circle] } }, anyOf: [{ $ref: '#/$defs/a' }] },
    accepts: [shapes[0]!],
  },
  'references within': {
    schema: {
      properties: { at: { $ref: '#/$defs/place' } },
      required: ['at'],
      $defs: { place: { type: 'object', properties: { city: text } } },
    },
    accepts: [{ at: { city: 'Rome' } }],
  },
  'at least one of two': {
    schema: { properties: { id: text, name: text }, anyOf: [{ required: ['id'] }, { required: ['name'] }] },
    accepts: [{ id: '1' }, { name: 'x' }],
  },
  'not, enum and const at the top': {
    schema: { properties: { a: text }, not: { required: ['b'] }, enum: [{ a: 'x' }], const: { a: 'x' } },
    accepts: [{ a: 'x' }],
  },
  'a discriminator outside of the union': {
    schema: { properties: { kind: { enum: ['circle', 'square'] } }, oneOf: [circle, square] },
    accepts: shapes,
  },
  'keys that Anthropic refuses': {
    schema: { properties: { 'filter[id]': text, $top: text, ['x'.repeat(70)]: text }, required: ['$top'] },
    accepts: [],
  },
}

describe('the schema for models', () => {
  test.for(Object.entries(schemas))('of %s is taken by every provider', async ([, { schema, accepts }]) => {
    const parameters = await parametersOf(schema)
    expect(refusalOf(parameters)).toBeUndefined()
    const validator = new Validator(parameters)
    for (const args of accepts) expect(validator.validate(args).errors, JSON.stringify(args)).toEqual([])
  })

  test('is the same if every provider takes it as it is', async () => {
    const schema = {
      type: 'object' as const,
      properties: { a: text },
      required: ['a'],
      additionalProperties: false,
      description: 'A',
    }
    expect(await parametersOf(schema)).toEqual(schema)
  })

  test('of a union has the members of all forms, requires what all forms require, and quotes the union', async () => {
    const schema = { description: 'A shape.', oneOf: [circle, square] }
    expect(await parametersOf(schema)).toEqual({
      type: 'object',
      properties: {
        kind: { anyOf: [{ const: 'circle' }, { const: 'square' }] },
        radius: { type: 'number' },
        side: { type: 'number' },
      },
      required: ['kind'],
      description: `A shape. As JSON Schema: ${JSON.stringify({ oneOf: [circle, square] })}`,
    })
  })

  test('of an intersection requires what each part requires', async () => {
    const { required } = await parametersOf({ required: ['a'], allOf: [{ required: ['b'] }, { required: ['c'] }] })
    expect(required).toEqual(['a', 'b', 'c'])
  })

  test('that refers to another document quotes the reference', async () => {
    const { description } = await parametersOf({ $ref: 'https://example.com/schema' })
    expect(description).toContain('https://example.com/schema')
  })

  test('has other keys where providers refuse them, and the server gets its own', async () => {
    const schema = { properties: { 'filter[id]': text, plain: text }, required: ['filter[id]'] }
    const source = createFakeSource([schemaTool(schema)])
    const { list } = await modelTools(source)
    const [key, plain] = Object.keys(list[0]!.parameters.properties!)
    expect([key, plain]).toEqual([expect.stringMatching(/^filter_id_[0-9a-z_]+$/), 'plain'])
    expect(list[0]!.parameters.required).toEqual([key])
    await list[0]!.call({ [key!]: '7', plain: 'x', other: 1 })
    expect(source.calls[0]!.args).toEqual({ 'filter[id]': '7', plain: 'x', other: 1 })
  })

  test.for([
    { anyOf: 'x', oneOf: {}, allOf: [true, null], required: 7, properties: 'abc' },
    { $ref: '#/%zz', properties: [] },
    { $ref: 7 },
  ])('of a server that writes nonsense does not cost the other tools: %j', async (schema) => {
    const broken = tool('broken', { inputSchema: { ...schema, type: 'object' } as never })
    const { list } = await modelTools(createFakeSource([broken, tool('good')]))
    expect(list.map(({ name }) => name)).toEqual(['broken', 'good'])
  })

  test('of a union of many references to itself ends', async () => {
    const self = { $ref: '#/$defs/a' }
    const $defs = { a: { anyOf: [...Array.from({ length: 10 }, () => self), circle] } }
    const { properties } = await parametersOf({ $defs, oneOf: [self, square] })
    expect(Object.keys(properties!)).toEqual(['kind', 'radius', 'side'])
    await parametersOf({ oneOf: Array.from({ length: 10 }, () => ({ $ref: '#' })) })
  })

  test('of absurd depth is any object, and does not cost the other tools', async () => {
    let schema: JsonSchema = circle
    for (let depth = 0; depth < 100_000; depth++) schema = { allOf: [schema] }
    const deep = { ...schemaTool(schema), name: 'deep' }
    const { list } = await modelTools(createFakeSource([deep, tool('good')]))
    expect(list.map(({ name }) => name)).toEqual(['deep', 'good'])
    expect(list[0]!.parameters).toMatchObject({ type: 'object', properties: {} })
  })
})
