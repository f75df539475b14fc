/** The fallback to HTTP+SSE: which replies to the handshake lead to it, and which do not. */
import type { Scenario, World } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { refusePosts, serveOnlyHttpSse } from './steps/http-sse-server.ts'

async function fallsBack({ connect, server, assert }: World, status: number): Promise<void> {
  await serveOnlyHttpSse(server, status)
  const fallbacks: unknown[] = []
  const onEvent = (event: { type: string; status?: unknown }) =>
    event.type === 'fallback' && fallbacks.push(event.status)
  const client = await connect({ onEvent })
  assert.equal((await client.callTool('echo', { text: 'old' })).content, textContent('old'))
  assert.equal(await server.methods(), ['initialize', 'GET', 'initialize', 'notifications/initialized', 'tools/call'])
  assert.match(client.connection, { transport: 'sse', era: 'legacy', requestedTransport: 'auto', fellBack: true })
  assert.equal(client.connection.fallbackReason, { status, bodyPreview: `refused with ${status}` })
  assert.equal(fallbacks, [status])
}

export const fallback: Scenario[] = [
  {
    name: 'a server that refuses the handshake with 405 and opens a stream on GET is used over HTTP+SSE',
    ids: ['F-01'],
    run: (world) => fallsBack(world, 405),
  },
  ...[400, 404, 406, 411, 415].map((status) => ({
    name: `status ${status} to the handshake falls back to HTTP+SSE`,
    ids: ['F-02'],
    run: (world: World) => fallsBack(world, status),
  })),
  ...[401, 403, 429, 500, 501, 503].map((status) => ({
    name: `status ${status} to the handshake does not fall back to HTTP+SSE, and the error has the status`,
    ids: ['F-03'],
    async run({ connect, server, assert }: World) {
      await serveOnlyHttpSse(server, status)
      const error = await assert.rejects(connect(), {
        code: 'connect',
        message: RegExp(`${status}`),
      })
      const attempts = error.attempts as object[]
      assert.equal(attempts.length, 1)
      assert.match(attempts[0], { transport: 'streamable-http', status, bodyPreview: `refused with ${status}` })
      assert.equal(await server.methods(), ['initialize'])
    },
  })),
  {
    name: 'a server that never answers is a timeout and does not fall back to HTTP+SSE',
    ids: ['F-04'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { httpMethod: 'POST' }, do: [{ barrier: 'never' }] })
      const start = Date.now()
      await assert.rejects(connect({ connectTimeout: 300 }), {
        code: 'timeout',
        limit: 'connectTimeout',
      })
      // Some engines round their clocks down.
      assert(Date.now() - start >= 298, 'not before its time')
      assert.equal(await server.methods(), ['initialize'])
    },
  },
  {
    name: 'an abort during the handshake is final: a later 405 does not fall back',
    ids: ['F-05'],
    async run({ connect, server, ledger, macrotasks, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { httpMethod: 'POST' }, do: [{ barrier: 'asked' }, { respond: { status: 405 } }] })
      const stop = new AbortController()
      const reason = new Error('the user went away')
      let requests = 0
      const account = ledger()
      // The signal is not passed on, so that the refusal does arrive.
      const pending = connect({
        signal: stop.signal,
        fetch: (url, { signal: _, ...init }) => {
          requests++
          return account.fetch(url, init)
        },
      })
      await server.reached('asked')
      stop.abort(reason)
      assert.same(await assert.rejects(pending), reason, 'the reason itself')
      await server.release('asked')
      await server.until((entries) => entries.some(({ status }) => status === 405))
      await account.settled()
      await macrotasks(20)
      assert.equal(requests, 1)
      assert.equal(await server.methods(), ['initialize'])
    },
  },
  {
    name: "an abort while waiting for the endpoint event rejects with the signal's reason and releases the stream",
    ids: ['F-06'],
    async run({ connect, server, ledger, assert }) {
      await serveOnlyHttpSse(server)
      await server.configure({ sse: { endpoint: 'never' } })
      const account = ledger()
      const stop = new AbortController()
      const reason = new Error('the user went away')
      const pending = connect({ signal: stop.signal, fetch: account.fetch })
      await server.until((entries) => entries.some(({ httpMethod, status }) => httpMethod === 'GET' && status === 200))
      stop.abort(reason)
      assert.same(await assert.rejects(pending), reason, 'the reason itself')
      await server.until((entries) =>
        entries.some(({ httpMethod, ended }) => httpMethod === 'GET' && ended === 'client-left'),
      )
      await account.settled()
      assert.equal(await server.methods(), ['initialize', 'GET'])
    },
  },
  {
    name: 'when both transports are refused, one error lists both attempts',
    ids: ['F-08'],
    async run({ connect, server, assert }) {
      await server.script(refusePosts(405, 'p'.repeat(1_000)), {
        on: { httpMethod: 'GET' },
        do: [{ respond: { status: 404, body: 'g'.repeat(1_000) } }],
      })
      const error = await assert.rejects(connect(), {
        code: 'connect',
        delivery: 'not-executed',
      })
      const attempts = error.attempts as Record<string, unknown>[]
      assert.equal(attempts.length, 2)
      assert.match(attempts[0], { transport: 'streamable-http', status: 405, bodyPreview: 'p'.repeat(300) })
      assert.match(attempts[1], { transport: 'sse', status: 404, bodyPreview: 'g'.repeat(300) })
      assert.match(error, { message: /405.*404/s })
      assert.match(error, { message: /streamable.*sse/is })
      assert.equal(await server.methods(), ['initialize', 'GET'])
    },
  },
  {
    name: 'an error that names the supported revisions does not fall back to HTTP+SSE',
    ids: ['F-09'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      for (const [code, status] of [
        [-32022, 400],
        [-32021, 400],
        [-32020, 400],
        [-32601, 404],
      ] as const) {
        const data = { supported: ['2099-01-01'], requested: '2025-11-25' }
        await server.script(
          refusePosts(status, { jsonrpc: '2.0', id: null, error: { code, message: 'modern only', data } }),
        )
        const error = await assert.rejects(connect(), { delivery: 'not-executed' })
        if (code === -32022) assert.match(error, { code: 'version', supported: ['2099-01-01'] })
        else assert.match(error.cause, { code: 'rpc', rpcCode: code, status })
      }
      assert(!(await server.methods()).includes('GET'), 'no GET')
    },
  },
  {
    name: 'once connected, a 405 is an error of its call and does not change the transport',
    ids: ['F-10'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 405 } }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo', { text: 'first' }), { code: 'http', status: 405 })
      assert.equal((await client.callTool('echo', { text: 'second' })).content, textContent('second'))
      assert.match(client.connection, { transport: 'streamable-http', fellBack: false, status: 'connected' })
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'a failed fallback is not remembered',
    ids: ['F-12'],
    async run({ connect, server, assert }) {
      await server.configure({ get: { status: 404 } })
      await server.script(refusePosts(405))
      await assert.rejects(connect(), { code: 'connect' })
      await server.script()
      const client = await connect()
      assert.match(client.connection, { transport: 'streamable-http', fellBack: false })
      assert.equal(await server.methods(), ['initialize', 'GET', 'initialize', 'notifications/initialized'])
    },
  },
  {
    name: "after a fallback every request carries the caller's headers and no header of a later revision",
    ids: ['F-17', 'F-18'],
    async run({ connect, server, assert }) {
      await serveOnlyHttpSse(server)
      const client = await connect({ headers: () => ({ authorization: 'Bearer key' }) })
      await client.callTool('echo', { text: 'x' })
      const journal = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
      const after = journal.slice(journal.findIndex(({ httpMethod }) => httpMethod === 'GET'))
      assert.equal(
        after.map(({ rpcMethod, headers }) => [rpcMethod, headers.authorization]),
        [undefined, 'initialize', 'notifications/initialized', 'tools/call'].map((rpc) => [rpc, 'Bearer key']),
      )
      for (const { headers, rpcMethod } of journal) {
        if (rpcMethod === 'initialize') assert.equal(headers['mcp-protocol-version'], undefined)
        if (rpcMethod === 'initialize') assert.equal(headers['mcp-method'], undefined)
      }
      for (const { headers } of after) {
        assert(headers['mcp-protocol-version'] !== '2026-07-28', 'no header of the stateless revision')
        assert.equal(headers['mcp-session-id'], undefined)
        assert.equal(headers['mcp-method'], undefined)
      }
    },
  },
]
