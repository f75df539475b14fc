/** The rules by which the revision and the era of a server are found. */
import type { Scenario } from '../scenario.ts'
import { onCall, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { requestsIn } from '../steps/journal.ts'
import { forgetful, MODERN, metaOf, onFirstProbe, onHandshake, onProbe, refusal, unsupported } from '../steps/modern.ts'

const page = { respond: { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' } }

/** The errors that only a stateless server gives. */
const MODERN_ERRORS = [
  [400, -32020],
  [400, -32021],
  [400, -32022],
  [404, -32601],
] as const

export const rules: Scenario[] = [
  {
    name: 'a refused version is replaced by one that the server offers, in header and body',
    ids: ['protocol:N-2'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await server.script(onCall(unsupported('2099-01-01', MODERN)))
      assert.equal(textsOf(await client.callTool('echo', { text: 'again' })), ['again'])
      const calls = requestsIn(await server.journal(), 'tools/call')
      assert.equal(
        calls.map((call) => [call.headers['mcp-protocol-version'], metaOf(call).version]),
        [
          [MODERN, MODERN],
          [MODERN, MODERN],
        ],
      )
    },
  },
  {
    name: 'a call for which no offered version fits is an error that lists them',
    ids: ['protocol:N-2'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [unsupported('2099-01-01')] })
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), { delivery: 'not-executed' })
      const { supported } = (error.supported ? error : error.data) as { supported: string[] }
      assert.equal(supported, ['2099-01-01'])
      assert(!(await server.methods()).includes('initialize'), 'no handshake')
    },
  },
  {
    name: 'a handshake refused with a stateless error code never falls back to HTTP+SSE',
    ids: ['protocol:N-3'],
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      for (const [status, code] of MODERN_ERRORS) {
        await server.script(onHandshake(refusal(status, code)))
        await assert.rejects(connect(), { delivery: 'not-executed' })
      }
      assert.equal(
        await server.methods(),
        MODERN_ERRORS.map(() => 'initialize'),
      )
    },
  },
  {
    name: 'every revision is detected, the stateless one by the probe and the others by a handshake',
    ids: ['protocol:N-4'],
    async run({ connectAny, server, assert }) {
      for (const version of [MODERN, ...HANDSHAKES]) {
        await server.configure({ versions: [version] })
        const client = await connectAny({ eraCache: forgetful })
        const era = version === MODERN ? 'modern' : 'legacy'
        assert.match(client.connection, { era, protocolVersion: version, status: 'connected' })
        assert.equal(textsOf(await client.callTool('echo', { text: version })), [version])
      }
    },
  },
  {
    name: 'the detected era is reported once, with how it was detected',
    ids: ['protocol:N-4'],
    async run({ connectAny, server, assert }) {
      const reported: unknown[] = []
      const onEvent = (event: { type: string; timestamp: number }) => {
        const { timestamp: _, ...rest } = event
        if (event.type === 'era') reported.push(rest)
      }
      await connectAny({ onEvent })
      await connectAny({ onEvent })
      await server.configure({ versions: ['2025-06-18'] })
      await connectAny({ onEvent, eraCache: forgetful })
      assert.equal(reported, [
        { type: 'era', era: 'modern', protocolVersion: MODERN, reason: 'probe' },
        { type: 'era', era: 'modern', protocolVersion: MODERN, reason: 'remembered' },
        { type: 'era', era: 'legacy', protocolVersion: '2025-06-18', reason: 'probe' },
      ])
    },
  },
  {
    name: 'the body of a 400 decides about the era, not the status',
    ids: ['protocol:N-5'],
    async run({ connectAny, server, assert }) {
      await server.script(onFirstProbe(unsupported(MODERN)))
      assert.equal((await connectAny()).connection.era, 'modern')
      assert.equal(requestsIn(await server.journal(), 'initialize').length, 0)
      await server.script(onProbe(page))
      assert.equal((await connectAny({ eraCache: forgetful })).connection.era, 'legacy')
    },
  },
  {
    name: 'several error codes to the probe mean a handshake server',
    ids: ['protocol:N-7'],
    async run({ connectAny, server, assert }) {
      for (const code of [-32601, -32600, -32000, 0, 1]) {
        await server.script(onProbe(refusal(400, code)))
        const client = await connectAny({ eraCache: forgetful })
        assert.equal(client.connection.era, 'legacy', `after code ${code}`)
      }
    },
  },
  {
    name: 'the probe cannot execute anything on a handshake server',
    ids: ['protocol:N-8'],
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny()
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
      assert.equal(await server.methods(), ['server/discover', 'initialize', 'notifications/initialized', 'tools/call'])
    },
  },
  {
    name: 'a version that is refused and offered twice is an error',
    ids: ['protocol:N-13'],
    async run({ connectAny, server, assert }) {
      await server.script(onProbe(unsupported(MODERN)))
      await assert.rejects(connectAny(), { delivery: 'not-executed', message: RegExp(MODERN) })
      assert.equal(await server.methods(), ['server/discover', 'server/discover'])
      await server.script()
      const client = await connectAny()
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [unsupported(MODERN)] })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { delivery: 'not-executed' })
      assert.equal(requestsIn(await server.journal(), 'tools/call').length, 2)
    },
  },
  {
    name: 'a bad reply on a working stateless connection does not change its era',
    ids: ['protocol:N-14'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      for (let index = 0; index < 4; index++) await client.callTool('echo', { text: `${index}` })
      for (const status of [400, 404, 405]) {
        await server.script(onCall({ respond: { status, body: '<h1>proxy</h1>' } }))
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status })
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'modern')
      const methods = await server.methods()
      assert(!methods.includes('initialize') && !methods.includes('GET'), `only calls, got ${methods}`)
    },
  },
  {
    name: "a stateless server's refusal of the handshake reaches the caller",
    ids: ['protocol:N-15'],
    async run({ connect, server, assert }) {
      const words = 'Only 2026-07-28 is spoken here'
      await server.script(onHandshake(refusal(400, -32600, undefined, words)))
      const error = await assert.rejects(connect({ transport: 'streamable-http' }), { delivery: 'not-executed' })
      assert.match(error.cause, { rpcMessage: words })
      await server.script(onHandshake(unsupported(MODERN)))
      await assert.rejects(connect(), { code: 'version', supported: [MODERN], message: RegExp(MODERN) })
    },
  },
  {
    name: 'versions are compared as text, so an unknown later one changes nothing',
    ids: ['protocol:N-16'],
    async run({ connectAny, server, assert }) {
      const supportedVersions = ['2099-01-01', 'next', MODERN, '2026-07-28-rc1', '20260728']
      await server.script(onProbe({ answerJson: { resultType: 'complete', supportedVersions, capabilities: {} } }))
      const client = await connectAny()
      assert.equal(client.connection.protocolVersion, MODERN)
      await server.script(onProbe({ answerJson: { supportedVersions: ['2026-07-28-rc1'], capabilities: {} } }))
      await assert.rejects(connectAny({ eraCache: forgetful }), { code: 'version', supported: ['2026-07-28-rc1'] })
    },
  },
  {
    name: 'versions without 2026-07-28 send no probe, and 2026-07-28 alone sends no handshake',
    async run({ connectAny, connectModern, server, assert }) {
      const old = await connectAny({ versions: ['2025-06-18'] })
      assert.equal(old.connection.protocolVersion, '2025-06-18')
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized'])
      await server.configure({ versions: [...HANDSHAKES], get: 'sse' })
      await assert.rejects(connectModern(), { delivery: 'not-executed', message: RegExp(MODERN) })
      assert.equal((await server.methods()).slice(2), ['server/discover'])
    },
  },
]
