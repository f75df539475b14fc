/** Tolerance in both eras: what a server gets wrong, or says beyond what we know, costs nothing else. */
import type { Fetch, WireEvent } from '../../../src/core/index.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { answersTo } from '../steps/scripted-results.ts'
import { responsesIn } from '../steps/journal.ts'
import type { Scenario } from '../scenario.ts'

const text = (value: string) => [{ type: 'text', text: value }]

/** A fetch that answers calls of tools itself, knowing their ids, with the messages of `reply` on a stream. */
const replying =
  (reply: (id: number) => object[], status = 200): Fetch =>
  async (url, init) => {
    const { id, method } = JSON.parse(init.body ?? '{}') as { id: number; method?: string }
    if (method !== 'tools/call') return fetch(url, init)
    const body = reply(id).map((message) => `data: ${JSON.stringify(message)}\n\n`)
    return new Response(body.join(''), { status, headers: { 'content-type': 'text/event-stream' } })
  }

const answer = (id: unknown, value = 'ours') => ({ jsonrpc: '2.0', id, result: { content: text(value) } })

export const featuresTolerance: Scenario[] = [
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
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('ours'))
      const told = events.filter(({ type }) => type === 'notification')
      assert.equal(told.length, 1)
      assert.match(told[0], { method: 'notifications/foo', params: { bar: [1] } })
    },
  }),
  ...inBothEras({
    name: 'a numeric id that comes back as a string is the same id',
    ids: ['protocol:Z-10'],
    async run({ connect, assert }) {
      const client = await connect({ fetch: replying((id) => [answer(`${id}`)]) })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('ours'))
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
          await server.script({ on: { rpc: 'tools/call' }, do: [{ respond: { status, body } }] })
          const rejected = await assert.rejects(client.callTool('echo', { text: 'x' }), {
            code: 'rpc',
            rpcCode: -32050,
            rpcMessage: 'why',
          })
          assert.equal(rejected.data, error.data)
        }
      }
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
    },
  }),
  ...inBothEras({
    name: 'comments, empty data and unknown events between messages are skipped',
    ids: ['protocol:Z-12'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script({
        on: { rpc: 'tools/call' },
        do: [
          { stream: {} },
          { comment: 'hello' },
          { frame: ': \n\nevent: noise\ndata: not json\n\ndata: \n\nretry: soon\n\nid: 7\n\n' },
          { answer: true },
        ],
      })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
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
      await server.script({ on: { rpc: 'tools/call' }, do: [{ respond: { status: 502, headers, body } }] })
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 502 })
      assert.includes(String(error.bodyHead), '502 Bad Gateway')
      assert(String(error.bodyHead).length <= 300, 'only the beginning')
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
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
        { capabilities: { tools: {}, teleport: { range: 5 }, experimental: { y: {} } }, serverInfo: info },
      ]) {
        const result = { supportedVersions: ['2026-07-28', '2031-01-01'], ...said }
        await server.script({ on: { rpc: 'server/discover' }, do: [{ answerJson: result }] })
        const client = await connectModern({ eraCache: new Map() })
        assert.match(client.connection, { era: 'modern', status: 'connected' })
        if ('serverInfo' in said) assert.equal(client.server.info, info)
        assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      }
    },
  },
  {
    name: 'a ping is answered and a log message delivered before the handshake is over',
    ids: ['protocol:U-1', 'protocol:Z-22'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'initialize' },
        do: [
          { stream: {} },
          { notify: { method: 'notifications/message', params: { level: 'info', data: 'early' } } },
          { serverRequest: { method: 'ping', id: 'early ping' }, wait: true },
          { answer: true },
        ],
      })
      const logs: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'log' && logs.push(event.data) })
      assert.equal(logs, ['early'])
      assert.equal(responsesIn(await server.journal()).get('early ping')?.result, {})
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
    },
  },
  {
    name: 'a ping during a call is answered at once with an empty result',
    ids: ['protocol:U-1'],
    async run({ connect, server, assert }) {
      const ping = { serverRequest: { method: 'ping', id: 'ping 1' }, wait: true }
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, ping, { answer: true }] })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      assert.equal(responsesIn(await server.journal()).get('ping 1')?.result, {})
    },
  },
]
