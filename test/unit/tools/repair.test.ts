/** Arguments that models got wrong are repaired where that leaves no choice, reported, and sent at most once. */
import { Validator } from '@cfworker/json-schema'
import { describe, expect, test, vi } from 'vitest'
import { ConnectionError, RpcError } from '../../../src/core/errors.ts'
import {
  type ArgumentChange,
  type ModelToolsOptions,
  modelTools,
  type RepairEvent,
  type RepairOptions,
  repairArguments,
} from '../../../src/tools/index.ts'
import type { CallToolResult, JsonSchema, ObjectSchema } from '../../../src/types/index.ts'
import { createFakeSource, schemaTool, tool } from './fake-source.ts'
import { createRandom, type Random } from './random.ts'

const object = (properties: Record<string, JsonSchema>, others: JsonSchema = {}): ObjectSchema => ({
  type: 'object',
  properties,
  ...(others as object),
})

/** Calls a tool with this schema, and gives what the server got. */
async function callWith(
  schema: ObjectSchema,
  args: object,
  options: RepairOptions = {},
  others: ModelToolsOptions = {},
) {
  const source = createFakeSource([schemaTool(schema)])
  const tools = await modelTools(source, { repair: repairArguments(options), ...others })
  await tools.list[0]!.call(args)
  return source.calls.map((call) => call.args)
}

const closed = { additionalProperties: false }

