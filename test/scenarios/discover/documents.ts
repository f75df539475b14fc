/** Cards and catalogs are public documents: read without credentials and preflights, within limits, and not too often. */
import { discover, readCard } from '../../../src/discover/index.ts'
import type { Scenario } from '../scenario.ts'
import { publish, WELL_KNOWN } from './steps/published.ts'

export const documents: Scenario[] = [
  {
    name: 'a server card is read from another origin without a preflight and without credentials',
    async run(world) {
      const { server, card } = await publish(world)
      const found = await readCard(card)
      world.assert.match(found, { name: 'example.mock/mock', version: '1.0.0', source: card })
      world.assert.equal(found.remotes?.[0]?.url, server.url)
      const [request, ...others] = await server.journal()
      world.assert.equal([request!.httpMethod, others.length], ['GET', 0])
      world.assert.includes(request!.headers.accept!, 'application/mcp-server-card+json')
      const secrets = ['authorization', 'cookie', 'mcp-session-id', 'mcp-protocol-version', 'if-none-match']
      world.assert.equal(
        secrets.filter((name) => name in request!.headers),
        [],
      )
    },
  },
  {
    name: 'a domain is asked for one catalog, and for nothing that it lists',
    async run(world) {
      const { server, origin, card } = await publish(world)
      const servers = await discover(origin)
      world.assert.equal(
        servers.map(({ name, url, catalog }) => [name, url, catalog]),
        [['mock', card, origin + WELL_KNOWN]],
      )
      world.assert.equal(
        (await server.journal()).map(({ httpMethod, path }) => [httpMethod, path]),
        [['GET', WELL_KNOWN]],
      )
      world.assert.match(await readCard(servers[0]!), { name: 'example.mock/mock' })
    },
  },
  {
    name: 'a document is not asked for again while it is fresh, and is revalidated afterwards',
    async run(world) {
      const { server, card, requests } = await publish(world)
      await readCard(card)
      await readCard(card)
      world.assert.equal((await requests()).length, 1, 'it is fresh for an hour')
      await readCard(card, { cacheMode: 'refresh' })
      // A browser may answer from its own cache, which keeps to the same headers.
      const last = (await requests()).at(-1)!
      if ('if-none-match' in last.headers) world.assert.equal(last.status, 304)
      await server.configure({ discovery: { card: { version: '2.0.0' }, cacheControl: 'no-store' } })
      const other = `${card}?again`
      world.assert.match(await readCard(other), { version: '2.0.0' })
      const before = (await requests()).length
      await readCard(other)
      world.assert.equal((await requests()).length, before + 1, 'what must not be stored is asked for each time')
    },
  },
  {
    name: 'a document of 10 MB is refused without being read to its end',
    async run(world) {
      const { server, origin, card } = await publish(world, {
        documents: {
          '/mcp/server-card': { json: {}, padding: 10_000_000 },
          [WELL_KNOWN]: { json: { specVersion: '1.0', entries: [] }, padding: 10_000_000 },
        },
      })
      for (const read of [() => readCard(card), () => discover(origin)]) {
        await world.assert.rejects(read(), { code: 'discover', reason: 'too-large', delivery: 'not-executed' })
      }
      await server.until((journal) => journal.length === 2 && journal.every(({ ended }) => ended))
    },
  },
  {
    name: 'a redirect is followed by no one, and nothing reaches the other origin',
    async run(world) {
      const { assert, runtime } = world
      const other = await publish(world)
      const { server, origin, card } = await publish(world)
      const inPage = ['chromium', 'firefox', 'webkit'].includes(runtime)
      for (const status of [301, 302, 307, 308]) {
        for (const [path, target] of [
          ['/mcp/server-card', other.card],
          [WELL_KNOWN, other.origin + WELL_KNOWN],
          ['/mcp/server-card', `${origin}/elsewhere`],
        ] as const) {
          await server.configure({ discovery: { documents: { [path]: { status, headers: { location: target } } } } })
          const read = path === WELL_KNOWN ? discover(origin) : readCard(card)
          const error = await assert.rejects(read, { code: 'discover', reason: 'redirect', delivery: 'not-executed' })
          assert.equal(error.location, inPage ? undefined : target)
        }
      }
      assert.equal(await other.requests(), [])
    },
  },
  {
    name: 'a missing document, a page and an outage are told apart',
    async run(world) {
      const { server, origin, card } = await publish(world)
      const rejects = (promise: Promise<unknown>, reason: string, more: object = {}) =>
        world.assert.rejects(promise, { code: 'discover', reason, ...more })
      await server.configure({ discovery: { cacheControl: 'no-store' } })
      await rejects(discover(origin), 'not-found', { status: 404, retryable: false })
      await rejects(readCard(card), 'not-found', { status: 404 })
      const page = { text: '<!doctype html><title>Hello</title>', headers: { 'content-type': 'text/html' } }
      await server.configure({
        discovery: { documents: { '/mcp/server-card': page, [WELL_KNOWN]: page }, cacheControl: 'no-store' },
      })
      await rejects(discover(origin), 'invalid-document')
      await rejects(readCard(card), 'invalid-document')
      await server.configure({
        discovery: { documents: { '/mcp/server-card': { text: '', status: 503 } }, cacheControl: 'no-store' },
      })
      await rejects(readCard(card), 'http', { status: 503, retryable: true })
      await server.script({ on: { path: '/mcp/server-card' }, do: [{ fault: true }] })
      await rejects(readCard(card), 'unreachable', { retryable: true })
    },
  },
  {
    name: 'reading ends with the reason of its signal, and after its time limit',
    async run(world) {
      const { server, card, origin } = await publish(world)
      await server.script({ on: { httpMethod: 'GET' }, do: [{ barrier: 'held' }, { pass: true }] })
      const stop = new AbortController()
      const reading = world.assert.rejects(readCard(card, { signal: stop.signal }), { name: 'Enough' })
      await server.reached('held')
      stop.abort(Object.assign(new Error('enough'), { name: 'Enough' }))
      await reading
      await world.assert.rejects(discover(origin, { timeout: 20 }), { code: 'timeout', limit: 'timeout' })
      await server.release('held')
    },
  },
  {
    name: 'a page cannot read a card without CORS headers, and the error says which one is missing',
    runs: {
      except: {
        node: 'only pages need CORS headers',
        workerd: 'only pages need CORS headers',
        deno: 'only pages need CORS headers',
        bun: 'only pages need CORS headers',
      },
    },
    async run(world) {
      const { card } = await publish(world, { card: {}, documents: {} })
      const { server } = world
      await server.configure({
        discovery: {
          documents: {
            '/mcp/server-card': { json: {}, headers: { 'access-control-allow-origin': 'https://other.example' } },
          },
        },
      })
      const message = /Access-Control-Allow-Origin: \*/
      await world.assert.rejects(readCard(`${server.url}/server-card`), { reason: 'unreachable', message })
      world.assert.match(await readCard(card), { name: 'example.mock/mock' })
    },
  },
]
