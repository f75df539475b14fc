/** The era cache: a known server gets no probe, and a wrong entry is corrected. */
import type { EraCache, FetchInit, KnownServer } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { createStore as createCacheStore } from '../steps/cache-store.ts'
import { textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { requestsIn } from '../steps/journal.ts'
import { MODERN, onProbe } from '../steps/modern.ts'

const HOUR = 3_600_000

/** An era cache whose entries can be read; each passes through JSON, as in Web Storage. */
function createStore(known: Record<string, KnownServer> = {}) {
  const texts = new Map(Object.entries(known).map(([url, known]) => [url, JSON.stringify(known)]))
  const cache: EraCache = {
    async get(url) {
      const text = texts.get(url)
      return text === undefined ? undefined : (JSON.parse(text) as KnownServer)
    },
    async set(url, known) {
      texts.set(url, JSON.stringify(known))
    },
  }
  return {
    cache,
    urls: () => [...texts.keys()],
    known: (url: string) => JSON.parse(texts.get(url) ?? 'null') as KnownServer | null,
  }
}

const knownAs = (kind: 'modern' | 'legacy' | 'http-sse', age = 0): KnownServer => ({
  era: kind === 'modern' ? 'modern' : 'legacy',
  transport: kind === 'http-sse' ? 'sse' : 'streamable-http',
  protocolVersion: kind === 'modern' ? MODERN : kind === 'legacy' ? '2025-11-25' : '2024-11-05',
  checkedAt: Date.now() - age,
  ...(kind === 'modern' && { server: {} }),
})

/** How a stateless server that only has tools introduces itself. */
const introduction = (instructions: string) => ({
  resultType: 'complete',
  supportedVersions: [MODERN],
  capabilities: { tools: {} },
  serverInfo: { name: 'shop', version: '1' },
  instructions,
})

export const rememberedServers: Scenario[] = [
  {
    name: 'the second client of a stateless server sends no probe',
    ids: ['protocol:N-9'],
    async run({ connectAny, server, assert }) {
      await connectAny()
      const second = await connectAny()
      assert.equal(textsOf(await second.callTool('echo', { text: 'known' })), ['known'])
      assert.equal(await server.methods(), ['server/discover', 'tools/call'])
    },
  },
  {
    name: 'the second client of a stateless server knows of it what the first one knows, without a request',
    ids: ['protocol:N-9', 'protocol:C-1'],
    async run({ connectAny, server, assert }) {
      const scopes = [{}, { ttlMs: 60_000, cacheScope: 'public' }, { ttlMs: 0, cacheScope: 'private' }]
      for (const scope of scopes) {
        await server.script(onProbe({ answerJson: { ...introduction('Be kind'), ...scope } }))
        const store = createStore()
        const seen: unknown[] = []
        for (let nth = 0; nth < 2; nth++) {
          const client = await connectAny({ eraCache: store.cache, cache: false })
          const before = await server.methods()
          seen.push([client.server, await client.listPrompts(), await client.listResources()])
          await assert.rejects(client.getPrompt('test_simple_prompt'), { code: 'capability', delivery: 'not-executed' })
          assert.equal(await server.methods(), before)
        }
        assert.equal(seen[1], seen[0])
        const { serverInfo: info, capabilities, instructions } = introduction('Be kind')
        assert.equal(seen[0], [{ info, capabilities, instructions }, [], []])
      }
      assert.equal(
        await server.methods(),
        scopes.map(() => 'server/discover'),
      )
    },
  },
  {
    name: 'what a stateless server said of itself to one user is not shown to another, unless it is public',
    ids: ['protocol:C-7', 'auth:S-39'],
    async run({ connectAny, server, assert }) {
      const probes = async () => requestsIn(await server.journal(), 'server/discover').length
      const identities = [
        (who: string) => ({ cachePartition: async () => who }),
        (who: string) => ({ headers: { 'x-api-key': who } }),
        (who: string) => ({ headers: () => ({ authorization: who }) }),
      ]
      for (const identify of identities) {
        const store = createStore()
        const connectAs = async (who: string) => {
          await server.script(onProbe({ answerJson: introduction(`For ${who} only`) }))
          const before = await probes()
          const client = await connectAny({ eraCache: store.cache, ...identify(who) })
          await client.callTool('echo', { text: who })
          return [client.server.instructions, (await probes()) - before]
        }
        assert.equal(await connectAs('ada'), ['For ada only', 1])
        assert.equal(await connectAs('ada'), ['For ada only', 0])
        assert.equal(await connectAs('bob'), ['For bob only', 1])
        assert.equal(await connectAs('ada'), ['For ada only', 1])
      }
      await server.script(onProbe({ answerJson: { ...introduction('For all'), ttlMs: 1_000, cacheScope: 'public' } }))
      const store = createStore()
      await connectAny({ eraCache: store.cache, cachePartition: () => 'ada' })
      const before = await probes()
      const client = await connectAny({ eraCache: store.cache, cachePartition: () => 'bob' })
      assert.equal([client.server.instructions, (await probes()) - before], ['For all', 0])
    },
  },
  {
    name: 'the query of an address, which may be a key, is in no key of the caches, and tells two addresses apart',
    async run({ connectAny, server, assert }) {
      await server.configure({ cache: { ttlMs: 60_000, cacheScope: 'public' } })
      const store = createStore()
      const cache = createCacheStore()
      const lists = async (query: string) => {
        const before = requestsIn(await server.journal(), 'tools/list').length
        await (await connectAny({ url: `${server.url}?key=${query}`, eraCache: store.cache, cache })).listTools()
        return requestsIn(await server.journal(), 'tools/list').length - before
      }
      assert.equal([await lists('hunter2-a'), await lists('hunter2-b'), await lists('hunter2-a')], [1, 1, 0])
      assert.equal(store.urls().length, 2)
      const keys = [...store.urls(), ...cache.entries.keys()]
      assert(
        keys.every((key) => key.startsWith(server.url) && !key.includes('hunter2')),
        `no query: ${keys}`,
      )
    },
  },
  {
    name: 'the second client of a handshake server sends no probe',
    ids: ['protocol:N-9'],
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      await (await connectAny()).close()
      const before = (await server.methods()).length
      const second = await connectAny()
      assert.equal(textsOf(await second.callTool('echo', { text: 'known' })), ['known'])
      assert.equal((await server.methods()).slice(before), ['initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'the second client of an HTTP+SSE server opens that transport at once',
    ids: ['protocol:N-9'],
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
      const store = createStore()
      await (await connectAny({ eraCache: store.cache })).close()
      assert.match(store.known(server.url), { era: 'legacy', transport: 'sse' })
      const before = (await server.methods()).length
      const second = await connectAny({ eraCache: store.cache })
      assert.match(second.connection, { era: 'legacy', transport: 'sse' })
      assert.equal((await server.methods()).slice(before), ['GET', 'initialize', 'notifications/initialized'])
    },
  },
  {
    name: 'an era cache entry can be stored as JSON, with the time it was made',
    ids: ['protocol:N-10'],
    async run({ connectAny, server, assert }) {
      const store = createStore()
      const start = Date.now()
      await connectAny({ eraCache: store.cache })
      assert.equal(store.urls(), [server.url])
      const known = store.known(server.url)
      assert.match(known, { era: 'modern', protocolVersion: MODERN })
      assert(
        Number(known?.checkedAt) >= start && Number(known?.checkedAt) <= Date.now(),
        `made just now, got ${known?.checkedAt}`,
      )
      const elsewhere = createStore({ [server.url]: known! })
      const client = await connectAny({ eraCache: elsewhere.cache })
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN })
      assert.equal(await server.methods(), ['server/discover'])
    },
  },
  {
    name: 'a server that went back from stateless to a handshake is detected by the first call',
    ids: ['protocol:N-10'],
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const store = createStore({ [server.url]: knownAs('modern') })
      const reported: unknown[] = []
      const client = await connectAny({
        eraCache: store.cache,
        onEvent: (event) => event.type === 'era' && reported.push([event.era, event.reason]),
      })
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
      assert.match(client.connection, { era: 'legacy', protocolVersion: '2025-11-25' })
      assert.match(store.known(server.url), { era: 'legacy', protocolVersion: '2025-11-25' })
      assert.equal(reported, [
        ['modern', 'remembered'],
        ['legacy', 'corrected'],
      ])
      assert.equal(requestsIn(await server.journal(), 'initialize').length, 1)
    },
  },
  {
    name: 'concurrent calls that detect another era negotiate once, and each runs once',
    ids: ['protocol:N-10'],
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const store = createStore({ [server.url]: knownAs('modern') })
      const client = await connectAny({ eraCache: store.cache })
      const results = await Promise.all([1, 2, 3].map(() => client.callTool('counter')))
      const executions = results.map(
        ({ structuredContent }) => (structuredContent as { executions: number }).executions,
      )
      assert.equal(executions.sort(), [1, 2, 3])
      assert.equal(requestsIn(await server.journal(), 'initialize').length, 1)
    },
  },
  {
    name: 'a server that gave up the handshake for the stateless revision is probed again',
    ids: ['protocol:N-10'],
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [MODERN] })
      const store = createStore({ [server.url]: knownAs('legacy') })
      const client = await connectAny({ eraCache: store.cache })
      assert.equal(client.connection.era, 'modern')
      assert.equal(textsOf(await client.callTool('echo', { text: 'new' })), ['new'])
      assert.match(store.known(server.url), { era: 'modern', protocolVersion: MODERN })
    },
  },
  {
    name: 'a server that gave up HTTP+SSE is probed again',
    ids: ['protocol:N-10'],
    async run({ connectAny, server, assert }) {
      await server.configure({ get: { status: 405 } })
      const store = createStore({ [server.url]: knownAs('http-sse') })
      const client = await connectAny({ eraCache: store.cache })
      assert.equal(client.connection.era, 'modern')
      assert.match(store.known(server.url), { era: 'modern' })
    },
  },
  {
    name: 'a server that gave up Streamable HTTP for HTTP+SSE is detected and remembered',
    ids: ['protocol:N-10'],
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
      const store = createStore({ [server.url]: knownAs('legacy') })
      const { connection } = await connectAny({ eraCache: store.cache })
      assert.match(connection, { era: 'legacy', transport: 'sse' })
      assert.match(store.known(server.url), { era: 'legacy', transport: 'sse' })
    },
  },
  {
    name: 'a remembered server is probed again after a day',
    ids: ['protocol:N-11'],
    async run({ connectAny, server, assert }) {
      const probes = async (known: KnownServer) => {
        const before = requestsIn(await server.journal(), 'server/discover').length
        await connectAny({ eraCache: createStore({ [server.url]: known }).cache })
        return requestsIn(await server.journal(), 'server/discover').length - before
      }
      assert.equal(await probes(knownAs('legacy', 23 * HOUR)), 0)
      assert.equal(await probes(knownAs('legacy', 25 * HOUR)), 1)
      assert.equal(await probes(knownAs('http-sse', 25 * HOUR)), 1)
      assert.equal(await probes(knownAs('modern', 23 * HOUR)), 0)
      assert.equal(await probes(knownAs('modern', 25 * HOUR)), 1)
    },
  },
  {
    name: 'two servers on one origin are remembered separately',
    ids: ['protocol:N-11'],
    async run({ connectAny, server, assert }) {
      const old = server.url.replace(/mcp$/, 'old')
      const eitherServer = (url: string, init: FetchInit) =>
        url === old && init.body?.includes('"server/discover"')
          ? Promise.resolve(new Response('no such method', { status: 400 }))
          : fetch(url.replace(/old$/, 'mcp'), init)
      const store = createStore()
      const options = { eraCache: store.cache, fetch: eitherServer }
      for (const turn of ['found', 'remembered']) {
        assert.equal((await connectAny(options)).connection.era, 'modern', turn)
        assert.equal((await connectAny({ ...options, url: old })).connection.era, 'legacy', turn)
      }
      assert.equal(store.urls(), [server.url, old])
    },
  },
  {
    name: 'a remembered era that the versions option excludes is not used',
    async run({ connectAny, connectModern, server, assert }) {
      const modern = createStore({ [server.url]: knownAs('modern') })
      const old = await connectAny({ eraCache: modern.cache, versions: HANDSHAKES })
      assert.equal(old.connection.era, 'legacy')
      const legacy = createStore({ [server.url]: knownAs('legacy') })
      assert.equal((await connectModern({ eraCache: legacy.cache })).connection.era, 'modern')
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized', 'server/discover'])
    },
  },
  {
    name: 'an era cache that fails or holds nonsense only costs a probe',
    async run({ connectAny, server, assert }) {
      const broken: EraCache = {
        get: () => Promise.reject(new Error('the store is locked')),
        set: () => {
          throw new Error('the store is full')
        },
      }
      const warnings: string[] = []
      const onEvent = (event: { type: string }) => event.type === 'warning' && warnings.push(event.type)
      const client = await connectAny({ eraCache: broken, onEvent })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(warnings.length, 2)
      for (const nonsense of [null, 'modern', { era: 'future' }, { era: 'legacy' }]) {
        const cache: EraCache = { get: () => nonsense as never, set: () => {} }
        assert.equal((await connectAny({ eraCache: cache })).connection.era, 'modern')
      }
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 5)
    },
  },
  {
    name: 'clients without an era cache of their own share one in memory',
    async run({ connectAny, server, assert }) {
      // The URL is used by this scenario only, since the shared memory keeps its entry.
      const url = `${server.url}?memory`
      const shared = { url, eraCache: undefined as never, cache: false as const }
      await connectAny(shared)
      const second = await connectAny(shared)
      assert.equal(second.connection.era, 'modern')
      assert.equal(await server.methods(), ['server/discover'])
    },
  },
  {
    name: 'detecting one server does not change what is remembered of another',
    async run({ connectAny, server, assert }) {
      const other = 'https://elsewhere.example/mcp'
      const store = createStore({ [other]: knownAs('legacy') })
      await server.script(onProbe({ respond: { status: 400 } }))
      await connectAny({ eraCache: store.cache })
      assert.equal(store.urls(), [other, server.url])
      assert.match(store.known(other), { era: 'legacy' })
    },
  },
]
