/** HTTP+SSE: repeated endpoint events, and size limits. */
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

const isStream = ({ path }: JournalEntry) => path === '/sse'

export const limits: Scenario[] = [
  {
    name: 'a second endpoint event during the handshake fails the connection, and nothing is posted to it',
    ids: ['L-15'],
    async run({ connect, server, assert }) {
      await server.configure({ sse: { endpoint: 'twice' } })
      await assert.rejects(connect({ url: server.sseUrl }), {
        code: /^(connect|not-mcp-endpoint|invalid-message)$/,
        message: /endpoint/,
      })
      const journal = await server.until((entries) => entries.find(isStream)?.ended === 'client-left')
      const endpoints = new Set(journal.filter(({ httpMethod }) => httpMethod === 'POST').map(({ path }) => path))
      assert(endpoints.size <= 1, `only one endpoint is used, got ${[...endpoints]}`)
    },
  },
  {
    name: 'a later second endpoint event is a protocol error that ends the connection and its calls',
    ids: ['L-15'],
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
      const client = await connect({ url: server.sseUrl, reconnect: { maxAttempts: 0 }, fetch: account.fetch })
      const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), {
        code: 'invalid-message',
        delivery: 'unknown',
        message: /endpoint/,
      })
      await server.until((entries) => entries.some(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status))
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
    name: 'an event over the size limit is refused with its size, and the client reconnects on a new stream',
    ids: ['L-16'],
    async run({ connect, server, assert }) {
      await server.configure({ sse: { retry: 20 } })
      const client = await connect({ url: server.sseUrl, limits: { messageBytes: 100_000 } })
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
    name: 'an endless line on the shared stream is cut at the size limit',
    ids: ['L-16'],
    async run({ connect, server, assert }) {
      await server.configure({ sse: { retry: 20 } })
      await server.script({
        on: { path: '/sse' },
        nth: 1,
        do: [{ pass: true }, { barrier: 'endless' }, { frame: 'data: ' }, { frame: 'x'.repeat(150_000) }],
      })
      const client = await connect({ url: server.sseUrl, limits: { messageBytes: 100_000 } })
      const rejection = assert.rejects(client.callTool('slow', { ms: 60_000 }), {
        code: 'invalid-message',
        message: /100000 bytes/,
      })
      await server.until((entries) => entries.some(({ rpcMethod, status }) => rpcMethod === 'tools/call' && status))
      await server.release('endless')
      await rejection
      await server.until((entries) => entries.find(isStream)?.ended === 'client-left')
      assert.equal((await client.callTool('echo', { text: 'back' })).content, textContent('back'))
    },
  },
  {
    name: 'on Streamable HTTP an event over the size limit ends only its own call',
    ids: ['L-16'],
    async run({ connect, assert }) {
      const client = await connect({ limits: { messageBytes: 100_000 } })
      const other = client.callTool('slow', { ms: 200 })
      await assert.rejects(client.callTool('big', { bytes: 3_000_000 }), { code: 'invalid-message' })
      assert.equal((await other).content, textContent('waited 200 ms'))
    },
  },
  {
    name: 'the size limit applies to each event, not to the whole stream',
    ids: ['L-17'],
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl, limits: { messageBytes: 10_000 } })
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
