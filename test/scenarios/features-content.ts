/** What tools are and give: every field and every kind of content comes as the server sent it. */
import { inBothEras } from './features-eras.ts'
import { answersTo } from './features-scripted.ts'
import { paramsOf } from './journal.ts'
import type { Scenario } from './scenario.ts'

const icons = [
  { src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' },
  { src: 'javascript:alert(1)' },
]

/** A tool with every field that any revision has, and some that none has. */
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

export const featuresContent: Scenario[] = [
  ...inBothEras(
    'protocol:F-16 F-24 F-36 F-49 Z-1 a tool comes with all that the server says of it, and no icon is fetched',
    async (world) => {
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
  ),
  {
    name: 'protocol:F-20 what a server says of itself is all there, before and after 2026-07-28',
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
          on: { rpc: 'initialize' },
          do: [{ answerJson: { ...hello, protocolVersion: '2025-11-25', serverInfo: info } }],
        },
        {
          on: { rpc: 'server/discover' },
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
  ...inBothEras('protocol:F-21 F-22 content of every kind arrives', async ({ connect, server, assert }) => {
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
  }),
  ...inBothEras(
    'protocol:F-23 F-29 structured content is any JSON that the revision knows, and none is none',
    async (world) => {
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
  ),
  ...inBothEras(
    'protocol:F-25 F-26 what a tool says went wrong is a result, what the server refuses is an error',
    async (world) => {
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
  ),
  {
    name: 'protocol:F-26 before 2025-11-25 wrong arguments were an error of the server',
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-06-18'] })
      const client = await connect()
      await assert.rejects(client.callTool('add', { a: 'one' }), { code: 'rpc', rpcCode: -32602 })
    },
  },
  ...inBothEras('protocol:F-33 a tool of any name can be called', async ({ connect, server, assert }) => {
    const client = await connect()
    const names = ['天気', ' padded ', 'a b/c:d', 'x'.repeat(300), '=?base64?eA==?=', 'line\nbreak']
    for (const name of names) {
      // The server checks the header against the body before it looks for the tool.
      await assert.rejects(client.callTool(name), { code: 'rpc', rpcCode: -32602, rpcMessage: /^Unknown tool/ })
    }
    const called = (await server.journal()).filter(({ rpc }) => rpc === 'tools/call')
    assert.equal(
      called.map((entry) => paramsOf(entry).name),
      names,
    )
  }),
  ...inBothEras('protocol:F-37 a call without arguments has none, and that suits a strict server', async (world) => {
    const { connect, server, assert } = world
    const client = await connect()
    await client.callTool('test_simple_text')
    await client.callTool('test_simple_text', {})
    const sent = (await server.journal()).filter(({ rpc }) => rpc === 'tools/call')
    assert.equal(
      sent.map((entry) => paramsOf(entry).arguments),
      [{}, {}],
    )
  }),
  ...inBothEras('protocol:J-9 text of every script goes there and back', async ({ connect, assert }) => {
    const client = await connect()
    const text = 'héllo ✓ 😀 \u0000 \u2028 العربية \ufeff'
    assert.equal((await client.callTool('echo', { text })).content, [{ type: 'text', text }])
  }),
]
