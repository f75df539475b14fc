/** Replies to the probe that decide nothing about the era and are not remembered. */
import type { ConnectOptions, EraCache, FetchInit } from '../../../src/core/index.ts'
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { notInBrowsers, onlyInBrowsers } from '../steps/browsers.ts'
import { textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { requestsIn } from '../steps/journal.ts'
import { MODERN, onFirstProbe, onHandshake, onProbe, unsupported } from '../steps/modern.ts'

/** An era cache whose entries can be read. */
function visibleCache() {
  const known = new Map<string, Parameters<EraCache['set']>[1]>()
  const cache: EraCache = {
    get: (url) => known.get(url),
    set: (url, server) => void known.set(url, server),
  }
  return { cache, known }
}

/** The probe fails with these steps; nothing may be remembered, and the next connection must probe again. */
async function decidesNothing(
  world: World,
  steps: Step[],
  expected: Record<string, unknown>,
  options: ConnectOptions = {},
): Promise<void> {
  const { connectAny, server, assert } = world
  await server.configure({ get: 'sse' })
  await server.script(onProbe(...steps))
  const before = (await server.methods()).length
  const { cache, known } = visibleCache()
  const error = await assert.rejects(connectAny({ ...options, eraCache: cache }))
  const [attempt] = (error.attempts ?? []) as { error: Record<string, unknown> }[]
  assert.match(attempt?.error ?? error, expected)
  const sent = (await server.methods()).slice(before)
  // Chromium itself repeats a request that was answered with 408.
  assert.equal([...new Set(sent)], ['server/discover'])
  assert.equal(known.size, 0, 'nothing is remembered')
  await server.script()
  assert.equal((await connectAny({ eraCache: cache })).connection.era, 'modern')
  assert.equal((await server.methods()).slice(before), [...sent, 'server/discover'])
}

const headersOf = (init: FetchInit) => Object.keys(init.headers).map((name) => name.toLowerCase())

export const undecidedProbe: Scenario[] = [
  {
    name: 'with 2026-07-28 only, a server that cannot be reached is not called one of another revision',
    async run({ connectModern, assert }) {
      const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
      const error = await assert.rejects(connectModern({ fetch }), { code: 'connect' })
      assert(!/revision|versions/.test(`${error.message}`), `${error.message}`)
    },
  },
  ...[401, 403].map((status) => ({
    name: `status ${status} to the probe decides nothing about the revision`,
    ids: ['protocol:N-25'],
    run: (world: World) => decidesNothing(world, [{ respond: { status, body: 'who are you?' } }], { status }),
  })),
  {
    name: 'after a 401 with new credentials the probe is sent again',
    ids: ['protocol:N-25'],
    async run({ connectAny, server, assert }) {
      await server.script(onFirstProbe({ respond: { status: 401, headers: { 'www-authenticate': 'Bearer' } } }))
      const client = await connectAny({
        headers: (reason) => ({ authorization: reason === 'unauthorized' ? 'Bearer new' : 'Bearer old' }),
      })
      assert.equal(client.connection.era, 'modern')
      const probes = requestsIn(await server.journal(), 'server/discover')
      assert.equal(
        probes.map(({ headers }) => headers.authorization),
        ['Bearer old', 'Bearer new'],
      )
    },
  },
  ...[408, 425, 429, 500, 501, 502, 503, 504].map((status) => ({
    name: `status ${status} to the probe decides nothing and is not remembered`,
    ids: ['protocol:N-26'],
    run: (world: World) => decidesNothing(world, [{ respond: { status, body: 'not now' } }], { status }),
  })),
  {
    name: 'a probe timeout decides nothing, and the error names the versions option',
    ids: ['protocol:N-26'],
    async run(world) {
      const expected = { code: 'timeout', limit: 'connectTimeout', message: /versions/ }
      await decidesNothing(world, [{ barrier: 'never' }], expected, { connectTimeout: 1_000 })
    },
  },
  {
    name: 'a probe whose stream breaks decides nothing',
    ids: ['protocol:N-26'],
    async run(world) {
      await decidesNothing(world, [{ stream: {} }, { comment: 'soon' }, { fault: true }], { code: 'connection' })
      await decidesNothing(world, [{ stream: {} }, { comment: 'soon' }, { close: true }], { code: 'connection' })
    },
  },
  {
    name: 'an undecided probe is repeated by the next connection, a decided one is remembered',
    ids: ['protocol:N-12'],
    async run({ connectAny, server, assert }) {
      await server.script(onFirstProbe({ respond: { status: 503 } }))
      const { cache, known } = visibleCache()
      await assert.rejects(connectAny({ eraCache: cache }))
      assert.equal(known.size, 0)
      await connectAny({ eraCache: cache })
      assert.match(known.get(server.url), { era: 'modern', protocolVersion: MODERN })
      await connectAny({ eraCache: cache })
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 2)
    },
  },
  {
    name: 'a list of supported revisions without entries decides nothing: the handshake is tried',
    ids: ['protocol:N-26'],
    async run({ connectAny, server, assert }) {
      const { cache, known } = visibleCache()
      await server.script(onProbe({ answerJson: { resultType: 'complete', supportedVersions: [], capabilities: {} } }))
      const client = await connectAny({ eraCache: cache })
      assert.equal(client.connection.era, 'legacy')
      assert.equal(known.size, 0, 'nothing is remembered')
    },
  },
  {
    name: 'a probe that the network cuts is sent again, and the era is that of the server',
    ids: ['protocol:N-26'],
    runs: notInBrowsers('a cut probe looks like a refused preflight there'),
    async run({ connectAny, server, assert }) {
      let cuts = 0
      const client = await connectAny({
        async fetch(url, init) {
          if (!init.body?.includes('"server/discover"') || cuts) return fetch(url, init)
          cuts++
          await (await fetch(url, init)).body?.cancel()
          throw new TypeError('fetch failed')
        },
      })
      assert.equal(client.connection.era, 'modern')
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 2)
    },
  },
  {
    name: 'a probe that the network cuts twice fails with the error of the network, whatever the server speaks',
    ids: ['protocol:N-26'],
    async run({ connectAny, server, assert }) {
      const tried: (string | undefined)[] = []
      const error = await assert.rejects(
        connectAny({
          versions: ['2026-07-28', '2025-11-25'],
          fetch(_, init) {
            if (init.body) tried.push((JSON.parse(init.body) as { method: string }).method)
            return Promise.reject(new TypeError('fetch failed'))
          },
        }),
      )
      assert.match(error, { code: 'connect', retryable: true })
      assert.equal(tried, ['server/discover', 'server/discover'])
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: "in a browser, a fetch that fails because of the probe's headers leads to one handshake without them",
    ids: ['protocol:N-27'],
    runs: onlyInBrowsers('only browsers send preflights'),
    async run({ connectAny, server, assert }) {
      const { cache, known } = visibleCache()
      const refused: string[][] = []
      const client = await connectAny({
        eraCache: cache,
        async fetch(url, init) {
          const names = headersOf(init)
          if (!names.includes('mcp-method')) return fetch(url, init)
          if (init.body) refused.push(names)
          throw new TypeError('Failed to fetch')
        },
      })
      assert.equal(client.connection.era, 'legacy')
      assert.equal(textsOf(await client.callTool('echo', { text: 'reached' })), ['reached'])
      assert.equal(refused.length, 1)
      const methods = (await server.methods()).filter((method) => method !== 'GET')
      assert.equal(methods, ['initialize', 'notifications/initialized', 'tools/call'])
      const [handshake] = requestsIn(await server.journal(), 'initialize')
      const sent = Object.keys(handshake?.headers ?? {}).filter((name) => name.startsWith('mcp-'))
      assert.equal(sent, [])
      assert.equal(known.size, 0, 'a network that fails once proves nothing for ever')
    },
  },
  {
    name: 'a browser reaches a handshake server whose preflight does not allow the new headers',
    ids: ['protocol:N-27'],
    runs: onlyInBrowsers('only browsers send preflights'),
    async run({ connectAny, server, assert }) {
      await server.configure({
        versions: [...HANDSHAKES],
        allowHeaders: ['content-type', 'accept', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'],
      })
      const client = await connectAny()
      assert.equal(client.connection.era, 'legacy')
      assert.equal(textsOf(await client.callTool('echo', { text: 'reached' })), ['reached'])
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 0)
    },
  },
  {
    name: "when every request fails on the network, the error is the network's",
    ids: ['protocol:N-27'],
    async run({ connectAny, server, assert }) {
      const tried: (string | undefined)[] = []
      const failing = (url: string, init: FetchInit) => {
        if (init.body) tried.push((JSON.parse(init.body) as { method: string }).method)
        return Promise.reject(new TypeError(`Failed to fetch ${url}`))
      }
      const error = await assert.rejects(connectAny({ fetch: failing }))
      const [attempt] = (error.attempts ?? []) as { error: Record<string, unknown> }[]
      assert.match(attempt?.error ?? error, { code: 'connection' })
      assert.equal(tried, ['server/discover', 'server/discover'])
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'a handshake refused with a stateless error code is final',
    ids: ['protocol:N-28'],
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      const page = { respond: { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' } }
      await server.script(onProbe(page), onHandshake(unsupported(MODERN)))
      await assert.rejects(connectAny(), { delivery: 'not-executed', message: RegExp(MODERN) })
      assert.equal(await server.methods(), ['server/discover', 'initialize'])
    },
  },
]
