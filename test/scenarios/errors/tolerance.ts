/** Tolerance: unknown or malformed parts of what a server sends do no further harm. */
import type { Fetch, WireEvent } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'
import { answersTo } from '../steps/scripted-results.ts'

/** A fetch that answers tool calls itself, with the messages of `reply` on a stream, since a script does not know their ids. */
const replying =
  (reply: (id: number) => object[], status = 200): Fetch =>
  async (url, init) => {
    const { id, method } = JSON.parse(init.body ?? '{}') as { id: number; method?: string }
    if (method !== 'tools/call') return fetch(url, init)
    const body = reply(id).map((message) => `data: ${JSON.stringify(message)}\n\n`)
    return new Response(body.join(''), { status, headers: { 'content-type': 'text/event-stream' } })
  }

const answer = (id: unknown, value = 'ours') => ({ jsonrpc: '2.0', id, result: { content: textContent(value) } })

export const tolerance: Scenario[] = [
  ...inBothEras({
    name: 'unknown fields and content types are kept in every result',
    ids: ['protocol:Z-1', 'protocol:Z-7'],
    async run(world) {
      const { connect, server, assert } = world
      const content = [{ type: 'video', data: 'AA==', codec: { name: 'x', options: [1, { deep: true }] } }]
      const beyond = { future: { of: ['results'] } }
      await server.script(
        ...answersTo('tools/call', { content, ...beyond }),
        ...answersTo('resources/read', { contents: [{ uri: 'a:b', text: 'x', future: 1 }], ...beyond }),
        ...answersTo('prompts/list', {
          prompts: [{ name: 'p', arguments: [{ name: 'a', future: 1 }], ...beyond }],
          ...beyond,
        }),
      )
      const client = await connect()
      const result = await client.callTool('video')
      assert.equal(result.content, content)
      assert.match(result, beyond)
      assert.match(await client.readResource('a:b'), { contents: [{ uri: 'a:b', text: 'x', future: 1 }], ...beyond })
      assert.equal(await client.listPrompts(), [{ name: 'p', arguments: [{ name: 'a', future: 1 }], ...beyond }])
    },
  }),
  ...inBothEras({
    name: "unknown messages on a call's stream are reported as events, and the call waits for its answer",
    ids: ['protocol:Z-5', 'protocol:Z-9'],
    async run(world) {
      const { connect, assert } = world
      const events: WireEvent[] = []
      const strange = { jsonrpc: '2.0', method: 'notifications/foo', params: { bar: [1] } }
      const client = await connect({
        onEvent: (event) => events.push(event),
        fetch: replying((id) => [strange, answer('somebody else', 'theirs'), answer(id)]),
      })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('ours'))
      const reported = events.filter(({ type }) => type === 'notification')
      assert.equal(reported.length, 1)
      assert.match(reported[0], { method: 'notifications/foo', params: { bar: [1] } })
    },
  }),
  ...inBothEras({
    name: 'a notification with `id: null` is delivered as a notification, and not answered',
    async run({ connect, server, assert }) {
      const heard: unknown[] = []
      const progress = (token: unknown) => ({
        jsonrpc: '2.0',
        id: null,
        method: 'notifications/progress',
        params: { progressToken: token, progress: 1 },
      })
      const client = await connect({ fetch: replying((id) => [progress(id), answer(id)]) })
      const onProgress = ({ progress: done }: { progress: number }) => heard.push(done)
      assert.equal((await client.callTool('echo', { text: 'x' }, { onProgress })).content, textContent('ours'))
      assert.equal(heard, [1])
      await client.callTool('echo', { text: 'x' })
      const replies = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'response')
      assert.equal(replies, [])
    },
  }),
  ...inBothEras({
    name: 'a numeric id that comes back as a string is the same id',
    ids: ['protocol:Z-10'],
    async run({ connect, assert }) {
      const client = await connect({ fetch: replying((id) => [answer(`${id}`)]) })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('ours'))
    },
  }),
  ...inBothEras({
    name: 'a JSON-RPC error without an id belongs to the request it answers, with code, message and data',
    ids: ['protocol:Z-11', 'protocol:J-7', 'protocol:J-8'],
    async run(world) {
      const { connect, server, assert } = world
      const error = { code: -32050, message: 'why', data: { deep: [{ er: null }] } }
      const client = await connect()
      for (const id of [null, undefined]) {
        for (const status of [200, 400, 500]) {
          const body = { jsonrpc: '2.0', error, ...(id === null && { id }) }
          await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { status, body } }] })
          const rejected = await assert.rejects(client.callTool('echo', { text: 'x' }), {
            code: 'rpc',
            rpcCode: -32050,
            rpcMessage: 'why',
          })
          assert.equal(rejected.data, error.data)
        }
      }
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  }),
  ...inBothEras({
    name: 'an error page of a proxy is an HttpError with its status and the beginning of its body',
    ids: ['protocol:Z-28'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const body = `<html><h1>502 Bad Gateway</h1>${'x'.repeat(2_000)}</html>`
      const headers = { 'content-type': 'text/html' }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 502, headers, body } }] })
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 502 })
      assert.includes(String(error.bodyPreview), '502 Bad Gateway')
      assert(String(error.bodyPreview).length <= 300, 'only the beginning')
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  }),
  {
    name: 'a stateless server with sparse, unknown or misplaced server information can be used',
    ids: ['protocol:Z-4', 'protocol:Z-13', 'protocol:Z-14'],
    async run({ connectModern, server, assert }) {
      const info = { name: 'misplaced', version: '1', vendor: { x: 1 } }
      for (const said of [
        {},
        { capabilities: null, instructions: null },
        { capabilities: [], instructions: 7, serverInfo: 'bogus' },
        { _meta: { 'io.modelcontextprotocol/serverInfo': 'bogus' } },
        { capabilities: { tools: {}, teleport: { range: 5 }, experimental: { y: {} } }, serverInfo: info },
      ] as { serverInfo?: unknown }[]) {
        const result = { supportedVersions: ['2026-07-28', '2031-01-01'], ...said }
        await server.script({ on: { rpcMethod: 'server/discover' }, do: [{ answerJson: result }] })
        const client = await connectModern({ eraCache: new Map() })
        assert.match(client.connection, { era: 'modern', status: 'connected' })
        assert.equal(client.server.info, said.serverInfo === info ? info : undefined)
        assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      }
    },
  },
  {
    name: 'null means absent in the optional members of a result that MCP defines, and nothing else is removed',
    ids: ['protocol:Z-1', 'protocol:Z-7'],
    async run({ connect, server, assert }) {
      const result = {
        content: [
          { type: 'text', text: 'hi', annotations: null, _meta: { kept: null }, vendor: { x: null }, score: null },
          { type: 'hologram', depth: 3, track: { title: null }, annotations: null },
          { type: 'resource', resource: { uri: 'a:b', text: 't', blob: null, mimeType: null, vendor: null } },
          { type: 'resource_link', uri: 'a:b', name: 'b', title: null, annotations: { audience: null, other: null } },
        ],
        isError: null,
        structuredContent: { maybe: null, list: [null] },
        vendor: null,
        _meta: null,
      }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answer: result }] })
      const client = await connect()
      assert.equal(await client.callTool('echo'), {
        content: [
          { type: 'text', text: 'hi', _meta: { kept: null }, vendor: { x: null }, score: null },
          { type: 'hologram', depth: 3, track: { title: null }, annotations: null },
          { type: 'resource', resource: { uri: 'a:b', text: 't', vendor: null } },
          { type: 'resource_link', uri: 'a:b', name: 'b', annotations: { other: null } },
        ],
        structuredContent: { maybe: null, list: [null] },
        vendor: null,
      })
    },
  },
  {
    name: 'a handshake server with sparse or unknown server information can be used',
    ids: ['protocol:Z-4', 'protocol:Z-13'],
    async run({ connect, server, assert }) {
      for (const hello of [
        { capabilities: { tools: {}, teleport: { range: 5 } }, serverInfo: null, instructions: null },
        { capabilities: null, serverInfo: { name: 'a', version: '1', vendor: 'x' } },
        { capabilities: [], serverInfo: 'bogus', instructions: { text: 7 } },
        { serverInfo: { name: 'no version' } },
        {},
      ] as { serverInfo?: unknown }[]) {
        const answer = { protocolVersion: '2025-11-25', ...hello }
        await server.script({ on: { rpcMethod: 'initialize' }, do: [{ answerJson: answer }] })
        const client = await connect()
        assert.equal(client.connection.status, 'connected')
        const { serverInfo } = hello
        assert.equal(client.server.info, typeof serverInfo === 'object' ? (serverInfo ?? undefined) : undefined)
        assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      }
    },
  },
  {
    name: "unknown notifications and progress tokens on a call's stream are ignored",
    ids: ['protocol:Z-5', 'protocol:Z-9'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [
          { stream: {} },
          { notify: { method: 'notifications/foo', params: { bar: 1 } } },
          { notify: { method: 'notifications/progress', params: { progressToken: 'nobody', progress: 1 } } },
          { notify: { method: 'notifications/cancelled', params: { requestId: 'nobody' } } },
          { answer: true },
        ],
      })
      const client = await connect()
      let progress = 0
      const result = await client.callTool('echo', { text: 'x' }, { onProgress: () => progress++ })
      assert.equal(result.content, [{ type: 'text', text: 'x' }])
      assert.equal(progress, 0)
    },
  },
]
