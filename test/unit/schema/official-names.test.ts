/** The schemas and the types have the names and the shapes of the official ones. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { schemas } from '../../../src/schema/index.ts'
import type * as types from '../../../src/types/index.ts'
import { readOfficialSchemas } from '../../conformance/official-schemas.ts'
import { root } from '../../support/paths.ts'

const official = await readOfficialSchemas()
const request = { jsonrpc: '2.0', id: 1, method: 'ping' }
const response = { jsonrpc: '2.0', id: 1, result: {} }

const messages: [string, unknown][] = [
  ['a request', request],
  ['a response without a result type', response],
  ['a response with a result type', { ...response, result: { resultType: 'complete' } }],
  ['a response with a result type of later', { ...response, result: { resultType: 'later' } }],
  ['a list of requests', [request, { jsonrpc: '2.0', method: 'notifications/initialized' }]],
  ['a list of responses', [response]],
  ['a list of both', [request, response]],
  ['an error without an id', { jsonrpc: '2.0', error: { code: -32600, message: 'x' } }],
  ['an error whose id is null', { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } }],
]

test.for(
  (['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const).flatMap((version) =>
    messages.map(([what, message]) => [version, what, message] as const),
  ),
)('%s: %s is a JSONRPCMessage if the official schema says so', ([version, , message]) => {
  const isValid = official[version].findProblem('JSONRPCMessage', message) === undefined
  expect(schemas[version].JSONRPCMessage.safeParse(message).success).toBe(isValid)
})

const versions = Object.keys(official) as (keyof typeof official)[]

test.for(versions)('%s: every name of the official schema is one of ours', (version) => {
  expect(official[version].names.length).toBeGreaterThan(70)
  expect(official[version].names.filter((name) => !(name in schemas[version]))).toEqual([])
})

/** Official names that are no types of ours, and why. */
const LEFT_OUT: Record<string, string> = {
  Error: 'would hide the error of JavaScript where it is imported; it is called JsonRpcErrorObject',
  Notification: 'would hide the notifications of browsers; it is called JSONRPCNotification',
  Request: 'would hide the request of fetch; it is called JSONRPCRequest',
}

test('every name of the official schemas is a type of ours, but for three that would hide names of the platform', async () => {
  const folder = join(root, 'src/types')
  const files = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const ours = new Set(
    files.flatMap((text) => [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((m) => m[1])),
  )
  const names = new Set(versions.flatMap((version) => official[version].names))
  expect([...names].filter((name) => !ours.has(name)).sort()).toEqual(Object.keys(LEFT_OUT))
})

test.for(versions)('%s: what only other revisions have has no schema', (version) => {
  const names = new Set(versions.flatMap((other) => official[other].names))
  const others = [...names].filter((name) => !official[version].names.includes(name))
  // These describe parts of messages that the revision has without a name for them.
  const unnamed = /Params$|^(ContentBlock|SamplingMessageContentBlock|JSONRPC(Result|Error)Response|Error)$/
  const ofExtension = /^(Get|Cancel|Create)?Task(Request|Result|Status)?$/
  const expected = version === '2026-07-28' ? others.filter((name) => !ofExtension.test(name)) : others
  expect(expected.filter((name) => name in schemas[version] && !unnamed.test(name))).toEqual([])
})

test('parts of messages are judged as the official schemas judge them', () => {
  const values = [
    { type: 'string', enum: ['a'], enumNames: ['A'] },
    { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
    { type: 'string', oneOf: [{ const: 'a' }] },
    { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 },
    { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, default: ['a'] },
    { type: 'number', minimum: 1 },
    { type: 'boolean', default: 'yes' },
    { type: 'string', format: 'email', minLength: 1 },
    { name: 'x', title: 'X' },
    { taskId: 'a' },
    { ttl: 5 },
    { uri: 'test://a' },
    { uri: 5 },
    { code: -32601, message: 'no' },
    { code: -32602, message: 'no', data: 1 },
    { method: 'a', params: {} },
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 1, method: 'roots/list' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content: [] } },
    { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required', requestState: 'a' } },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
    { resultType: 'complete', ttlMs: 1, cacheScope: 'public' },
    { resultType: 'complete' },
    { mode: 'auto' },
    { mode: 'always' },
    { taskSupport: 'optional' },
    {},
    [],
    'text',
    null,
  ]
  // Messages, whose envelope the earlier official schemas leave out; a union of results, all of which are open;
  // and a value of JSON, in which the generator of the official schema forgot null and fractions.
  const differing = /Request$|Notification$|^(ServerResult|ClientResult|JSON(Value|Object|Array))$/
  // We are stricter, as the text of the specification is: roots are files, a result that asks for input says so and asks,
  // and a choice that is written wrong is no text field.
  const looser = /^(Root|PrimitiveSchemaDefinition|InputRequiredResult|(GetPrompt|ReadResource)ResultResponse)$/
  const wrong = versions.flatMap((version) =>
    official[version].names
      .filter((name) => !differing.test(name) && !looser.test(name))
      .flatMap((name) => {
        const schema = (
          schemas[version] as unknown as Record<string, { safeParse(value: unknown): { success: boolean } }>
        )[name]!
        return values
          .filter(
            (value) => schema.safeParse(value).success !== (official[version].findProblem(name, value) === undefined),
          )
          .map((value) => `${version} ${name} ${JSON.stringify(value)}: ${official[version].findProblem(name, value)}`)
      }),
  )
  expect(wrong).toEqual([])
})

test('results and params have the members that later revisions added', () => {
  expectTypeOf<types.CallToolResult['resultType']>().toEqualTypeOf<'complete' | undefined>()
  expectTypeOf<types.GetPromptResult['resultType']>().toEqualTypeOf<'complete' | undefined>()
  expectTypeOf<types.CompleteResult['resultType']>().toEqualTypeOf<'complete' | undefined>()
  expectTypeOf<types.ReadResourceResult>().toHaveProperty('cacheScope')
  expectTypeOf<types.ReadResourceResult>().toHaveProperty('ttlMs')
  expectTypeOf<types.DiscoverResult>().toHaveProperty('ttlMs')
  expectTypeOf<types.ListToolsResult>().toHaveProperty('cacheScope')
  expectTypeOf<types.InitializeResult>().toHaveProperty('_meta')
  expectTypeOf<types.ElicitResult>().toHaveProperty('_meta')
  expectTypeOf<types.CreateMessageResult>().toHaveProperty('_meta')
  expectTypeOf<types.CompleteRequestParams>().toHaveProperty('_meta')
  expectTypeOf<types.CreateMessageRequestParams>().toHaveProperty('task')
  expectTypeOf<types.ElicitRequestFormParams>().toHaveProperty('task')
  expectTypeOf<types.ElicitRequestURLParams>().toHaveProperty('task')
  expectTypeOf<types.PromptReference>().toHaveProperty('title')
})
