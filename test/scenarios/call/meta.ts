/** `_meta` of requests: what the caller adds, what the client sets, and trace context. */
import type { ProtocolVersion } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf, requestsIn } from '../steps/journal.ts'
import { callMetas } from './steps/meta.ts'

const TRACE = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
  tracestate: 'vendor=value,other=1',
  baggage: 'user=ada,tier=gold',
}

export const meta: Scenario[] = [
  ...inBothEras({
    name: 'trace context is sent in _meta under the W3C names',
    ids: ['protocol:U-75'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.callTool('echo', { text: 'x' }, { meta: TRACE })
      await client.readResource('test://static-text', { meta: TRACE })
      await client.listTools({ meta: TRACE })
      const sent = (await server.journal()).filter(({ rpcMethod }) => /call|read|list$/.test(`${rpcMethod}`))
      assert.equal(sent.length, 3)
      for (const entry of sent) assert.match(paramsOf(entry)._meta, TRACE, entry.rpcMethod)
    },
  }),
  ...inBothEras({
    name: "the caller's _meta is sent beside the client's own, and the server's _meta comes back",
    ids: ['protocol:U-76'],
    async run(world) {
      const { connect, server, assert } = world
      const meta = { 'com.example/own': { deep: [null] }, plain: 1 }
      const own = { 'com.example/answer': [1, null] }
      await server.script({ on: { tool: 'echo' }, do: [{ answerJson: { content: [], _meta: own } }] })
      const client = await connect()
      const result = await client.callTool('echo', { text: 'x' }, { meta, onProgress: () => {} })
      assert.match(result._meta, own)
      const [sent] = await callMetas(server)
      assert.match(sent, meta)
      assert(sent && 'progressToken' in sent, 'the token of the client is there too')
      await client.callTool('count', { to: 1 })
      assert(!('com.example/own' in (await callMetas(server))[1]!), 'and the next call has none of it')
    },
  }),
  {
    name: '_meta passes unchanged in every handshake revision',
    ids: ['protocol:U-77'],
    async run({ connect, server, assert }) {
      const revisions: ProtocolVersion[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
      for (const version of revisions) {
        await server.configure({ versions: [version] })
        const client = await connect()
        assert.equal(client.connection.protocolVersion, version)
        await client.callTool('echo', { text: 'x' }, { meta: { 'com.example/own': version } })
        assert.match((await callMetas(server)).at(-1), { 'com.example/own': version })
      }
    },
  },
  {
    name: "the caller's _meta cannot replace the client's own protocol fields",
    ids: ['protocol:U-74'],
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
      const [sent] = await callMetas(server)
      assert.match(sent, {
        [key('protocolVersion')]: '2026-07-28',
        [key('clientInfo')]: { name: 'true', version: '1' },
        [key('clientCapabilities')]: {},
      })
      assert(sent?.progressToken !== 'mine', 'the token is the client’s own')
      assert.equal(seen, [1, 2])
    },
  },
  ...inBothEras({
    name: 'request() sends any method and returns its result unchanged',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'com.example/own' }, do: [{ answerJson: { any: [{ thing: null }] } }] })
      const client = await connect()
      const count = (value: unknown) => {
        const { any } = value as { any?: unknown[] }
        return any ? { value: any.length } : { issues: [{ message: 'any is missing' }] }
      }
      const resultSchema = { '~standard': { validate: count } }
      const length: number = await client.request('com.example/own', { a: 1 }, { resultSchema })
      assert.equal(length, 1)
      const never = { '~standard': { validate: () => ({ issues: [{ message: 'nothing fits' }] }) } }
      await assert.rejects(client.request('com.example/own', {}, { resultSchema: never }), {
        code: 'invalid-message',
        message: 'Expected the result of com.example/own to fit its schema: nothing fits',
      })
      assert.match(await client.request('com.example/own', { a: 1 }), { any: [{ thing: null }] })
      const sent = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'com.example/own')
      assert.equal(paramsOf(sent).a, 1)
      await server.script()
      await assert.rejects(client.request('com.example/none'), { code: 'rpc', rpcCode: -32601 })
    },
  }),
  ...inBothEras({
    name: '_meta in the params of request() is merged with the meta option',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const _meta = { 'example.com/own': 1, 'example.com/both': 'params' }
      const meta = { 'example.com/added': 2, 'example.com/both': 'options' }
      const params = { name: 'count', arguments: { to: 1 }, _meta }
      const steps: unknown[] = []
      const options = { meta, onProgress: ({ progress }: { progress: number }) => steps.push(progress) }
      await client.request('tools/call', params, options)
      await client.request('tools/call', params, { onProgress: () => {} })
      const [both, progress] = requestsIn(await server.journal(), 'tools/call').map((call) => paramsOf(call)._meta)
      assert.match(both, { ..._meta, ...meta })
      assert.match(progress, _meta)
      assert.equal(steps, [1])
    },
  }),
]
