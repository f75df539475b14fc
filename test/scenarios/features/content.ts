/** Tools and their results: every field and every type of content arrives as the server sent it. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { answeredLocally, responseText } from '../steps/local-answers.ts'
import { answersTo } from '../steps/scripted-results.ts'

const icons = [
  { src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' },
  { src: 'javascript:alert(1)' },
]

/** A tool with every field of every revision, and some unknown ones. */
const described = {
  name: 'everything',
  title: 'Everything',
  description: 'Has it all',
  icons,
  annotations: { title: 'All', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  execution: { taskSupport: 'optional' },
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { a: { $anchor: 'a', type: 'string' } },
    properties: { a: { $ref: '#a' }, b: { prefixItems: [{ const: null }], unevaluatedItems: false } },
    dependentSchemas: { a: { required: ['b'] } },
    'x-vendor': { deep: [{ er: true }] },
  },
  outputSchema: { type: ['object', 'null'], additionalProperties: { type: 'number' } },
  _meta: { 'com.example/own': { kept: [null] }, 'io.modelcontextprotocol/ui': { resourceUri: 'ui://x' } },
  futureField: { any: 'thing' },
}

const kinds = [
  ['test_simple_text', ['text']],
  ['test_image_content', ['image']],
  ['test_audio_content', ['audio']],
  ['test_embedded_resource', ['resource']],
  ['test_multiple_content_types', ['text', 'image', 'resource']],
  ['link', ['resource_link']],
] as const

