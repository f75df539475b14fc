/** Schemas for Gemini have only keywords that it documents, and accept what the original accepts. */
import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { geminiTools, modelTools } from '../../../src/tools/index.ts'
import type { JsonSchema } from '../../../src/types/index.ts'
import { createFakeSource, schemaTool, tool } from './fake-source.ts'

const DOCUMENTED = [
  ...['type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems', 'minItems', 'maxItems', 'minimum'],
  ...['maximum', 'anyOf', 'properties', 'additionalProperties', 'required'],
]

async function reduced(schema: JsonSchema): Promise<JsonSchema> {
  const tools = await modelTools(createFakeSource([schemaTool({ properties: { a: schema }, $defs: schema.$defs })]))
  const [definition] = geminiTools(tools).definitions[0]!.functionDeclarations
  return definition!.parametersJsonSchema!.properties!.a!
}

/** Every keyword, wherever it is. */
function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'enum') return keyword
    const inner = keyword === 'properties' ? Object.values(value as object) : value
    return [keyword, ...keywordsOf(inner)]
  })
}

describe('a schema for Gemini', () => {
  test.for<[string, JsonSchema, JsonSchema]>([
    ['const', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['const that is no text', { const: true }, { description: '{"enum":[true]}' }],
    ['enum with null', { enum: ['a', null], description: 'Which' }, { description: 'Which {"enum":["a",null]}' }],
    ['an empty value', { type: 'string', enum: ['', 'x'] }, { type: 'string', description: '{"enum":["","x"]}' }],
    ['booleans to choose from', { enum: [true] }, { description: '{"enum":[true]}' }],
    ['integers to choose from', { type: 'integer', enum: [1, 2] }, { type: 'integer', description: '{"enum":[1,2]}' }],
    [
      'values of several types',
      { type: ['string', 'null'], enum: ['a', 'b'] },
      { type: ['string', 'null'], description: '{"enum":["a","b"]}' },
    ],
    [
      'pattern and limits',
      { type: 'string', pattern: '^a', minLength: 2 },
      { type: 'string', description: '{"pattern":"^a","minLength":2}' },
    ],
    [
      'exclusive limits',
      { type: 'number', exclusiveMinimum: 0, minimum: 1 },
      { type: 'number', minimum: 1, description: '{"exclusiveMinimum":0}' },
    ],
    [
      'a format that it does not know',
      { type: 'string', format: 'uri' },
      { type: 'string', description: '{"format":"uri"}' },
    ],
    ['a format that it knows', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['an array without items', { type: 'array' }, { type: 'array', items: {} }],
    [
      'oneOf',
      { oneOf: [{ type: 'string' }, { not: {} }] },
      { anyOf: [{ type: 'string' }, { description: '{"not":{}}' }] },
    ],
    [
      'allOf',
      { allOf: [{ properties: { b: {} }, required: ['b'] }, { properties: { c: {} } }] },
      { properties: { b: {}, c: {} }, required: ['b'] },
    ],
    [
      'required members that there are not',
      { type: 'object', properties: { b: {} }, required: ['b', 'c'] },
      { type: 'object', properties: { b: {} }, required: ['b'] },
    ],
    ['a reference', { $ref: '#/$defs/b', $defs: { b: { type: 'string' } } }, { type: 'string' }],
    [
      'a reference in a circle',
      { $ref: '#/$defs/b', $defs: { b: { title: 'Tree', properties: { b: { $ref: '#/$defs/b' } } } } },
      { title: 'Tree', properties: { b: { description: 'As Tree' } } },
    ],
    ['types that there are not', { type: ['string', 'file' as never] }, { type: 'string' }],
    [
      'keywords with values of wrong types',
      { title: 3, minItems: 'x', items: 7 } as never,
      { description: '{"title":3,"minItems":"x"}', items: {} },
    ],
    ['boolean schemas', { properties: { b: true as never, c: false as never } }, { properties: { b: {} } }],
  ])('has no %s', async ([, schema, expected]) => {
    const result = await reduced(schema)
    expect(result).toEqual(expected)
    expect(keywordsOf(result).filter((keyword) => !DOCUMENTED.includes(keyword))).toEqual([])
  })

  test('is small, however often references double it', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` }
        return [`d${index}`, { type: 'object', properties: { a: next, b: next } }]
      }),
    )
    expect(JSON.stringify(await reduced({ $ref: '#/$defs/d0', $defs } as JsonSchema)).length).toBeLessThan(300_000)
  })

  test.for<[string, string, string]>([
    ['members', '{"properties":{"a":', '}}'],
    ['items', '{"items":', '}'],
    ['all of one', '{"allOf":[', ']}'],
    ['rules', '{"not":', '}'],
  ])('does not cost the other tools their schemas: nested %s', async ([, start, end]) => {
    for (const depth of [100, 1_000, 1_900, 4_000]) {
      const schema = JSON.parse(`${start.repeat(depth)}{}${end.repeat(depth)}`) as JsonSchema
      const odd = tool('odd', { inputSchema: { type: 'object', properties: { a: schema } } })
      const plain = tool('plain', { inputSchema: { type: 'object', properties: { b: { type: 'string' } } } })
      const { definitions } = geminiTools(await modelTools(createFakeSource([odd, plain])))
      expect(definitions[0]!.functionDeclarations.map(({ name }) => name)).toEqual(['odd', 'plain'])
      expect(definitions[0]!.functionDeclarations[1]!.parametersJsonSchema).toMatchObject({ properties: { b: {} } })
    }
  })

  test('accepts what the original accepts', async () => {
    const original: JsonSchema = {
      type: 'object',
      properties: { kind: { const: 'a' }, size: { type: 'integer', multipleOf: 2, maximum: 9 } },
      patternProperties: { '^x-': {} },
      allOf: [{ properties: { list: { type: 'array', uniqueItems: true } } }],
      required: ['kind'],
    }
    const validator = new Validator((await reduced(original)) as object, '2020-12')
    for (const value of [{ kind: 'a' }, { kind: 'a', size: 4, list: [1, 2], 'x-y': 1 }]) {
      expect(validator.validate(value).valid).toBe(true)
    }
  })
})

describe('tools for Gemini', () => {
  const call = (name: string, others = {}) => ({
    candidates: [{ content: { parts: [{ functionCall: { name, args: {}, ...others } }] } }],
  })

  test('have names that begin with a letter, and are found by them', async () => {
    const source = createFakeSource([tool('3d_render'), tool('-a'), tool('_3d_render')])
    const { definitions, run } = geminiTools(await modelTools(source))
    const names = definitions[0]!.functionDeclarations.map(({ name }) => name)
    expect(names.filter((name) => !/^[A-Za-z_][\w-]{0,63}$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(3)
    for (const name of names) await run(call(name))
    expect(source.calls.map(({ name }) => name)).toEqual(['3d_render', '-a', '_3d_render'])
  })

  test('have no schema without arguments, unless they take any', async () => {
    const open = tool('open', { inputSchema: { type: 'object', additionalProperties: true } })
    const { definitions } = geminiTools(await modelTools(createFakeSource([tool('none'), open])))
    const [none, any] = definitions[0]!.functionDeclarations
    expect(none).toEqual({ name: 'none', description: 'Does none' })
    expect(any!.parametersJsonSchema).toMatchObject({ type: 'object', additionalProperties: true })
    expect(geminiTools(await modelTools(createFakeSource([]))).definitions).toEqual([])
  })

  test('put media within the answer, for models that take them there', async () => {
    const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
    const source = createFakeSource([tool('draw')], () => ({ content: [{ type: 'text', text: 'a' }, image] }))
    const inlineData = { mimeType: 'image/png', data: 'AAAA' }
    const [within] = await geminiTools(await modelTools(source), { media: 'within' }).run(call('draw', { id: '1' }))
    expect(within).toEqual({
      role: 'user',
      parts: [{ functionResponse: { id: '1', name: 'draw', response: { output: 'a' }, parts: [{ inlineData }] } }],
    })
    const [beside] = await geminiTools(await modelTools(source)).run(call('draw'))
    expect(beside!.parts).toEqual([
      { functionResponse: { name: 'draw', response: { output: 'a\n[image.png follows]' } } },
      { text: 'image.png of draw:' },
      { inlineData },
    ])
  })

  test('send nothing after a response without calls', async () => {
    const { run } = geminiTools(await modelTools(createFakeSource([tool('a')])))
    expect(await run({ candidates: [{ content: { parts: [{}] } }] })).toEqual([])
    expect(await run({})).toEqual([])
  })
})
