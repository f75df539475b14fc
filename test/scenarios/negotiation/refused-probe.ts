/** The probe, refused: which errors lead to a handshake, which to HTTP+SSE, and which are final. */
import type { Scenario, World } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { forgetful, MODERN, onFirstProbe, onHandshake, onProbe, refusal, unsupported } from '../steps/modern.ts'
import { becomesLegacy, staysAtProbe } from './steps/probe.ts'

export const refusedProbe: Scenario[] = [
  {
    name: 'a probe refused with a version that its own error offers is sent once more',
    ids: ['protocol:N-22a'],
    async run(world) {
      const { connectAny, server, assert } = world
      await server.script(onFirstProbe(unsupported(MODERN)))
      const client = await connectAny()
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN })
      await staysAtProbe(world, 2)
    },
  },
  {
    name: 'a probe refused in favour of an older revision leads to a handshake with that revision',
    ids: ['protocol:N-22b'],
    run: (world) => becomesLegacy(world, [unsupported('2099-01-01', '2025-06-18')], '2025-06-18'),
  },
  {
    name: 'a probe refused in favour of unknown revisions is a VersionError, and no handshake follows',
    ids: ['protocol:N-22c'],
    async run(world) {
      const { connectAny, server, assert } = world
      await server.script(onProbe(unsupported('2099-01-01', '2098-01-01')))
      const error = await assert.rejects(connectAny(), { code: 'version', supported: ['2099-01-01', '2098-01-01'] })
      assert.includes(error.requested as string[], MODERN)
      await staysAtProbe(world)
    },
  },
  ...[undefined, {}, { supported: 'all' }, { supported: [] }].map((data) => ({
    name: `a probe refused with ${JSON.stringify(data) ?? 'no data'} leads to one handshake, which may succeed`,
    ids: ['protocol:N-22d'],
    run: (world: World) => becomesLegacy(world, [refusal(400, -32022, data)]),
  })),
  {
    name: 'a handshake that fails after a refused probe is final',
    ids: ['protocol:N-22d'],
    async run({ connectAny, server, assert }) {
      await server.script(onProbe(refusal(400, -32022)), onHandshake(refusal(400, -32022)))
      await assert.rejects(connectAny(), { delivery: 'not-executed' })
      assert.equal(await server.methods(), ['server/discover', 'initialize'])
    },
  },
  ...(
    [
      ['protocol:N-23a', 'HeaderMismatch', -32020, undefined],
      ['protocol:N-23b', 'MissingRequiredClientCapability', -32021, { requiredCapabilities: { roots: {} } }],
    ] as const
  ).map(([id, name, code, data]) => ({
    name: `${name} to the probe is reported, and nothing else is tried`,
    ids: [id],
    async run({ connectAny, server, assert }: World) {
      await server.configure({ get: 'sse' })
      await server.script(onProbe(refusal(400, code, data, 'not like this')))
      const error = await assert.rejects(connectAny())
      const reported = (error.rpcCode === undefined ? error.cause : error) as Record<string, unknown>
      assert.match(reported, { rpcCode: code, rpcMessage: 'not like this', data, status: 400 })
      const methods = await server.methods()
      assert(
        methods.every((method) => method === 'server/discover'),
        `only probes, got ${methods}`,
      )
    },
  })),
  {
    name: '-32602 to the probe leads to the handshake',
    ids: ['protocol:N-23c'],
    run: (world) => becomesLegacy(world, [refusal(400, -32602)]),
  },
  {
    name: 'any other error code to the probe leads to the handshake',
    ids: ['protocol:N-23d'],
    async run(world) {
      for (const code of [-32000, -32600, -32603, -32601, -32001, -32004, 0, 400]) {
        await becomesLegacy(world, [refusal(400, code)])
      }
    },
  },
  {
    name: 'a 400 whose body is not JSON-RPC leads to the handshake',
    ids: ['protocol:N-23e'],
    async run(world) {
      const html = { 'content-type': 'text/html' }
      await becomesLegacy(world, [{ respond: { status: 400 } }])
      await becomesLegacy(world, [{ respond: { status: 400, headers: html, body: '<h1>Bad Request</h1>' } }])
      await becomesLegacy(world, [{ respond: { status: 400, body: 'No valid session ID provided' } }])
      await becomesLegacy(world, [{ respond: { status: 400, body: { detail: 'Missing session ID' } } }])
      await becomesLegacy(world, [{ respond: { status: 400, body: { error: 'bad_request', code: -32022 } } }])
    },
  },
  {
    name: '-32601 to the probe leads to the handshake',
    ids: ['protocol:N-24a'],
    run: (world) => becomesLegacy(world, [refusal(404, -32601)]),
  },
  {
    name: 'a server that knows neither discovery nor the handshake is used as stateless, never over HTTP+SSE',
    ids: ['protocol:N-24a'],
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script(onProbe(refusal(404, -32601)), onHandshake(refusal(404, -32601)))
      const client = await connectAny()
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN })
      assert.equal(client.server.capabilities, undefined)
      assert.equal(textsOf(await client.callTool('echo', { text: 'inline' })), ['inline'])
      assert.equal(await server.methods(), ['server/discover', 'initialize', 'tools/call'])
    },
  },
  {
    name: 'a temporary failure of the handshake after the probe decides nothing',
    ids: ['protocol:N-24a'],
    async run({ connectAny, server, assert }) {
      for (const status of [401, 403, 429, 500, 503]) {
        await server.script(onProbe(refusal(404, -32601)), onHandshake({ respond: { status } }))
        const before = (await server.methods()).length
        await assert.rejects(connectAny(), { code: 'connect', message: RegExp(`${status}`) })
        assert.equal((await server.methods()).slice(before), ['server/discover', 'initialize'])
      }
    },
  },
  {
    name: 'a bare 404 or 405 to the probe leads to the handshake',
    ids: ['protocol:N-24b'],
    async run(world) {
      await becomesLegacy(world, [{ respond: { status: 404 } }])
      await becomesLegacy(world, [{ respond: { status: 404, body: 'Not Found' } }])
      await becomesLegacy(world, [{ respond: { status: 405, headers: { allow: 'GET' } } }])
      await becomesLegacy(world, [refusal(404, -32001)])
    },
  },
  {
    name: 'a bare 404 or 405 to the probe and to the handshake leads to HTTP+SSE',
    ids: ['protocol:N-24b'],
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      for (const status of [400, 404, 405]) {
        await server.script({ on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status } }] })
        const before = (await server.methods()).length
        const client = await connectAny({ eraCache: forgetful })
        assert.match(client.connection, { era: 'legacy', transport: 'sse', fellBack: true })
        assert.equal((await server.methods()).slice(before), [
          'server/discover',
          'initialize',
          'GET',
          'initialize',
          'notifications/initialized',
        ])
      }
    },
  },
  {
    name: 'other 4xx statuses to the probe lead to the handshake',
    ids: ['protocol:N-24c'],
    async run(world) {
      for (const status of [402, 406, 409, 410, 411, 415, 422]) await becomesLegacy(world, [{ respond: { status } }])
    },
  },
]