export const content: Scenario[] = [
  ...inBothEras({
    name: 'a tool comes with every field the server sends, and its icons are not fetched',
    ids: ['protocol:F-16', 'protocol:F-24', 'protocol:F-36', 'protocol:F-49', 'protocol:Z-1'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(...answersTo('tools/list', { tools: [described], future: 1 }))
      const fetched: string[] = []
      const client = await connect({
        fetch: (url, init) => {
          fetched.push(url)
          return fetch(url, init)
        },
      })
      assert.equal(await client.listTools(), [described])
      assert(
        fetched.every((url) => url === server.url),
        `only the server is asked: ${fetched}`,
      )
    },
  }),
  {
    name: 'client.server has everything that the server says about itself, in both eras',
    ids: ['protocol:F-20'],
    async run({ connect, connectModern, server, assert }) {
      const info = {
        name: 'full',
        version: '1',
        title: 'Full',
        description: 'd',
        websiteUrl: 'https://example.com',
        icons,
      }
      const capabilities = {
        tools: { listChanged: true, more: 1 },
        teleport: {},
        experimental: { x: {} },
        extensions: {},
      }
      const hello = { capabilities, instructions: 'Be kind.' }
      await server.script(
        {
          on: { rpcMethod: 'initialize' },
          do: [{ answerJson: { ...hello, protocolVersion: '2025-11-25', serverInfo: info } }],
        },
        {
          on: { rpcMethod: 'server/discover' },
          do: [
            {
              answerJson: {
                ...hello,
                supportedVersions: ['2026-07-28'],
                _meta: { 'io.modelcontextprotocol/serverInfo': info },
              },
            },
          ],
        },
      )
      for (const client of [await connect(), await connectModern()]) {
        assert.equal(client.server, { info, capabilities, instructions: 'Be kind.' })
      }
    },
  },
  ...inBothEras({
    name: 'content of every type arrives',
    ids: ['protocol:F-21', 'protocol:F-22'],
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const [name, types] of kinds) {
        const { content } = await client.callTool(name)
        assert.equal(
          content.map(({ type }) => type),
          types,
          name,
        )
      }
      const annotations = { audience: ['user', 'assistant'], priority: 1, lastModified: '2025-01-12T15:00:58Z' }
      const content = [
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', annotations, _meta: { 'com.example/a': 1 } },
        { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', size: 3, icons, annotations },
      ]
      await server.script(...answersTo('tools/call', { content }))
      assert.equal((await client.callTool('annotated')).content, content)
    },
  }),
  ...inBothEras({
    name: 'structuredContent may be any JSON that the revision allows, or absent',
    ids: ['protocol:F-23', 'protocol:F-29'],
    async run(world) {
      const { connect, server, assert, modern } = world
      const values = [...(modern ? [null] : []), 0, false, '', [1, [null]], { a: { b: null } }]
      await server.script(
        ...answersTo('tools/call', ...values.map((value) => ({ content: [], structuredContent: value }))),
      )
      const client = await connect()
      for (const value of values) {
        const result = await client.callTool('structured')
        assert('structuredContent' in result, `${JSON.stringify(value)} is there`)
        assert.equal(result.structuredContent, value)
      }
      await server.script(...answersTo('tools/call', { content: [] }))
      assert(!('structuredContent' in (await client.callTool('plain'))), 'none is none')
    },
  }),
  ...inBothEras({
    name: 'a tool failure is a result with isError, and a refused call is an RpcError',
    ids: ['protocol:F-25', 'protocol:F-26'],
    async run(world) {
      const { connect, assert } = world
      const client = await connect()
      const failed = await client.callTool('fail')
      assert.match(failed, { isError: true, content: [{ type: 'text', text: 'This tool always fails' }] })
      assert.match(await client.callTool('add', { a: 'one' }), { isError: true })
      assert.match(await client.callTool('echo', { text: 'x' }), { isError: undefined })
      await assert.rejects(client.callTool('nobody'), { code: 'rpc', rpcCode: -32602, delivery: 'answered' })
      await assert.rejects(client.callTool('throw', { code: -32050, message: 'why' }), {
        code: 'rpc',
        rpcCode: -32050,
        rpcMessage: 'why',
        data: { tool: 'throw' },
      })
    },
  }),
  {
    name: 'before 2025-11-25 invalid arguments are an RpcError',
    ids: ['protocol:F-26'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-06-18'] })
      const client = await connect()
      await assert.rejects(client.callTool('add', { a: 'one' }), { code: 'rpc', rpcCode: -32602 })
    },
  },
  ...inBothEras({
    name: 'a tool of any name can be called',
    ids: ['protocol:F-33'],
    async run({ connect, server, assert }) {
      const client = await connect()
      const names = ['天気', ' padded ', 'a b/c:d', 'x'.repeat(300), '=?base64?eA==?=', 'line\nbreak']
      for (const name of names) {
        // The mock server compares the header with the body before it looks for the tool.
        await assert.rejects(client.callTool(name), { code: 'rpc', rpcCode: -32602, rpcMessage: /^Unknown tool/ })
      }
      const called = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.equal(
        called.map((entry) => paramsOf(entry).name),
        names,
      )
    },
  }),
  {
    name: 'tools whose names differ in case only are different tools',
    async run({ connectModern, assert }) {
      const sent: [name: unknown, header: string | undefined][] = []
      const region = { type: 'string', 'x-mcp-header': 'Region' }
      const fetch = answeredLocally(({ id, method, params }, headers) => {
        if (method === 'tools/call') sent.push([params.name, headers['mcp-param-region']])
        const tools = [
          { name: 'Find', inputSchema: { type: 'object', properties: { region } } },
          { name: 'find', inputSchema: { type: 'object' } },
        ]
        if (method === 'tools/list') return responseText(id, JSON.stringify({ tools }))
        return method === 'tools/call' ? responseText(id, JSON.stringify({ content: [] })) : undefined
      })
      const client = await connectModern({ fetch })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        ['Find', 'find'],
      )
      for (const name of ['Find', 'find']) await client.callTool(name, { region: 'eu' })
      assert.equal(sent, [
        ['Find', 'eu'],
        ['find', undefined],
      ])
    },
  },
  ...inBothEras({
    name: 'a call without arguments sends no arguments field, which strict servers accept',
    ids: ['protocol:F-37'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.callTool('test_simple_text')
      await client.callTool('test_simple_text', {})
      const sent = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.equal(
        sent.map((entry) => paramsOf(entry).arguments),
        [{}, {}],
      )
    },
  }),
  ...inBothEras({
    name: 'text in every script survives in arguments and results',
    ids: ['protocol:J-9'],
    async run({ connect, assert }) {
      const client = await connect()
      const text = 'héllo ✓ 😀 \u0000 \u2028 العربية \ufeff'
      assert.equal((await client.callTool('echo', { text })).content, [{ type: 'text', text }])
    },
  }),
  {
    name: 'content of an unknown type passes unchanged',
    async run({ connect, server, assert }) {
      const result = { content: [{ type: 'video', frames: [1, 2], _meta: { a: null } }], extra: { kept: true } }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answer: result }] })
      assert.equal(await (await connect()).callTool('echo'), result)
    },
  },
]
