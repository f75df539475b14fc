/** Which transport is used: what makes the client fall back to HTTP+SSE, and what never does. */

import type { Rule, Server } from '../../src/testing/index.ts'
import type { Scenario, World } from './scenario.ts'

/** Without the stateless revision there is no probe, so that every request can be counted. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

const text = (value: string) => [{ type: 'text', text: value }]

/** Every POST to the MCP endpoint is refused with this status. */
const refuse = (status: number, body: string | object = `refused with ${status}`): Rule => ({
  on: { http: 'POST', path: '/mcp' },
  do: [{ respond: { status, body } }],
})

/** A server from before Streamable HTTP: one URL, which only a GET opens. */
async function beOld(server: Server, status = 405): Promise<void> {
  await server.configure({ get: 'sse' })
  await server.script(refuse(status))
}

async function fallsBack({ connect, server, assert }: World, status: number): Promise<void> {
  await beOld(server, status)
  const fallbacks: unknown[] = []
  const onEvent = (event: { type: string; status?: unknown }) =>
    event.type === 'fallback' && fallbacks.push(event.status)
  const client = await connect({ versions, onEvent })
  assert.equal((await client.callTool('echo', { text: 'old' })).content, text('old'))
  assert.equal(await server.methods(), ['initialize', 'GET', 'initialize', 'notifications/initialized', 'tools/call'])
  assert.match(client.connection, { transport: 'sse', era: 'legacy', requested: 'auto', fellBack: true })
  assert.equal(client.connection.fallbackReason, { status, bodyHead: `refused with ${status}` })
  assert.equal(fallbacks, [status])
}

