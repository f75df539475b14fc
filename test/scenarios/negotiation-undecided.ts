/** Replies that say nothing about the revision: they decide nothing and are not remembered. */

import type { ConnectOptions, EraCache, FetchInit } from '../../src/core/index.ts'
import type { Step } from '../../src/testing/index.ts'
import { HANDSHAKES } from './handshakes.ts'
import { MODERN, onFirstProbe, onHandshake, onProbe, requestsIn, unsupported } from './modern-wire.ts'
import { textsOf } from './polling.ts'
import type { Scenario, World } from './scenario.ts'

/** A cache that shows what it was given. */
function visibleCache() {
  const verdicts = new Map<string, Parameters<EraCache['set']>[1]>()
  const cache: EraCache = {
    get: (url) => verdicts.get(url),
    set: (url, verdict) => void verdicts.set(url, verdict),
  }
  return { cache, verdicts }
}

/** Probes fail so; nothing is concluded, and the next connection asks again. */
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
  const { cache, verdicts } = visibleCache()
  const error = await assert.rejects(connectAny({ ...options, eraCache: cache }))
  const [attempt] = (error.attempts ?? []) as { error: Record<string, unknown> }[]
  assert.match(attempt?.error ?? error, expected)
  const sent = (await server.methods()).slice(before)
  // Chromium repeats by itself what was refused with 408.
  assert.equal([...new Set(sent)], ['server/discover'])
  assert.equal(verdicts.size, 0, 'nothing is remembered')
  await server.script()
  assert.equal((await connectAny({ eraCache: cache })).connection.era, 'modern')
  assert.equal((await server.methods()).slice(before), [...sent, 'server/discover'])
}

const headersOf = (init: FetchInit) => Object.keys(init.headers).map((name) => name.toLowerCase())

const preflight = 'only a browser asks the server which headers it may send'

export const negotiationUndecided: Scenario[] = [
  ...[401, 403].map((status) => ({
    name: `protocol:N-25 status ${status} is about who asks, not about the revision`,
    run: (world: World) => decidesNothing(world, [{ respond: { status, body: 'who are you?' } }], { status }),
  })),
  {
    name: 'protocol:N-25 with a new credential the probe is sent again',
    async run({ connectAny, server, assert }) {
      await server.script(onFirstProbe({ respond: { status: 401, headers: { 'www-authenticate': 'Bearer' } } }))
      const client = await connectAny({
        headers: (why) => ({ authorization: why === 'unauthorized' ? 'Bearer new' : 'Bearer old' }),
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
    name: `protocol:N-26 status ${status} decides nothing`,
    run: (world: World) => decidesNothing(world, [{ respond: { status, body: 'not now' } }], { status }),
  })),
  {
    name: 'protocol:N-26 nor does a server that does not answer in time, and the error says how to go on without a probe',
    async run(world) {
      const expected = { code: 'timeout', limit: 'connectTimeout', message: /versions/ }
      await decidesNothing(world, [{ barrier: 'never' }], expected, { connectTimeout: 100 })
    },
  },
  {
    name: 'protocol:N-26 nor does a stream that breaks off before the answer',
    async run(world) {
      await decidesNothing(world, [{ stream: {} }, { comment: 'soon' }, { fault: true }], { code: 'connection' })
      await decidesNothing(world, [{ stream: {} }, { comment: 'soon' }, { close: true }], { code: 'connection' })
    },
  },
  {
    name: 'protocol:N-12 what was not decided is asked again, and what was decided is remembered',
    async run({ connectAny, server, assert }) {
      await server.script(onFirstProbe({ respond: { status: 503 } }))
      const { cache, verdicts } = visibleCache()
      await assert.rejects(connectAny({ eraCache: cache }))
      assert.equal(verdicts.size, 0)
      await connectAny({ eraCache: cache })
      assert.match(verdicts.get(server.url), { era: 'modern', protocolVersion: MODERN })
      await connectAny({ eraCache: cache })
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 2)
    },
  },
  {
    name: 'protocol:N-27 a fetch that fails because of the new headers leads to one handshake without them',
    async run({ connectAny, server, assert }) {
      const { cache, verdicts } = visibleCache()
      const refused: string[][] = []
      const client = await connectAny({
        eraCache: cache,
        async fetch(url, init) {
          const names = headersOf(init)
          if (!names.includes('mcp-method')) return fetch(url, init)
          refused.push(names)
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
      assert.equal(verdicts.size, 0, 'a network that fails once proves nothing for ever')
    },
  },
  {
    name: 'protocol:N-27 a browser reaches an old server whose preflight allows no new headers',
    runs: { except: { node: preflight, workerd: preflight, deno: preflight, bun: preflight } },
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
    name: 'protocol:N-27 when the handshake fails as well, the error is that of the network',
    async run({ connectAny, server, assert }) {
      const tried: (string | undefined)[] = []
      const failing = (url: string, init: FetchInit) => {
        if (init.body) tried.push((JSON.parse(init.body) as { method: string }).method)
        return Promise.reject(new TypeError(`Failed to fetch ${url}`))
      }
      const error = await assert.rejects(connectAny({ fetch: failing }))
      const [attempt] = (error.attempts ?? []) as { error: Record<string, unknown> }[]
      assert.match(attempt?.error ?? error, { code: 'connection' })
      assert.equal(tried, ['server/discover', 'initialize'])
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'protocol:N-28 a handshake that is refused in the words of the stateless revision is the end',
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      const page = { respond: { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' } }
      await server.script(onProbe(page), onHandshake(unsupported(MODERN)))
      await assert.rejects(connectAny(), { delivery: 'not-executed', message: RegExp(MODERN) })
      assert.equal(await server.methods(), ['server/discover', 'initialize'])
    },
  },
]
