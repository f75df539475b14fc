/** Servers that changed their era: a wrong memory is corrected by whatever request comes first. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, onCall, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { paramsOf, requestsIn } from '../steps/journal.ts'
import { answeredLocally } from '../steps/local-answers.ts'
import { forgetful, MODERN, onHandshake, unsupported } from '../steps/modern.ts'
import { fromSnapshotOf, rememberedAs } from '../steps/remembered-era.ts'

/** The server refuses a call and names the stateless revision. */
const grown = onCall(unsupported(MODERN))

/** Answers stateless requests with this error code in a 200 response. */
const inBand = (code: number): Fetch =>
  answeredLocally(({ id }, headers) =>
    headers['mcp-protocol-version'] === MODERN && id !== undefined
      ? JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'Invalid request' } })
      : undefined,
  )

export const changedServers: Scenario[] = [
  {
    name: 'clients share what they learned of a server only if they share a fetch',
    async run({ connectAny, server, origin, assert }) {
      const other = await origin()
      await server.configure({ cache: { ttlMs: 60_000, cacheScope: 'public' } })
      await other.configure({ versions: [...HANDSHAKES] })
      const here: Fetch = (url, init) => fetch(url, init)
      const there: Fetch = (url, init) => fetch(url.replace(server.url, other.url), init)
      const shared = { eraCache: undefined as never }
      const first = await connectAny({ ...shared, fetch: here })
      const names = (await first.listTools()).map(({ name }) => name)
      const elsewhere = await connectAny({ ...shared, fetch: there })
      assert.equal(elsewhere.connection.era, 'legacy')
      await other.configure({ versions: [MODERN] })
      const otherFetch: Fetch = (url, init) => there(url, init)
      await other.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools: [] } }] })
      assert.equal(await (await connectAny({ ...shared, fetch: otherFetch })).listTools(), [])
      const second = await connectAny({ ...shared, fetch: here })
      assert.equal(
        (await second.listTools()).map(({ name }) => name),
        names,
      )
      assert.equal(await server.methods(), ['server/discover', 'tools/list'])
    },
  },
  {
    name: 'a remembered handshake server that names the stateless revision is used with it',
    async run({ connect, connectAny, server, assert }) {
      await server.script(onHandshake(unsupported(MODERN)))
      const known = await connectAny(rememberedAs('legacy'))
      assert.equal(textsOf(await known.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(known.connection.era, 'modern')
      await server.script()
      const client = await connectAny(fromSnapshotOf(await connect()))
      await server.script(grown)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN, status: 'connected' })
    },
  },
  {
    name: 'a revision that the server names but the versions option excludes is not tried',
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(grown)
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32022 })
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 0)
    },
  },
  {
    name: 'a remembered stateless server that answers -32600 or -32601 in a 200 response gets a handshake',
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      for (const code of [-32600, -32601]) {
        const client = await connectAny({ ...rememberedAs('modern'), fetch: inBand(code) })
        assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
        assert.equal(client.connection.era, 'legacy')
      }
    },
  },
  {
    name: 'ping() works although the remembered era was wrong, in both directions',
    async run({ connect, connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const old = await connectAny(rememberedAs('modern'))
      await old.ping()
      assert.equal(old.connection.era, 'legacy')
      assert.equal((await server.methods()).at(-1), 'ping')
      const memory = fromSnapshotOf(await connect())
      await server.configure({ versions: [MODERN] })
      const grownUp = await connectAny(memory)
      await grownUp.ping()
      assert.equal(grownUp.connection.era, 'modern')
    },
  },
  {
    name: 'an HTTP+SSE server whose era was questioned in vain keeps one stream',
    async run({ connectAny, server, ledger, assert }) {
      await server.configure({ get: 'sse' })
      await server.script(
        { on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] },
        onCall({ respond: { status: 400 } }),
      )
      const { fetch, bodies } = ledger()
      const client = await connectAny({ ...rememberedAs('http-sse'), fetch })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 400 })
      const streams = bodies().filter(({ method, status }) => method === 'GET' && status === 200)
      assert.equal(streams.filter(({ state }) => state === 'open').length, 1)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a client that is closed while it changes the era leaves no session behind',
    async run(world) {
      const { connectAny, server, assert } = world
      await server.configure({ versions: [...HANDSHAKES] })
      const { get } = rememberedAs('modern').eraCache
      let closed: Promise<void> | undefined
      const set = (): void => {
        closed = client.close()
      }
      const client = await connectAny({ eraCache: { get, set } })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'closed' })
      await eventually(world, () => closed !== undefined)
      await closed
      const journal = await server.until((entries) => entries.some(({ httpMethod }) => httpMethod === 'DELETE'))
      const [greeting] = requestsIn(journal, 'notifications/initialized')
      const [farewell] = journal.filter(({ httpMethod }) => httpMethod === 'DELETE')
      assert.equal(farewell?.headers['mcp-session-id'], greeting?.headers['mcp-session-id'])
    },
  },
  {
    name: 'the listening stream of a session that was given up for the stateless revision is closed',
    async run({ connect, connectAny, server, ledger, assert }) {
      const here = await connect()
      const { fetch, bodies } = ledger()
      const client = await connectAny({ ...fromSnapshotOf(here), fetch, handlers: { roots: () => [] } })
      await server.until((entries) => entries.some(({ httpMethod }) => httpMethod === 'GET'))
      await server.configure({ versions: [MODERN] })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.match(client.connection, { era: 'modern', listening: 'off' })
      const streams = bodies().filter(({ method }) => method === 'GET')
      assert(
        streams.every(({ state }) => state !== 'open'),
        `no stream is open, got ${JSON.stringify(streams)}`,
      )
    },
  },
  {
    name: 'the log level is kept when the era changes',
    async run({ connect, connectAny, server, assert }) {
      const memory = fromSnapshotOf(await connect())
      await server.configure({ versions: [...HANDSHAKES] })
      const old = await connectAny(rememberedAs('modern'))
      await old.setLoggingLevel('error')
      await old.callTool('echo', { text: 'x' })
      const reported = await server.until((entries) => requestsIn(entries, 'logging/setLevel').length > 0)
      assert.match(paramsOf(requestsIn(reported, 'logging/setLevel')[0]), { level: 'error' })
      const grownUp = await connectAny(memory)
      await grownUp.setLoggingLevel('warning')
      await server.configure({ versions: [MODERN] })
      await grownUp.callTool('echo', { text: 'x' })
      assert.equal(grownUp.connection.era, 'modern')
      const last = requestsIn(await server.journal(), 'tools/call').at(-1)
      assert.match(paramsOf(last)._meta, { 'io.modelcontextprotocol/logLevel': 'warning' })
    },
  },
  {
    name: 'invalid version names of a server do not fill the VersionError',
    async run({ connectModern, server, assert }) {
      const supported = ['2031-01-01', ...Array.from({ length: 9 }, (_, index) => `${index}`.repeat(5_000))]
      await server.script({ on: { rpcMethod: 'server/discover' }, do: [unsupported(...supported)] })
      const error = await assert.rejects(connectModern({ eraCache: forgetful }), { code: 'version' })
      assert.equal(error.supported, ['2031-01-01'])
      assert(String(error.message).length < 300, `a short message, got ${String(error.message).length} characters`)
      const many = Array.from({ length: 40 }, (_, index) => `2031-01-${index}`)
      await server.script({ on: { rpcMethod: 'server/discover' }, do: [unsupported(...many)] })
      const other = await assert.rejects(connectModern({ eraCache: forgetful }), { code: 'version', supported: many })
      assert(String(other.message).length < 300, `a short message, got ${String(other.message).length} characters`)
    },
  },
]