export const fallback: Scenario[] = [
  {
    name: 'F-01 a server that refuses the handshake with 405 and opens a stream to GET is used over HTTP+SSE',
    run: (world) => fallsBack(world, 405),
  },
  ...[400, 404, 406, 411, 415].map((status) => ({
    name: `F-02 so is one that refuses the handshake with ${status}`,
    run: (world: World) => fallsBack(world, status),
  })),
  ...[401, 403, 429, 500, 501, 503].map((status) => ({
    name: `F-03 status ${status} says nothing about the transport: no fallback, and the error has the status`,
    async run({ connect, server, assert }: World) {
      await beOld(server, status)
      const error = await assert.rejects(connect({ versions }), { code: 'connect', message: RegExp(`${status}`) })
      const attempts = error.attempts as object[]
      assert.equal(attempts.length, 1)
      assert.match(attempts[0], { transport: 'streamable-http', status, bodyHead: `refused with ${status}` })
      assert.equal(await server.methods(), ['initialize'])
    },
  })),
  {
    name: 'F-04 a server that never answers is a timeout and not a reason to fall back',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { http: 'POST' }, do: [{ barrier: 'never' }] })
      const start = Date.now()
      await assert.rejects(connect({ versions, connectTimeout: 300 }), { code: 'timeout', limit: 'connectTimeout' })
      // Engines round their clocks, some of them down.
      assert(Date.now() - start >= 298, 'not before its time')
      assert.equal(await server.methods(), ['initialize'])
    },
  },
  {
    name: 'F-05 an abort while the handshake waits is final: its refusal leads to no fallback any more',
    async run({ connect, server, ledger, macrotasks, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { http: 'POST' }, do: [{ barrier: 'asked' }, { respond: { status: 405 } }] })
      const stop = new AbortController()
      const reason = new Error('the user went away')
      let requests = 0
      const account = ledger()
      // The signal stays behind, so that the refusal does arrive.
      const pending = connect({
        versions,
        signal: stop.signal,
        fetch: (url, { signal: _, ...init }) => {
          requests++
          return account.fetch(url, init)
        },
      })
      await server.reached('asked')
      stop.abort(reason)
      assert((await assert.rejects(pending)) === (reason as unknown), 'the reason itself')
      await server.release('asked')
      await server.until((entries) => entries.some(({ status }) => status === 405))
      await account.settled()
      await macrotasks(20)
      assert.equal(requests, 1)
      assert.equal(await server.methods(), ['initialize'])
    },
  },
  {
    name: 'F-06 an abort while the endpoint is awaited ends connecting with its reason and releases the stream',
    async run({ connect, server, ledger, assert }) {
      await beOld(server)
      await server.configure({ sse: { endpoint: 'never' } })
      const account = ledger()
      const stop = new AbortController()
      const reason = new Error('the user went away')
      const pending = connect({ versions, signal: stop.signal, fetch: account.fetch })
      await server.until((entries) => entries.some(({ http, status }) => http === 'GET' && status === 200))
      stop.abort(reason)
      assert((await assert.rejects(pending)) === (reason as unknown), 'the reason itself')
      await server.until((entries) => entries.some(({ http, ended }) => http === 'GET' && ended === 'client-left'))
      await account.settled()
      assert.equal(await server.methods(), ['initialize', 'GET'])
    },
  },
  {
    name: 'F-08 when both transports are refused, one error tells of both',
    async run({ connect, server, assert }) {
      await server.script(refuse(405, 'p'.repeat(1_000)), {
        on: { http: 'GET' },
        do: [{ respond: { status: 404, body: 'g'.repeat(1_000) } }],
      })
      const error = await assert.rejects(connect({ versions }), { code: 'connect', delivery: 'not-executed' })
      const attempts = error.attempts as Record<string, unknown>[]
      assert.equal(attempts.length, 2)
      assert.match(attempts[0], { transport: 'streamable-http', status: 405, bodyHead: 'p'.repeat(300) })
      assert.match(attempts[1], { transport: 'sse', status: 404, bodyHead: 'g'.repeat(300) })
      assert.match(error, { message: /405.*404/s })
      assert.match(error, { message: /streamable.*sse/is })
      assert.equal(await server.methods(), ['initialize', 'GET'])
    },
  },
  {
    name: 'F-09 a refusal that says which revisions are spoken is no reason to fall back',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      for (const [code, status] of [
        [-32022, 400],
        [-32021, 400],
        [-32020, 400],
        [-32601, 404],
      ] as const) {
        const data = { supported: ['2099-01-01'], requested: '2025-11-25' }
        await server.script(refuse(status, { jsonrpc: '2.0', id: null, error: { code, message: 'modern only', data } }))
        const error = await assert.rejects(connect({ versions }), { delivery: 'not-executed' })
        if (code === -32022) assert.match(error, { code: 'version', supported: ['2099-01-01'] })
        else assert.match(error.cause, { code: 'rpc', rpcCode: code, status })
      }
      assert(!(await server.methods()).includes('GET'), 'no GET')
    },
  },
  {
    name: 'F-10 once connected, a refusal is an error of its call and changes no transport',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ respond: { status: 405 } }] })
      const client = await connect({ versions })
      await assert.rejects(client.callTool('echo', { text: 'first' }), { code: 'http', status: 405 })
      assert.equal((await client.callTool('echo', { text: 'second' })).content, text('second'))
      assert.match(client.connection, { transport: 'streamable-http', fellBack: false, status: 'connected' })
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'F-12 a fallback that failed is not remembered',
    async run({ connect, server, assert }) {
      await server.configure({ get: { status: 404 } })
      await server.script(refuse(405))
      await assert.rejects(connect({ versions }), { code: 'connect' })
      await server.script()
      const client = await connect({ versions })
      assert.match(client.connection, { transport: 'streamable-http', fellBack: false })
      assert.equal(await server.methods(), ['initialize', 'GET', 'initialize', 'notifications/initialized'])
    },
  },
  {
    name: 'F-14 transport sse begins with a GET and never POSTs to the URL itself',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      const client = await connect({ transport: 'sse' })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      assert.match(client.connection, { transport: 'sse', requested: 'sse', fellBack: false })
      assert.equal(await server.methods(), ['GET', 'initialize', 'notifications/initialized', 'tools/call'])
      const posts = (await server.journal()).filter(({ http }) => http === 'POST')
      assert(
        posts.every(({ path }) => path.startsWith('/message')),
        'all POSTs go to the endpoint that the server named',
      )
    },
  },
  {
    name: 'F-15 transport streamable-http never opens HTTP+SSE, nor transport sse Streamable HTTP',
    async run({ connect, server, assert }) {
      await beOld(server)
      const refused = await assert.rejects(connect({ versions, transport: 'streamable-http' }), { code: 'connect' })
      assert.equal((refused.attempts as unknown[]).length, 1)
      assert.equal(await server.methods(), ['initialize'])
      await server.configure({ get: { status: 405 } })
      await server.script()
      const unopened = await assert.rejects(connect({ transport: 'sse' }), { code: 'connect' })
      assert.match((unopened.attempts as unknown[])[0], { transport: 'sse', status: 405 })
      assert.equal(await server.methods(), ['initialize', 'GET'])
    },
  },
  {
    name: 'F-16 a site that answers everything with a page is not an MCP endpoint, and the error names the type',
    async run({ connect, server, assert }) {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      await server.script(
        ...(['POST', 'GET'] as const).map((http) => ({ on: { http }, do: [{ respond: { headers, body: '<html>' } }] })),
      )
      await assert.rejects(connect({ versions }), { code: 'not-mcp-endpoint', message: /text\/html/ })
      await assert.rejects(connect({ transport: 'sse' }), { code: 'not-mcp-endpoint', message: /text\/html/ })
    },
  },
  {
    name: 'F-17 F-18 after a fallback every request is authorized, and none has a header of a later revision',
    async run({ connect, server, assert }) {
      await beOld(server)
      const client = await connect({ headers: () => ({ authorization: 'Bearer key' }) })
      await client.callTool('echo', { text: 'x' })
      const journal = (await server.journal()).filter(({ http }) => http !== 'OPTIONS')
      const after = journal.slice(journal.findIndex(({ http }) => http === 'GET'))
      assert.equal(
        after.map(({ rpc, headers }) => [rpc, headers.authorization]),
        [undefined, 'initialize', 'notifications/initialized', 'tools/call'].map((rpc) => [rpc, 'Bearer key']),
      )
      for (const { headers, rpc } of journal) {
        if (rpc === 'initialize') assert.equal(headers['mcp-protocol-version'], undefined)
        if (rpc === 'initialize') assert.equal(headers['mcp-method'], undefined)
      }
      for (const { headers } of after) {
        assert(headers['mcp-protocol-version'] !== '2026-07-28', 'no header of the stateless revision')
        assert.equal(headers['mcp-session-id'], undefined)
        assert.equal(headers['mcp-method'], undefined)
      }
    },
  },
  {
    name: 'a URL that ends in /sse is opened as HTTP+SSE without a POST to it',
    async run({ connect, server, assert }) {
      const client = await connect({ url: server.sseUrl })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
      assert.match(client.connection, { transport: 'sse', requested: 'auto', fellBack: false })
      assert.equal(await server.methods(), ['GET', 'initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'a URL that ends in /sse and yet speaks Streamable HTTP is used so',
    async run({ connect, server, assert }) {
      for (const get of [{ status: 404 }, { status: 405 }, { status: 406 }, 'html'] as const) {
        await server.configure({ get })
        const before = (await server.methods()).length
        const client = await connect({
          versions,
          url: server.sseUrl,
          fetch: (url, init) => fetch(url.replace(/\/sse$/, '/mcp'), init),
        })
        assert.equal((await client.callTool('echo', { text: 'x' })).content, text('x'))
        assert.match(client.connection, { transport: 'streamable-http', fellBack: true })
        assert.equal((await server.methods()).slice(before, before + 2), ['GET', 'initialize'])
        await client.close()
      }
    },
  },
]
