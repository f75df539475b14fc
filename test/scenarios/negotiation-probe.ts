/** The probe: what each possible reply to the first stateless request is taken for, and what follows. */
import type { ProtocolVersion } from '../../src/core/index.ts'
import type { Step } from '../../src/testing/index.ts'
import { paramsOf } from './journal.ts'
import {
  forgetful,
  MODERN,
  onFirstProbe,
  onHandshake,
  onProbe,
  refusal,
  requestsIn,
  unsupported,
} from './modern-wire.ts'
import { textsOf } from './polling.ts'
import type { Scenario, World } from './scenario.ts'

const LEGACY = ['server/discover', 'initialize', 'notifications/initialized']

/** The server is used with a handshake of this revision, and works. */
async function becomesLegacy(world: World, steps: Step[], version: ProtocolVersion = '2025-11-25'): Promise<void> {
  const { connectAny, server, assert } = world
  await server.script(onProbe(...steps))
  const before = (await server.methods()).length
  const client = await connectAny({ eraCache: forgetful })
  assert.match(client.connection, { era: 'legacy', protocolVersion: version })
  assert.equal(textsOf(await client.callTool('echo', { text: 'old' })), ['old'])
  const after = await server.journal()
  assert.equal((await server.methods()).slice(before), [...LEGACY, 'tools/call'])
  assert.match(paramsOf(requestsIn(after, 'initialize').at(-1)), { protocolVersion: version })
}

/** Nothing but the probe was sent. */
async function staysAtProbe({ server, assert }: World, probes = 1): Promise<void> {
  assert.equal(await server.methods(), Array(probes).fill('server/discover'))
}

const discovered = (...supportedVersions: string[]): Step => ({
  answerJson: { resultType: 'complete', supportedVersions, capabilities: { tools: {} } },
})