describe('arguments', () => {
  test.for<[string, JsonSchema, unknown, unknown]>([
    ['true as text', { type: 'boolean' }, 'true', true],
    ['a number as text', { type: 'integer' }, '3', 3],
    ['a negative fraction as text', { type: 'number' }, '-0.5', -0.5],
    ['an object as text', object({ b: { type: 'integer' } }), '{"b":1}', { b: 1 }],
    ['an array as text', { type: 'array', items: { type: 'string' } }, '["x"]', ['x']],
    [
      'texts within texts',
      { type: 'array', items: object({ b: { type: 'boolean' } }) },
      '[{"b":"true"}]',
      [{ b: true }],
    ],
    ['one value for an array', { type: 'array', items: { type: 'integer' } }, 3, [3]],
    ['one text for an array of numbers', { type: 'array', items: { type: 'integer' } }, '3', [3]],
    ['another case of a value', { enum: ['open', 'closed'] }, 'Open', 'open'],
    ['another case of a value in an array', { type: 'array', items: { enum: ['a', 'b'] } }, ['A'], ['a']],
    ['a form of a union', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '7', 7],
    ['several types', { type: ['integer', 'null'] }, '7', 7],
    ['a reference', { $ref: '#/$defs/flag' }, 'false', false],
    ['all of several', { allOf: [{ type: 'object' }, object({ b: { type: 'integer' } })] }, { b: '1' }, { b: 1 }],
    [
      'long digits in a text of an array',
      { type: 'array', items: { type: 'string' } },
      '["1234567890123456"]',
      ['1234567890123456'],
    ],
    ['a fraction with zeros', object({ b: { type: 'number' } }), '{ "b" : 10.50 }', { b: 10.5 }],
    ['escapes', object({ b: {} }), '{"b":"\\u00e9\\/\\n \\""}', { b: 'é/\n "' }],
    [
      'an object as text for an array',
      { type: 'array', items: object({ b: { type: 'integer' } }) },
      '{"b":"1"}',
      [{ b: 1 }],
    ],
    [
      'a union beside members',
      object({ b: { type: 'integer' } }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }),
      { b: '1' },
      { b: 1 },
    ],
    [
      'members beside a reference',
      { $ref: '#/$defs/base', properties: { c: { type: 'integer' } } },
      { b: 'true', c: '1' },
      { b: true, c: 1 },
    ],
    ['one of two forms', { oneOf: [{ type: 'integer' }, object({})] }, '7', 7],
    [
      'a part of an array without doubles',
      { type: 'array', items: { type: 'integer' }, uniqueItems: true },
      ['1', 2],
      [1, 2],
    ],
    ['a multiple', { type: 'integer', multipleOf: 5 }, '15', 15],
    ['another case of a key', object({ userId: {} }, closed), { UserID: 1 }, { userId: 1 }],
    ['another case of a required key', object({ userId: {} }, { required: ['userId'] }), { userid: 1 }, { userId: 1 }],
  ])('are repaired: %s', async ([, schema, sent, expected]) => {
    const all = object(
      { a: schema },
      { $defs: { flag: { type: 'boolean' }, base: object({ b: { type: 'boolean' } }) } },
    )
    expect(await callWith(all, { a: sent })).toEqual([{ a: expected }])
  })

  test('are repaired: a null for what may be absent and not null', async () => {
    const schema = object({ a: { type: 'string' }, b: { type: ['string', 'null'] }, c: { type: 'string' } })
    expect(await callWith(schema, { a: null, b: null, c: 'x' })).toEqual([{ b: null, c: 'x' }])
  })

  test.for<[string, JsonSchema, unknown]>([
    ['a number that is written in another way', { type: 'number' }, '3.0'],
    ['a number with a sign', { type: 'number' }, '+3'],
    ['an integer that is not safe', { type: 'integer' }, '9007199254740993'],
    ['an integer that is written with an exponent', { type: 'integer' }, '1e3'],
    ['a fraction for an integer', { type: 'integer' }, '1.5'],
    ['infinity', { type: 'number' }, 'Infinity'],
    ['an empty text', { type: 'number' }, ''],
    ['yes', { type: 'boolean' }, 'yes'],
    ['True', { type: 'boolean' }, 'True'],
    ['1 for a boolean', { type: 'boolean' }, 1],
    ['a number for a text', { type: 'string' }, 3],
    ['a text that is no JSON', { type: 'object' }, '{a: 1}'],
    ['JSON with a number that parsing would change', { type: 'object' }, '{"id":12345678901234567890}'],
    ['a part of JSON', { type: 'array', items: { type: 'string' } }, '["a","b"'],
    ['JSON that is too large a number', object({ b: {} }), '{"b":1e400}'],
    ['JSON with a fraction of too many digits', object({ b: {} }), '{"b":1234567890123.4567}'],
    ['JSON with two members of a name', object({ b: {} }), '{"b":1,"b":2}'],
    ['JSON with a negative zero', object({ b: {} }), '{"b":-0}'],
    ['a number that is not safe', { type: 'number' }, '9007199254740994'],
    ['JSON of another kind than the items', { type: 'array', items: { type: 'string' } }, '{"b":1}'],
    ['a number that is no multiple', { type: 'integer', multipleOf: 5 }, '3'],
    ['an array with doubles', { type: 'array', items: { type: 'integer' }, uniqueItems: true }, ['1', 1]],
    ['what another rule forbids', { type: 'integer', not: { minimum: 5 } }, '7'],
    ['what two of one form allow', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, '7'],
    ['an array that has to contain something', { type: 'array', contains: { const: 'x' } }, 'y'],
    ['a text for a pattern', { type: 'array', items: { type: 'string', pattern: '^a' } }, 'b'],
    ['a rule that is not known', { type: 'integer', if: { minimum: 5 }, else: false } as JsonSchema, '7'],
    ['a value of two cases', { enum: ['Open', 'OPEN'] }, 'open'],
    [
      'a union of two ways',
      { anyOf: [{ type: 'integer' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }] },
      '7',
    ],
    ['too small a number', { type: 'integer', minimum: 5 }, '3'],
    ['an external reference', { $ref: 'https://example.com/schema.json' }, 'true'],
    ['a reference to nothing', { $ref: '#/$defs/nothing' }, 'true'],
  ])('are left to the server: %s', async ([, schema, sent]) => {
    expect(await callWith(object({ a: schema }), { a: sent })).toEqual([{ a: sent }])
  })

  test.for<[string, ObjectSchema, object]>([
    ['a null for a required member', object({ a: { type: 'string' } }, { required: ['a'] }), { a: null }],
    ['a key of two cases', object({ id: {}, ID: {} }), { Id: 1 }],
    [
      'members that only the target of a reference knows',
      { ...object({ b: {} }), $ref: '#/$defs/base', $defs: { base: object({ a: {} }, closed) } } as ObjectSchema,
      { a: 1 },
    ],
    ['a key that the object may have', object({ id: {}, a: { type: 'integer' } }), { ID: 1, a: 'x' }],
    ['a repair that is not enough', object({ a: { type: 'boolean' }, b: { type: 'integer' } }), { a: 'true', b: 'x' }],
  ])('are left to the server: %s', async ([, schema, sent]) => {
    expect(await callWith(schema, sent)).toEqual([sent])
  })

  test('with a key that the tool does not take are not sent, and the model learns the nearest', async () => {
    const schema = object(
      { filter: object({ path: {}, depth: {} }, closed), list: { type: 'array', items: object({}, closed) } },
      closed,
    )
    const refused = (args: object) => callWith(schema, args).catch((error: unknown) => error)
    expect(await refused({ fliter: {} })).toMatchObject({
      name: 'ToolError',
      reason: 'arguments',
      delivery: 'not-executed',
      message: 'There is no argument "fliter". Did you mean "filter"?',
    })
    expect(await refused({ filter: { pth: 1 } })).toMatchObject({
      message: 'There is no argument "pth" in /filter. Did you mean "path"?',
    })
    expect(await refused({ list: [{}, { x: 1 }] })).toMatchObject({
      message: 'There is no argument "x" in /list/1. Leave it out.',
    })
  })

  test.for<[string, ObjectSchema, object, string]>([
    [
      'of a target',
      { ...object({ b: {} }), $ref: '#/$defs/base', $defs: { base: object({ path: {} }, closed) } } as ObjectSchema,
      { b: 1, pth: 1 },
      'There is no argument "b". Leave it out.',
    ],
    [
      'in the place of a missing one',
      object({ userId: {} }, { required: ['userId'] }),
      { userName: 1 },
      'The argument "userId" is missing. Did you write "userName" instead?',
    ],
    [
      'of two cases',
      object({ id: {}, ID: {} }, { required: ['id', 'ID'] }),
      { Id: 1 },
      'The argument "id" is missing. Did you write "Id" instead?',
    ],
    [
      'that is there twice',
      object({ id: {} }, { required: ['id'] }),
      { Id: 1, iD: 2 },
      'The argument "id" is missing. Did you write "Id" instead?',
    ],
    [
      'in all forms of a union',
      object({ a: { anyOf: [object({ x: {} }, closed), object({ path: {} }, closed)] } }),
      { a: { pth: 1 } },
      'There is no argument "pth" in /a. Did you mean "path"?',
    ],
  ])('with a key %s are not sent', async ([, schema, args, told]) => {
    await expect(callWith(schema, args)).rejects.toMatchObject({ reason: 'arguments', message: told })
  })

  test('are sent if one form of a union may take the key', async () => {
    const args = { a: { pth: 1 } }
    const forms = [object({ path: {} }, closed), object({ pth: { type: 'string' } })]
    expect(await callWith(object({ a: { anyOf: forms } }), args)).toEqual([args])
  })

  test('that the server refused are told with the nearest key', async () => {
    const source = createFakeSource([schemaTool(object({ path: {} }, closed))], () => {
      throw new RpcError('tools/call', { code: -32602, message: 'no' })
    })
    const [one] = (await modelTools(source, { repair: repairArguments({ when: 'after-refusal' }) })).list
    await expect(one!.call({ pth: 1 })).rejects.toMatchObject({
      reason: 'arguments',
      message: 'There is no argument "pth". Did you mean "path"?',
      cause: { code: 'rpc' },
    })
    expect(source.calls).toHaveLength(1)
  })

  test('of a key that a pattern describes are sent: patterns are not executed', async () => {
    const hostile = '^(a+)+$'
    const schema = object(
      { a: { type: 'string', pattern: hostile } },
      { ...closed, patternProperties: { [hostile]: {} } },
    )
    const args = { a: `${'a'.repeat(100_000)}!`, [`${'a'.repeat(50)}!`]: 1 }
    expect(await callWith(schema, args)).toEqual([args])
  })
})

