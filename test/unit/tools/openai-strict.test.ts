/** Strict mode of OpenAI: what its documentation allows, checked on the schemas that are sent. */
import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { modelTools, openaiChatTools, openaiResponsesTools, openaiStrict } from '../../../src/tools/index.ts'
import type { JsonSchema } from '../../../src/types/index.ts'
import { createFakeSource, schemaTool } from './fake-source.ts'

/** What the documentation of structured outputs lists as supported. */
const SUPPORTED = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum', 'const', '$ref', '$defs'],
  ...['definitions', 'description', 'title', 'pattern', 'format', 'multipleOf', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
])

/** Where a schema breaks the rules of strict mode. */
function problemsOf(schema: unknown, path = '#'): string[] {
  const node = schema as Record<string, unknown>
  if (typeof schema !== 'object' || schema === null) return [`${path} is no object`]
  const unknown = Object.keys(node).filter((keyword) => !SUPPORTED.has(keyword))
  const problems = unknown.map((keyword) => `${path}/${keyword} is not permitted`)
  if (node.$ref && Object.keys(node).length > 1) problems.push(`${path}: $ref cannot have other keywords`)
  if (!node.$ref && !node.anyOf && !node.type) problems.push(`${path}: schema must have a 'type' key`)
  if (node.type === 'object') {
    if (node.additionalProperties !== false) problems.push(`${path}: additionalProperties must be false`)
    const keys = Object.keys((node.properties ?? {}) as object)
    if (keys.join() !== ((node.required ?? []) as string[]).join())
      problems.push(`${path}: required must have every key`)
  }
  for (const name of ['properties', '$defs', 'definitions']) {
    for (const [key, value] of Object.entries((node[name] ?? {}) as object))
      problems.push(...problemsOf(value, `${path}/${name}/${key}`))
  }
  if (node.items) problems.push(...problemsOf(node.items, `${path}/items`))
  for (const [index, form] of ((node.anyOf ?? []) as unknown[]).entries())
    problems.push(...problemsOf(form, `${path}/anyOf/${index}`))
  return problems
}

async function strictTools(schema: JsonSchema) {
  const source = createFakeSource([schemaTool(schema)])
  const tools = openaiStrict(await modelTools(source))
  return { source, tools, definition: openaiResponsesTools(tools).definitions[0]! }
}

const text = { type: 'string' as const }

const strictSchemas: Record<string, JsonSchema> = {
  'no properties': {},
  'optional members': { properties: { a: text, b: { type: 'integer' } }, required: ['a'] },
  'nested objects': { properties: { a: { type: 'object', properties: { b: text } } } },
  'lists of objects': {
    properties: { a: { type: 'array', items: { type: 'object', properties: { b: text } }, minItems: 1 } },
  },
  references: {
    properties: { a: { $ref: '#/$defs/x', description: 'An x' } },
    $defs: { x: { type: 'object', properties: { b: text } } },
  },
  unions: { properties: { a: { oneOf: [text, { type: 'object', properties: { b: text } }] } } },
  'keywords that strict mode does not know': {
    properties: { a: { ...text, minLength: 2, default: 'xy', examples: ['xy'] } },
  },
  'enumerations that may be null': { properties: { a: { type: ['string', 'null'], enum: ['x', null] } } },
  'a dialect and an id': { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'x', properties: { a: text } },
}

const openSchemas: Record<string, JsonSchema> = {
  'members of any name': { properties: { a: { type: 'object', additionalProperties: text } } },
  'members of any name at the top': { additionalProperties: true },
  'any object': { properties: { a: { type: 'object' } } },
  anything: { properties: { a: {} } },
  'a boolean schema': { properties: { a: true as never } },
  'allOf within': { properties: { a: { allOf: [text] } } },
  tuples: { properties: { a: { type: 'array', prefixItems: [text] } } },
  conditions: { properties: { a: text }, if: { required: ['a'] }, else: { required: ['b'] } },
}

describe('strict mode', () => {
  test.for(Object.entries(strictSchemas))('takes %s', async ([, schema]) => {
    const { definition } = await strictTools(schema)
    expect(definition.strict).toBe(true)
    expect(problemsOf(definition.parameters)).toEqual([])
  })

  test.for(Object.entries(openSchemas))('is off for a tool with %s, whose schema stays', async ([, schema]) => {
    const { definition, tools } = await strictTools(schema)
    const plain = (await modelTools(createFakeSource([schemaTool(schema)]))).list[0]!
    expect(definition).toMatchObject({ strict: false, parameters: plain.parameters })
    expect(openaiChatTools(tools).definitions[0]!.function.strict).toBe(false)
  })

  test('is off unless asked for', async () => {
    const tools = await modelTools(createFakeSource([schemaTool(strictSchemas['optional members']!)]))
    expect(openaiResponsesTools(tools).definitions[0]!.strict).toBe(false)
    expect(openaiChatTools(tools).definitions[0]!.function.strict).toBe(false)
  })

  test('puts rules that it does not know into the description', async () => {
    const { definition } = await strictTools({
      properties: { a: { ...text, description: 'A', minLength: 2, default: 'x' } },
      required: ['a'],
    })
    expect(definition.parameters.properties).toEqual({ a: { ...text, description: 'A {"minLength":2,"default":"x"}' } })
  })

  test('sends no null for members that are absent, and the server accepts the arguments', async () => {
    const schema: JsonSchema = {
      properties: {
        a: text,
        kept: { type: ['string', 'null'] },
        list: { type: 'array', items: { type: 'object', properties: { b: text, c: text }, required: ['b'] } },
        ref: { $ref: '#/$defs/x' },
        union: { anyOf: [text, { type: 'object', properties: { d: text } }] },
      },
      $defs: { x: { type: 'object', properties: { e: text } } },
    }
    const { source, tools } = await strictTools(schema)
    const args = { a: null, kept: null, list: [{ b: 'x', c: null }], ref: { e: null }, union: { d: null } }
    expect(new Validator({ ...tools.list[0]!.parameters }).validate(args).errors).toEqual([])
    await tools.find('tool')!.call(args)
    expect(source.calls[0]!.args).toEqual({ kept: null, list: [{ b: 'x' }], ref: {}, union: {} })
    expect(new Validator({ ...schema }).validate(source.calls[0]!.args).valid).toBe(true)
  })

  test('is kept by tools that are listed again', async () => {
    const { tools } = await strictTools({ properties: { a: text } })
    expect((await tools.refresh()).list[0]!.strict).toBe(true)
  })
})
