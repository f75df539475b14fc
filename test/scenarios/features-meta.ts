/** `_meta`: what the caller adds, what the client owns, progress and trace context. */
import type { ProtocolVersion } from '../../src/core/index.ts'
import type { Server } from '../../src/testing/index.ts'
import { inBothEras } from './features-eras.ts'
import { timesSent } from './features-scripted.ts'
import { paramsOf } from './journal.ts'
import type { Scenario } from './scenario.ts'

const TRACE = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
  tracestate: 'vendor=value,other=1',
  baggage: 'user=ada,tier=gold',
}

/** The `_meta` of each call of a tool, in order. */
async function metas(server: Server): Promise<Record<string, unknown>[]> {
  const calls = (await server.journal()).filter(({ rpc }) => rpc === 'tools/call')
  return calls.map((entry) => (paramsOf(entry)._meta ?? {}) as Record<string, unknown>)
}

export const featuresMeta: Scenario[] = [
  ...inBothEras('protocol:U-75 trace context goes with a call under the names that tracing knows', async (world) => {
    const { connect, server, assert } = world
    const client = await connect()
    await client.callTool('echo', { text: 'x' }, { meta: TRACE })
    await client.readResource('test://static-text', { meta: TRACE })
    await client.listTools({ meta: TRACE })
    const sent = (await server.journal()).filter(({ rpc }) => /call|read|list$/.test(`${rpc}`))
    assert.equal(sent.length, 3)
    for (const entry of sent) assert.match(paramsOf(entry)._meta, TRACE, entry.rpc)
  }),
  ...inBothEras(
    'protocol:U-76 what the caller adds goes with what the client needs, and what the server adds comes back',
    async (world) => {
      const { connect, server, assert } = world
      const meta = { 'com.example/own': { deep: [null] }, plain: 1 }
      const own = { 'com.example/answer': [1, null] }
      await server.script({ on: { tool: 'echo' }, do: [{ answerJson: { content: [], _meta: own } }] })
      const client = await connect()
      const result = await client.callTool('echo', { text: 'x' }, { meta, onProgress: () => {} })
      assert.match(result._meta, own)
      const [sent] = await metas(server)
      assert.match(sent, meta)
      assert(sent && 'progressToken' in sent, 'the token of the client is there too')
      await client.callTool('count', { to: 1 })
      assert(!('com.example/own' in (await metas(server))[1]!), 'and the next call has none of it')
    },
  ),
  {
    name: 'protocol:U-77 members of _meta pass under every revision of the handshake',
    async run({ connect, server, assert }) {
      const revisions: ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
      for (const version of revisions) {
        await server.configure({ versions: [version] })
        const client = await connect()
        assert.equal(client.connection.protocolVersion, version)
        await client.callTool('echo', { text: 'x' }, { meta: { 'com.example/own': version } })
        assert.match((await metas(server)).at(-1), { 'com.example/own': version })
      }
    },
  },
  {
    name: 'protocol:U-74 the caller cannot say in the name of the client what it is and speaks',
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ clientInfo: { name: 'true', version: '1' } })
      const key = (name: string) => `io.modelcontextprotocol/${name}`
      const meta = {
        [key('protocolVersion')]: '1999-01-01',
        [key('clientInfo')]: { name: 'false', version: '0' },
        [key('clientCapabilities')]: { sampling: {} },
        progressToken: 'mine',
      }
      const seen: number[] = []
      await client.callTool('count', { to: 2 }, { meta, onProgress: ({ progress }) => seen.push(progress) })
      const [sent] = await metas(server)
      assert.match(sent, {
        [key('protocolVersion')]: '2026-07-28',
        [key('clientInfo')]: { name: 'true', version: '1' },
        [key('clientCapabilities')]: {},
      })
      assert(sent?.progressToken !== 'mine', 'the token is the client’s own')
      assert.equal(seen, [1, 2])
    },
  },
  ...inBothEras(
    'protocol:U-10 U-11 U-12 Z-24 progress of any kind is told while it comes, and asked for only by who listens',
    async (world) => {
      const { connect, server, assert } = world
      const client = await connect()
      await client.callTool('count', { to: 2 })
      assert(!('progressToken' in (await metas(server))[0]!), 'nobody listens, nobody asks')
      assert.equal((await client.callTool('echo', { text: 'x' }, { onProgress: () => {} })).content.length, 1)
      const seen: unknown[] = []
      await client.callTool('count', { to: 2 }, { onProgress: (progress) => seen.push(progress) })
      assert.equal(
        seen.map((told) => {
          const { progress, total, message } = told as { progress: number; total?: number; message?: string }
          return [progress, total, message]
        }),
        [
          [1, 2, 'step 1'],
          [2, 2, 'step 2'],
        ],
      )
    },
  ),
  ...inBothEras(
    'protocol:U-12 U-13 progress that goes back, is no whole number or is for nobody harms nothing',
    async (world) => {
      const { connect, server, assert } = world
      const client = await connect({
        fetch: async (url, init) => {
          if (!init.body?.includes('"odd"')) return fetch(url, init)
          const { id, params } = JSON.parse(init.body) as { id: number; params: { _meta: { progressToken: unknown } } }
          const note = (progressToken: unknown, progress: number) => ({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progressToken, progress },
          })
          const { progressToken: own } = params._meta
          const messages = [note(own, 0.5), note('nobody', 7), note(own, 0.25), note(`${own}`, 0.75)]
          const answer = { jsonrpc: '2.0', id, result: { content: [], resultType: 'complete' } }
          const lines = [...messages, answer].map((message) => `data: ${JSON.stringify(message)}\n\n`)
          return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
        },
      })
      const seen: number[] = []
      await client.callTool('odd', {}, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(seen, [0.5, 0.25, 0.75])
      assert.equal(await timesSent(server, 'tools/call'), 0)
    },
  ),
  {
    name: 'protocol:U-3 a sign of life of a server without ping is its description of itself',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const before = (await server.methods()).length
      await client.ping()
      assert.equal((await server.methods()).slice(before), ['server/discover'])
    },
  },
  ...inBothEras('any method can be asked for, and its result comes as it is', async ({ connect, server, assert }) => {
    await server.script({ on: { rpc: 'com.example/own' }, do: [{ answerJson: { any: [{ thing: null }] } }] })
    const client = await connect()
    assert.match(await client.request('com.example/own', { a: 1 }), { any: [{ thing: null }] })
    const sent = (await server.journal()).find(({ rpc }) => rpc === 'com.example/own')
    assert.equal(paramsOf(sent).a, 1)
    await server.script()
    await assert.rejects(client.request('com.example/none'), { code: 'rpc', rpcCode: -32601 })
  }),
]