describe('schemas that are absurd', () => {
  const cycle: JsonSchema = { $ref: '#/$defs/a' }
  const wide: JsonSchema = { anyOf: Array.from({ length: 50 }, () => ({ $ref: '#/$defs/wide' })) }
  const deep = (depth: number): JsonSchema =>
    JSON.parse(`${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}`) as JsonSchema
  test.for<[string, ObjectSchema, object]>([
    [
      'references in a circle',
      object({ a: cycle }, { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
      { a: 'true' },
    ],
    ['a union of itself', object({ a: wide, b: { type: 'boolean' } }, { $defs: { wide } }), { a: '1', b: 'x' }],
    ['all of itself', object({ a: cycle }, { $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }), { a: '1' }],
    [
      'members of wrong types',
      { type: 'object', properties: 3, required: 'a', anyOf: {}, enum: 1, allOf: 'x' } as never,
      { a: 1 },
    ],
    ['types that there are not', object({ a: { type: 'text' as never }, b: { type: 7 as never } }), { a: 1, b: 'x' }],
    ['great depth', object({ a: deep(3_000), b: { type: 'boolean' } }), { a: [[[]]], b: 'x' }],
  ])('leave the arguments as they are: %s', async ([, schema, args]) => {
    expect(await callWith(schema, args)).toEqual([args])
  })

  test('leave arguments of great depth as they are', async () => {
    const nested = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown[]
    const schema = object(
      { a: { $ref: '#/$defs/list' }, b: { type: 'boolean' } },
      { $defs: { list: { type: 'array', items: { $ref: '#/$defs/list' } } } },
    )
    const [sent] = (await callWith(schema, { a: nested, b: 'true' })) as [{ a: unknown }]
    expect(sent.a).toBe(nested)
  })
})

describe('a repair', () => {
  const schema = object({ a: { type: 'integer' }, b: { type: 'string' } })

  test('is reported in an event, and told to the model', async () => {
    const events: RepairEvent[] = []
    const source = createFakeSource([schemaTool(schema)], () => ({ content: [{ type: 'text', text: 'done' }] }))
    const [one] = (await modelTools(source, { repair: repairArguments({ onRepair: (event) => events.push(event) }) }))
      .list
    const result = await one!.call({ a: '3', b: null })
    expect(events).toMatchObject([{ from: { a: '3', b: null }, to: { a: 3 }, tool: { name: 'tool' } }])
    expect(events[0]!.changes).toEqual([
      { path: '/a', from: '3', to: 3 },
      { path: '/b', from: null, to: undefined },
    ])
    expect(result.content).toHaveLength(1)
    expect(one!.toModelContent(result)).toEqual([
      { type: 'text', text: 'done' },
      {
        type: 'text',
        text: '[The arguments were repaired: /a was "3", is 3; /b was null, is left out. Send them so next time.]',
      },
    ])
  })

  test('comes before approval', async () => {
    const approve = vi.fn(() => true)
    await callWith(schema, { a: '3' }, {}, { approve })
    expect(approve).toHaveBeenCalledWith(expect.anything(), { a: 3 }, expect.anything())
  })

  test('uses the keys of the server', async () => {
    const odd = object({ 'filter[id]': { type: 'integer' } })
    const source = createFakeSource([schemaTool(odd)])
    const [one] = (await modelTools(source, { repair: repairArguments() })).list
    const [key] = Object.keys(one!.parameters.properties!)
    await one!.call({ [key!]: '7' })
    expect(source.calls[0]!.args).toEqual({ 'filter[id]': 7 })
  })

  const refusal = () => {
    throw new RpcError('tools/call', { code: -32602, message: 'a must be an integer' })
  }
  const failure = (): CallToolResult => ({ content: [{ type: 'text', text: 'a must be an integer' }], isError: true })

  /** The server has another schema than the one that the model read, and refuses all but integers. */
  async function changed(
    refuse: () => unknown,
    annotations = {},
    options: RepairOptions = {},
    others: ModelToolsOptions = {},
  ) {
    const executed: unknown[] = []
    const source = createFakeSource([tool('set', { inputSchema: object({ a: {} }), annotations })], (_, args) => {
      if (typeof (args as { a: unknown }).a !== 'number') return refuse()
      executed.push(args)
      return { content: [] }
    })
    const tools = await modelTools(source, { repair: repairArguments(options), ...others })
    source.tools = [tool('set', { inputSchema: object({ a: { type: 'integer' } }), annotations })]
    const result = await tools.list[0]!.call({ a: '3' }).catch((error: unknown) => error)
    return { executed, calls: source.calls.length, result }
  }

  test('comes once more after a refusal, and asks for approval again', async () => {
    const approve = vi.fn(() => true)
    expect(await changed(refusal, {}, {}, { approve })).toMatchObject({ executed: [{ a: 3 }], calls: 2 })
    expect(approve.mock.calls.map((call: unknown[]) => call[1])).toEqual([{ a: '3' }, { a: 3 }])
  })

  test('comes after a failure only if the tool may be called twice', async () => {
    expect(await changed(failure)).toMatchObject({ calls: 1, result: { isError: true } })
    expect(await changed(failure, { destructiveHint: false })).toMatchObject({ calls: 1 })
    expect(await changed(failure, { readOnlyHint: true })).toMatchObject({ calls: 2, executed: [{ a: 3 }] })
    expect(await changed(failure, { idempotentHint: true })).toMatchObject({ calls: 2, executed: [{ a: 3 }] })
  })

  test('comes only after a refusal, if the application wants that', async () => {
    const source = createFakeSource([schemaTool(schema)], (_, args) =>
      typeof (args as { a: unknown }).a === 'number' ? { content: [] } : refusal(),
    )
    const [one] = (await modelTools(source, { repair: repairArguments({ when: 'after-refusal' }) })).list
    await one!.call({ a: '3' })
    expect(source.calls.map(({ args }) => args)).toEqual([{ a: '3' }, { a: 3 }])
  })

  test('does not come for what cannot be repaired, or for other errors', async () => {
    const source = createFakeSource([schemaTool(schema)], refusal)
    const [one] = (await modelTools(source, { repair: repairArguments() })).list
    await expect(one!.call({ a: 'x' })).rejects.toThrow('a must be an integer')
    expect(source.calls).toHaveLength(1)
    const broken = createFakeSource([schemaTool(schema)], () => {
      throw new RpcError('tools/call', { code: -32603, message: 'no' })
    })
    const [other] = (await modelTools(broken, { repair: repairArguments({ when: 'after-refusal' }) })).list
    await expect(other!.call({ a: '3' })).rejects.toThrow('no')
    expect(broken.calls).toHaveLength(1)
  })
})

describe('whatever the schema is', () => {
  const texts = ['true', '3', '-1.5', 'a', 'B', '{"a":1}', '["a"]', 'null', '']

  function randomSchema(random: Random, depth: number): JsonSchema {
    const kind = random.below(depth > 0 ? 12 : 6)
    if (kind === 0) return { type: random.pick(['boolean', 'null', 'string'] as const) }
    if (kind === 1)
      return { type: random.pick(['integer', 'number'] as const), ...(random.chance(0.3) && { minimum: 0 }) }
    if (kind === 2)
      return {
        enum: random.pick([
          ['a', 'b'],
          ['A', 'b', 3],
          ['x', 'X'],
          [null, true],
        ]),
      }
    if (kind === 3) return { type: ['string', random.pick(['null', 'integer'] as const)], maxLength: 5 }
    if (kind === 4) return { const: random.pick([3, 'a', true, { a: 1 }]) }
    if (kind === 5)
      return random.pick([{}, { type: 'string', minLength: 1, pattern: '^[a-z]' }, { not: { type: 'string' } }])
    if (kind === 10)
      return {
        $ref: `#/$defs/${random.pick(['flag', 'base', 'tree'])}`,
        ...(random.chance(0.5) && randomObject(random, depth)),
      }
    if (kind === 11) return { ...randomObject(random, depth), anyOf: [{ required: ['a'] }, { required: ['B'] }] }
    if (kind === 6)
      return {
        type: 'array',
        items: randomSchema(random, depth - 1),
        ...(random.chance(0.2) && { maxItems: 2 }),
        ...(random.chance(0.2) && { uniqueItems: true }),
      }
    if (kind === 7)
      return {
        [random.pick(['anyOf', 'oneOf', 'allOf'])]: [randomSchema(random, depth - 1), randomSchema(random, depth - 1)],
      }
    return randomObject(random, depth)
  }

  const randomDefinitions = (random: Random): Record<string, JsonSchema> => ({
    flag: { type: 'boolean' },
    base: object({ a: randomSchema(random, 0), userId: { type: 'integer' } }, random.chance(0.5) ? closed : {}),
    tree: object({ a: { $ref: '#/$defs/tree' }, B: { type: 'integer' } }),
  })

  function randomObject(random: Random, depth: number): ObjectSchema {
    const keys = ['a', 'B', 'userId'].filter(() => random.chance(0.7))
    return object(Object.fromEntries(keys.map((key) => [key, randomSchema(random, depth - 1)])), {
      required: keys.filter(() => random.chance(0.4)),
      ...(random.chance(0.4) && { additionalProperties: random.pick<unknown>([false, { type: 'integer' }, true]) }),
    })
  }

  function randomValue(random: Random, depth: number): unknown {
    const kind = random.below(depth > 0 ? 7 : 4)
    if (kind === 0) return random.pick(texts)
    if (kind === 1) return random.pick([3, -1, 0.5, true, false, null])
    if (kind === 2) return random.pick(['a', 'A', 'b'])
    if (kind === 3) return JSON.stringify(depth > 0 ? randomArgs(random, depth - 1) : [3])
    if (kind === 4) return Array.from({ length: random.below(3) }, () => randomValue(random, depth - 1))
    return randomArgs(random, depth)
  }

  function randomArgs(random: Random, depth: number): Record<string, unknown> {
    const keys = ['a', 'A', 'B', 'b', 'userId', 'userid', 'other'].filter(() => random.chance(0.3))
    return Object.fromEntries(keys.map((key) => [key, randomValue(random, depth - 1)]))
  }

  /** What was not changed may still not fit a pattern, which is never executed. */
  const withoutPatterns = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) => (key === 'pattern' ? undefined : value))

  test('arguments that fit are never touched, repaired ones fit, and a call is executed at most once', async () => {
    const counts = { fitting: 0, repaired: 0, refused: 0, sent: 0 }
    for (let seed = 1; seed <= 6_000; seed++) {
      const random = createRandom(seed)
      const schema = { ...randomObject(random, 3), $defs: randomDefinitions(random) }
      const args = randomArgs(random, 3)
      const referee = new Validator(schema as object, '2020-12')
      const fitsBefore = referee.validate(args).valid
      const before = JSON.stringify(args)
      const changes: ArgumentChange[] = []
      const onRepair = (event: RepairEvent) => changes.push(...event.changes)
      const calls = await callWith(schema, args, { onRepair }).catch(() => [])
      const what = `seed ${seed}: ${before} for ${JSON.stringify(schema)}`
      expect(calls.length, what).toBeLessThanOrEqual(1)
      expect(JSON.stringify(args), what).toBe(before)
      const [sent] = calls
      if (fitsBefore) {
        expect(sent, what).toEqual(args)
        counts.fitting += 1
      } else if (sent === undefined) counts.refused += 1
      else if (JSON.stringify(sent) === before) counts.sent += 1
      else {
        const known = new Validator(withoutPatterns(schema) as object, '2020-12')
        expect(known.validate(sent).valid, `${what}: ${JSON.stringify(sent)}`).toBe(true)
        const { valid, errors } = referee.validate(sent)
        for (const { path } of changes) {
          const own = errors.filter(
            ({ keyword, instanceLocation }) => keyword === 'pattern' && `${instanceLocation}/`.startsWith(`#${path}/`),
          )
          expect(valid ? [] : own, what).toEqual([])
        }
        counts.repaired += 1
      }
    }
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(100)
  })

  test('a server that refuses, fails or vanishes at random executes a call at most once', async () => {
    const counts = [0, 0, 0]
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = createRandom(seed)
      const isRepeatable = random.chance(0.2)
      const annotations = isRepeatable ? { idempotentHint: true } : {}
      const next = () => tool('set', { inputSchema: randomObject(random, 2), annotations })
      let executed = 0
      const source = createFakeSource([next()], () => {
        if (random.chance(0.5)) throw new RpcError('tools/call', { code: -32602, message: 'no' })
        executed += 1
        if (random.chance(0.3)) throw new ConnectionError('gone', { delivery: 'unknown', retryable: true })
        return { content: [], ...(random.chance(0.5) && { isError: true }) }
      })
      const when = random.pick(['before-call', 'after-refusal'] as const)
      const { list } = await modelTools(source, { repair: repairArguments({ when }) })
      if (random.chance(0.7)) source.tools = [next()]
      await list[0]!.call(randomArgs(random, 2)).catch(() => undefined)
      expect(source.calls.length, `seed ${seed}`).toBeLessThanOrEqual(2)
      expect(executed, `seed ${seed}`).toBeLessThanOrEqual(isRepeatable ? 2 : 1)
      counts[executed]! += 1
    }
    expect(Math.min(counts[0]!, counts[1]!), `${counts}`).toBeGreaterThan(100)
  })
})
