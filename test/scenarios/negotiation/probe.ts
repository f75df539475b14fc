/** The probe (`server/discover`), answered: which era follows from its result. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { forgetful, MODERN, onFirstProbe, onProbe } from '../steps/modern.ts'
import { becomesLegacy, staysAtProbe } from './steps/probe.ts'

const discovered = (...supportedVersions: string[]): Step => ({
  answerJson: { resultType: 'complete', supportedVersions, capabilities: { tools: {} } },
})

export const probe: Scenario[] = [
  {
    name: 'a server that offers the stateless revision is used without a handshake',
    ids: ['protocol:N-20a'],
    async run(world) {
      const { connectAny, server, assert } = world
      const client = await connectAny()
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN, transport: 'streamable-http' })
      assert(client.server.capabilities?.tools, 'the probe gave the capabilities')
      assert(client.server.instructions, 'and the instructions')
      await staysAtProbe(world)
      assert.equal(textsOf(await client.callTool('echo', { text: 'new' })), ['new'])
      assert.equal(await server.methods(), ['server/discover', 'tools/call'])
    },
  },
  {
    name: 'a server whose discovery names only older revisions gets a handshake with the newest in common',
    ids: ['protocol:N-20b'],
    run: (world) => becomesLegacy(world, [discovered('2025-03-26', '2025-06-18')], '2025-06-18'),
  },
  {
    name: 'a discovery with no revision in common is a VersionError with both lists, and no handshake follows',
    ids: ['protocol:N-20c'],
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
    name: 'a discovery result without supported versions leads to the handshake',
    ids: ['protocol:N-20d'],
    async run(world) {
      const results = [{}, { tools: [] }, { supportedVersions: MODERN }, { supportedVersions: null }]
      for (const result of results) await becomesLegacy(world, [{ answerJson: result }])
    },
  },
  {
    name: 'a JSON-RPC error in a 200 response to the probe leads to the handshake',
    ids: ['protocol:N-21a'],
    async run(world) {
      for (const code of [-32601, -32600, -32602, -32000]) {
        await becomesLegacy(world, [{ answerError: { code, message: 'what is this?' } }])
      }
    },
  },
  {
    name: 'UnsupportedProtocolVersion counts with any status, and on a stream',
    ids: ['protocol:N-21b'],
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
]
