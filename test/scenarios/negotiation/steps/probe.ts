/** What follows on a probe: a handshake, or nothing. */
import type { ProtocolVersion } from '../../../../src/core/index.ts'
import type { Step } from '../../../../src/testing/index.ts'
import type { World } from '../../scenario.ts'
import { textsOf } from '../../steps/calls.ts'
import { paramsOf, requestsIn } from '../../steps/journal.ts'
import { forgetful, onProbe } from '../../steps/modern.ts'

const LEGACY = ['server/discover', 'initialize', 'notifications/initialized']

/** The probe is answered by these steps; a handshake with this revision must follow, and a call must work. */
export async function becomesLegacy(
  world: World,
  steps: Step[],
  version: ProtocolVersion = '2025-11-25',
): Promise<void> {
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

/** Nothing but probes may have been sent. */
export async function staysAtProbe({ server, assert }: World, probes = 1): Promise<void> {
  assert.equal(await server.methods(), Array(probes).fill('server/discover'))
}