export const negotiationProbe: Scenario[] = [
  {
    name: 'protocol:N-20a a server that offers the stateless revision is used without a handshake',
    async run(world) {
      const { connectAny, server, assert } = world
      const client = await connectAny()
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN, transport: 'streamable-http' })
      assert(client.server.capabilities?.tools, 'the probe told what the server can do')
      assert(client.server.instructions, 'and what it says of itself')
      await staysAtProbe(world)
      assert.equal(textsOf(await client.callTool('echo', { text: 'new' })), ['new'])
      assert.equal(await server.methods(), ['server/discover', 'tools/call'])
    },
  },
  {
    name: 'protocol:N-20b a server that discovers itself as older is greeted with the newest revision in common',
    run: (world) => becomesLegacy(world, [discovered('2025-03-26', '2025-06-18')], '2025-06-18'),
  },
  {
    name: 'protocol:N-20c a server with no revision in common is an error with both lists and no handshake',
    async run(world) {
      const { connectAny, server, assert } = world
      await server.script(onProbe(discovered('2099-01-01')))
      const error = await assert.rejects(connectAny(), {
        code: 'version',
        delivery: 'not-executed',
        supported: ['2099-01-01'],
        message: /2099-01-01/,
      })
      for (const version of [MODERN, '2025-11-25']) assert.includes(error.requested as string[], version)
      await staysAtProbe(world)
    },
  },
  {
    name: 'protocol:N-20d a result that names no revisions is no discovery: the handshake follows',
    async run(world) {
      const results = [{}, { tools: [] }, { supportedVersions: MODERN }, { supportedVersions: null }]
      for (const result of results) await becomesLegacy(world, [{ answerJson: result }])
    },
  },
  {
    name: 'protocol:N-21a an error in band that is no error of the stateless revision leads to the handshake',
    async run(world) {
      for (const code of [-32601, -32600, -32602, -32000]) {
        await becomesLegacy(world, [{ answerError: { code, message: 'what is this?' } }])
      }
    },
  },
  {
    name: 'protocol:N-21b UnsupportedProtocolVersion counts whatever the status is, on a stream too',
    async run({ connectAny, server, assert }) {
      const data = { supported: [MODERN], requested: MODERN }
      const error = { code: -32022, message: 'Unsupported protocol version', data }
      const asJson = { respond: { status: 200, body: { jsonrpc: '2.0', id: null, error } } }
      for (const step of [{ answerError: error }, asJson]) {
        await server.script(onFirstProbe(step))
        const before = (await server.methods()).length
        const client = await connectAny({ eraCache: forgetful })
        assert.equal(client.connection.era, 'modern')
        assert.equal((await server.methods()).slice(before), ['server/discover', 'server/discover'])
      }
    },
  },
  {
    name: 'protocol:N-22a a refused version that is offered in the same breath is asked for once more',
    async run(world) {
      const { connectAny, server, assert } = world
      await server.script(onFirstProbe(unsupported(MODERN)))
      const client = await connectAny()
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN })
      await staysAtProbe(world, 2)
    },
  },
  {
    name: 'protocol:N-22b where only an older revision is offered, the handshake selects it',
    run: (world) => becomesLegacy(world, [unsupported('2099-01-01', '2025-06-18')], '2025-06-18'),
  },
  {
    name: 'protocol:N-22c where only unknown revisions are offered, the error has both lists and no handshake follows',
    async run(world) {
      const { connectAny, server, assert } = world
      await server.script(onProbe(unsupported('2099-01-01', '2098-01-01')))
      const error = await assert.rejects(connectAny(), { code: 'version', supported: ['2099-01-01', '2098-01-01'] })
      assert.includes(error.requested as string[], MODERN)
      await staysAtProbe(world)
    },
  },
  ...[undefined, {}, { supported: 'all' }, { supported: [] }].map((data) => ({
    name: `protocol:N-22d a refused version with ${JSON.stringify(data) ?? 'no data'} leads to one handshake, which may work`,
    run: (world: World) => becomesLegacy(world, [refusal(400, -32022, data)]),
  })),
  {
    name: 'protocol:N-22d and which may fail, and then that is the end',
    async run({ connectAny, server, assert }) {
      await server.script(onProbe(refusal(400, -32022)), onHandshake(refusal(400, -32022)))
      await assert.rejects(connectAny(), { delivery: 'not-executed' })
      assert.equal(await server.methods(), ['server/discover', 'initialize'])
    },
  },
  ...(
    [
      ['N-23a HeaderMismatch', -32020, undefined],
      ['N-23b MissingRequiredClientCapability', -32021, { requiredCapabilities: { roots: {} } }],
    ] as const
  ).map(([row, code, data]) => ({
    name: `protocol:${row} is an answer of the stateless revision: it is reported, and nothing else is tried`,
    async run({ connectAny, server, assert }: World) {
      await server.configure({ get: 'sse' })
      await server.script(onProbe(refusal(400, code, data, 'not like this')))
      const error = await assert.rejects(connectAny())
      const told = (error.rpcCode === undefined ? error.cause : error) as Record<string, unknown>
      assert.match(told, { rpcCode: code, rpcMessage: 'not like this', data, status: 400 })
      const methods = await server.methods()
      assert(
        methods.every((method) => method === 'server/discover'),
        `only probes, got ${methods}`,
      )
    },
  })),
  {
    name: 'protocol:N-23c invalid parameters are the complaint of an old server, since `_meta` was there',
    run: (world) => becomesLegacy(world, [refusal(400, -32602)]),
  },
  {
    name: 'protocol:N-23d any other code leads to the handshake',
    async run(world) {
      for (const code of [-32000, -32600, -32603, -32601, -32001, -32004, 0, 400]) {
        await becomesLegacy(world, [refusal(400, code)])
      }
    },
  },
  {
    name: 'protocol:N-23e so does a body that is no JSON-RPC',
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
    name: 'protocol:N-24a a server that does not know discovery may know the handshake',
    run: (world) => becomesLegacy(world, [refusal(404, -32601)]),
  },
  {
    name: 'protocol:N-24a one that knows neither is used as it is, and never over HTTP+SSE',
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
    name: 'protocol:N-24a a handshake that could not be answered just then decides nothing',
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
    name: 'protocol:N-24b a plain 404 or 405 leads to the handshake',
    async run(world) {
      await becomesLegacy(world, [{ respond: { status: 404 } }])
      await becomesLegacy(world, [{ respond: { status: 404, body: 'Not Found' } }])
      await becomesLegacy(world, [{ respond: { status: 405, headers: { allow: 'GET' } } }])
      await becomesLegacy(world, [refusal(404, -32001)])
    },
  },
  {
    name: 'protocol:N-24b and where that is refused too, to HTTP+SSE',
    async run({ connectAny, server, assert }) {
      await server.configure({ get: 'sse' })
      for (const status of [400, 404, 405]) {
        await server.script({ on: { http: 'POST', path: '/mcp' }, do: [{ respond: { status } }] })
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
    name: 'protocol:N-24c other refusals of the request lead to the handshake',
    async run(world) {
      for (const status of [402, 406, 409, 410, 411, 415, 422]) await becomesLegacy(world, [{ respond: { status } }])
    },
  },
]
