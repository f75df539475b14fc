/** HTTP+SSE: what a stream must not do, and how much of it is too much. */
import type { JournalEntry } from '../../src/testing/index.ts'
import type { Scenario } from './scenario.ts'

const text = (value: string) => [{ type: 'text', text: value }]
const isStream = ({ path }: JournalEntry) => path === '/sse'

export const httpSseLimits: Scenario[] = [
  {
    name: 'L-15 a second endpoint during the handshake fails the connection, and nobody posts to it',
    async run({ connect, server, assert }) {
      await server.configure({ sse: { endpoint: 'twice' } })
      await assert.rejects(connect({ url: server.sseUrl }), {
        code: /^(connect|not-mcp-endpoint|invalid-message)$/,
        message: /endpoint/,
      })
      const journal = await server.until((entries) => entries.find(isStream)?.ended === 'client-left')
      const endpoints = new Set(journal.filter(({ http }) => http === 'POST').map(({ path }) => path))
      assert(endpoints.size <= 1, `only one endpoint is used, got ${[...endpoints]}`)
    },
  },
  {
    name: 'L-15 a second endpoint later is a protocol error that ends the connection and its calls',
    async run({ connect, server, ledger, assert }) {
      await server.script({
        on: { path: '/sse' },
        do: [
          { pass: true },
          { barrier: 'twice' },
          { event: { event: 'endpoint', data: './message?session_id=second' } },
        ],
      })
      const account = ledger()
      const client = await connect({ url: server.sseUrl, reconnect: { attempts: 0 }, fetch: account.fetch })
      const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), {
        code: 'invalid-message',
        delivery: 'unknown',
        message: /endpoint/,
      })
      await server.until((entries) => entries.some(({ rpc, status }) => rpc === 'tools/call' && status))
      await server.release('twice')
      await rejection
      const journal = await server.until((entries) => entries.find(isStream)?.ended === 'client-left')
      assert(!journal.some(({ path }) => path.includes('second')), 'nothing goes to the second endpoint')
      await account.settled()
      assert.equal(client.connection.status, 'failed')
      assert.match(client.connection.lastError, { code: 'invalid-message' })
    },
  },
  {
    name: 'L-16 an event over the limit is refused with its size, and the client returns on a new stream',
    async run({ connect, server, assert }) {
      await server.configure({ sse: { retry: 20 } })
      const client = await connect({ url: server.sseUrl, limits: { message: 100_000 } })
      await assert.rejects(client.callTool('big', { bytes: 3_000_000 }), {
        code: 'invalid-message',
        delivery: 'unknown',
        message: /100000 bytes/,
      })
      const big = await client.callTool('big', { bytes: 90_000 })
      assert.equal((big.content[0] as { text: string }).text.length, 90_000)
      await server.until((entries) => entries.find(isStream)?.ended !== undefined)
    },
  },
  {
    name: 'L-16 a line without an end is cut at the limit',
    async run({ connect, server, assert }) {
      await server.configure({ sse: { retry: 20 } })
      await server.script({
        on: { path: '/sse' },
        nth: 1,
        do: [{ pass: true }, { barrier: 'endless' }, { frame: 'data: ' }, { frame: 'x'.repeat(150_000) }],
      })
      const client = await connect({ url: server.sseUrl, limits: { message: 100_000 } })
      const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), {
        code: 'invalid-message',
        message: /100000 bytes/,
      })
      await server.until((entries) => entries.some(({ rpc, status }) => rpc === 'tools/call' && status))
      await server.release('endless')
      await rejection
      await server.until((entries) => entries.find(isStream)?.ended === 'client-left')
      assert.equal((await client.callTool('echo', { text: 'back' })).content, text('back'))
    },
  },
  {
    name: 'L-16 on Streamable HTTP an event over the limit ends its own call only',
    async run({ connect, assert }) {
      const client = await connect({ limits: { message: 100_000 } })
      const other = client.callTool('slow', { ms: 200 })
      await assert.rejects(client.callTool('big', { bytes: 3_000_000 }), { code: 'invalid-message' })
      assert.equal((await other).content, text('waited 200 ms'))
    },
  },
  {
    name: 'L-17 the limit is one of each event: a stream may be longer than that in all',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl, limits: { message: 10_000 } })
      let seen = 0
      await client.callTool('count', { to: 1_000 }, { onProgress: () => seen++ })
      for (let index = 0; index < 20; index++) await client.callTool('big', { bytes: 9_000 })
      assert.equal(seen, 1_000)
      const streams = (await server.journal()).filter(isStream)
      assert.equal(streams.length, 1)
      assert((streams[0]?.bytes ?? 0) > 250_000, 'more than the limit in all')
    },
  },
]
