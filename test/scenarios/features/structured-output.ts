/** Structured results: checked against a schema of the caller or of the tool; a failed check still gives the result. */
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import * as z from 'zod/mini'
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { answersTo } from '../steps/scripted-results.ts'

/** The dialects that the validator below knows; a schema without `$schema` is of 2020-12 (2025-11-25, basic). */
const DIALECTS: Record<string, SchemaDraft> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'http://json-schema.org/draft-07/schema': '7',
}

/** A validator as an application would use one; it compiles no code and fetches nothing. */
const validate: NonNullable<ConnectOptions['jsonSchemaValidator']> = (schema, value) => {
  const dialect = schema.$schema as string | undefined
  const draft = dialect === undefined ? '2020-12' : DIALECTS[dialect.replace(/#$/, '')]
  if (!draft) throw new Error(`Unsupported JSON Schema dialect ${dialect}`)
  const { valid, errors } = new Validator(schema as Schema, draft).validate(value)
  return valid ? undefined : errors
}

const tool = (outputSchema: unknown) => ({ name: 'typed', inputSchema: { type: 'object' }, outputSchema })

const structured = (structuredContent: unknown) => ({ content: [], structuredContent })

const Sum = z.object({ sum: z.number() })

export const structuredOutput: Scenario[] = [
  ...inBothEras({
    name: 'an output schema of the caller checks structuredContent and gives it a type',
    ids: ['protocol:F-27'],
    async run({ connect, assert }) {
      const client = await connect()
      const result = await client.callTool('add', { a: 1, b: 2 }, { outputSchema: Sum })
      const sum: number | undefined = result.isError ? undefined : result.structuredContent.sum
      assert.equal(sum, 3)
      const wrong = client.callTool('add', { a: 1, b: 2 }, { outputSchema: z.object({ sum: z.string() }) })
      const error = await assert.rejects(wrong, { code: 'invalid-message', delivery: 'answered' })
      assert.match(error.result, { structuredContent: { sum: 3 } })
      assert.match(await client.callTool('fail', {}, { outputSchema: Sum }), { isError: true })
      const none = client.callTool('echo', { text: 'x' }, { outputSchema: Sum })
      assert.match((await assert.rejects(none, { code: 'invalid-message' })).result, {
        content: [{ type: 'text', text: 'x' }],
      })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  }),
  ...inBothEras({
    name: 'any Standard Schema works as output schema, asynchronous and transforming ones too',
    async run(world) {
      const { connect, assert } = world
      const client = await connect()
      const later = {
        '~standard': {
          version: 1,
          vendor: 'scenario',
          async validate(value: unknown) {
            const { sum } = value as { sum: number }
            return sum > 3 ? { issues: [{ message: 'too much' }] } : { value: { doubled: 2 * sum } }
          },
        },
      } as const
      const { structuredContent } = await client.callTool('add', { a: 1, b: 1 }, { outputSchema: later })
      assert.equal(structuredContent, { doubled: 4 })
      await assert.rejects(client.callTool('add', { a: 2, b: 2 }, { outputSchema: later }), {
        code: 'invalid-message',
        message: /too much/,
      })
    },
  }),
  ...inBothEras({
    name: "a JSON Schema validator checks results against the tool's outputSchema",
    ids: ['protocol:F-27', 'protocol:F-28', 'protocol:V-10'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect({ jsonSchemaValidator: validate })
      await client.listTools()
      assert.match(await client.callTool('add', { a: 1, b: 2 }), { structuredContent: { sum: 3 } })
      const wrong = [structured({ sum: 'three' }), structured({}), { content: [] }]
      await server.script(...answersTo('tools/call', ...wrong, { content: [], isError: true }))
      for (const result of wrong) {
        const error = await assert.rejects(client.callTool('add', { a: 1, b: 2 }), {
          code: 'invalid-message',
          delivery: 'answered',
        })
        assert.match(error.result, result)
      }
      assert.match(await client.callTool('add', { a: 1, b: 2 }), { isError: true })
    },
  }),
  ...inBothEras({
    name: 'without a validator, or for a tool that was not listed, a result is not checked',
    async run(world) {
      const { connect, server, assert } = world
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: structured({ sum: 'three' }) }] })
      const plain = await connect()
      await plain.listTools()
      assert.match(await plain.callTool('add', { a: 1, b: 2 }), structured({ sum: 'three' }))
      const unlisted = await connect({ jsonSchemaValidator: validate })
      assert.match(await unlisted.callTool('add', { a: 1, b: 2 }), structured({ sum: 'three' }))
    },
  }),
  ...inBothEras({
    name: 'an outputSchema without $schema is JSON Schema 2020-12, and an unknown dialect fails by name',
    ids: ['protocol:V-2', 'protocol:V-3'],
    async run(world) {
      const { connect, server, assert } = world
      const pair = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false }
      const old = { $schema: 'http://json-schema.org/draft-04/schema#', type: 'array' }
      await server.script(
        ...answersTo('tools/list', { tools: [tool(pair)] }, { tools: [tool(old)] }),
        ...answersTo('tools/call', structured([1, 'a']), structured(['a', 1]), structured([1])),
      )
      const client = await connect({ jsonSchemaValidator: validate, cache: false })
      await client.listTools()
      assert.match(await client.callTool('typed'), structured([1, 'a']))
      await assert.rejects(client.callTool('typed'), { code: 'invalid-message', delivery: 'answered' })
      await client.listTools()
      const error = await assert.rejects(client.callTool('typed'), { code: 'invalid-message', delivery: 'answered' })
      assert.match(error.result, structured([1]))
      assert(`${error.message} ${error.cause}`.includes('draft-04'), 'the dialect is named')
    },
  }),
  ...inBothEras({
    name: 'a remote $ref in an outputSchema is not fetched, and the check fails',
    ids: ['protocol:V-5', 'protocol:V-6'],
    async run(world) {
      const { connect, server, assert } = world
      const remote = { $ref: `${server.url}?schema` }
      const local = { $ref: '#/$defs/a', $defs: { a: { $anchor: 'n', type: 'number' } } }
      const definition = { ...tool(remote), inputSchema: { type: 'object', properties: { a: remote } } }
      await server.script(
        ...answersTo('tools/list', { tools: [definition] }, { tools: [tool(local)] }),
        ...answersTo('tools/call', structured(1), structured(1), structured('1')),
      )
      const fetched: string[] = []
      const client = await connect({
        jsonSchemaValidator: validate,
        cache: false,
        fetch: (url, init) => {
          fetched.push(`${init.method} ${url}`)
          return fetch(url, init)
        },
      })
      assert.equal(await client.listTools(), [definition])
      await assert.rejects(client.callTool('typed', { a: 1 }), { code: 'invalid-message', delivery: 'answered' })
      await client.listTools()
      assert.match(await client.callTool('typed'), structured(1))
      await assert.rejects(client.callTool('typed'), { code: 'invalid-message' })
      const asked = [...fetched, ...(await server.journal()).map(({ httpMethod, path }) => `${httpMethod} ${path}`)]
      assert(!asked.some((line) => line.includes('schema')), 'the schema was not requested')
    },
  }),
  ...inBothEras({
    name: 'a nonsensical outputSchema breaks only the check against it, not the list',
    ids: ['protocol:V-11'],
    async run(world) {
      const { connect, server, assert } = world
      const senseless = { type: 'object', properties: { a: { pattern: '(' } }, required: ['a'] }
      await server.script(
        ...answersTo('tools/list', { tools: [tool(senseless), { name: 'fine', inputSchema: { type: 'object' } }] }),
        ...answersTo('tools/call', structured({ a: 'x' }), { content: [] }),
      )
      const client = await connect({ jsonSchemaValidator: validate })
      assert.equal((await client.listTools()).length, 2)
      const error = await assert.rejects(client.callTool('typed'), { code: 'invalid-message', delivery: 'answered' })
      assert.match(error.result, structured({ a: 'x' }))
      assert.equal((await client.callTool('fine')).content, [])
    },
  }),
  ...inBothEras({
    name: 'an output schema that throws is an error that carries the result',
    async run({ connect, assert }) {
      const client = await connect()
      const failure = new Error('the schema is broken')
      for (const validate of [
        () => {
          throw failure
        },
        () => Promise.reject(failure),
      ]) {
        const output = { '~standard': { version: 1, vendor: 'scenario', validate } } as const
        const error = await assert.rejects(client.callTool('add', { a: 1, b: 2 }, { outputSchema: output }), {
          code: 'invalid-message',
          delivery: 'answered',
          message: /the schema is broken/,
        })
        assert.match(error.result, { structuredContent: { sum: 3 } })
      }
    },
  }),
  ...inBothEras({
    name: 'a validator that never answers ends with the call: by an abort, by maxTotalTimeout, and by closing the client',
    async run({ connect, server, assert }) {
      const never = () => new Promise<never>(() => {})
      const outputSchema = { '~standard': { version: 1, vendor: 'scenario', validate: never } } as const
      await server.script(...answersTo('tools/list', { tools: [tool({ type: 'object' })] }), {
        on: { rpcMethod: 'tools/call' },
        do: [{ answerJson: structured({}) }],
      })
      const client = await connect({ jsonSchemaValidator: never })
      await client.listTools()
      for (const options of [{}, { outputSchema }]) {
        const stop = new AbortController()
        const aborted = assert.rejects(client.callTool('typed', {}, { ...options, signal: stop.signal }))
        setTimeout(() => stop.abort(new Error('enough')), 50)
        assert.match(await aborted, { message: 'enough' })
      }
      const expected = { code: 'timeout', limit: 'maxTotalTimeout', delivery: 'unknown' }
      await assert.rejects(client.callTool('typed', {}, { maxTotalTimeout: 1_000 }), expected)
      const closed = assert.rejects(client.callTool('typed'), { code: 'closed' })
      setTimeout(() => client.close(), 50)
      await closed
    },
  }),
]
