/** `probeTimeout`: a server that never answers the probe is asked for a handshake. */
import type { EraCache } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { forgetful, onHandshake, onProbe, refusal } from '../steps/modern.ts'

export const probeTimeout: Scenario[] = [
  {
    name: 'with probeTimeout, a server that never answers the probe is taken for a legacy one, and that is not remembered',
    ids: ['protocol:N-25'],
    async run({ connectAny, server, assert }) {
      const remembered: unknown[] = []
      const eraCache: EraCache = { get: () => undefined, set: (_, known) => void remembered.push(known) }
      await server.script(onProbe({ hold: 'forever' }))
      const client = await connectAny({ probeTimeout: 100, eraCache })
      assert.equal([client.connection.era, remembered], ['legacy', []])
      assert.equal((await server.methods()).slice(0, 2), ['server/discover', 'initialize'])
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a probe that is answered in time is not cut off by probeTimeout',
    async run({ connectAny, assert }) {
      const client = await connectAny({ probeTimeout: 4_000, eraCache: forgetful })
      assert.equal(client.connection.era, 'modern')
    },
  },
  {
    name: 'if the handshake is refused as well, the error is the silence of the probe, with the remedy',
    async run({ connectAny, server, assert }) {
      await server.script(onProbe({ hold: 'forever' }), onHandshake(refusal(400, -32022)))
      const failed = connectAny({ probeTimeout: 100, eraCache: forgetful, transport: 'streamable-http' })
      const error = await assert.rejects(failed)
      assert(/status 400|probeTimeout/.test(`${error.message}`), `${error.message}`)
      assert.equal(error.delivery, 'not-executed')
    },
  },
]
