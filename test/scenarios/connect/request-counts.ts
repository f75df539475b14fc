/** How many HTTP requests it takes to get from a URL to the first tool result. */
import type { Client } from '../../../src/core/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { sentIn } from '../steps/journal.ts'
import { forgetful } from '../steps/modern.ts'

/** The number of requests for `open` and a call, without and with a list in between. */
async function costs({ server, assert }: World, open: () => Promise<Client>): Promise<[number, number]> {
  const count = async (list: boolean) => {
    const before = sentIn(await server.journal()).length
    const client = await open()
    if (list) assert((await client.listTools()).length > 0, 'there are tools')
    assert.equal(textsOf(await client.callTool('echo', { text: 'first' })), ['first'])
    const after = sentIn(await server.journal()).length
    await client.detach()
    return after - before
  }
  return [await count(false), await count(true)]
}

export const requestCounts: Scenario[] = [
  {
    name: 'a known stateless server needs one request for a call, two with the list',
    async run(world) {
      await world.connectAny()
      const cost = await costs(world, () => world.connectAny({ cache: false }))
      world.assert.equal(cost, [1, 2])
    },
  },
  {
    name: 'an unknown stateless server needs two requests for a call, three with the list',
    async run(world) {
      const cost = await costs(world, () => world.connectAny({ eraCache: forgetful, cache: false }))
      world.assert.equal(cost, [2, 3])
    },
  },
  {
    name: 'a snapshot of a handshake server needs one request for a call, two with the list',
    async run(world) {
      await world.server.configure({ versions: [...HANDSHAKES] })
      const here = await world.connectAny()
      const snapshot = JSON.parse(JSON.stringify(here.snapshot()))
      await here.detach()
      const cost = await costs(world, () => world.connectAny({ snapshot }))
      world.assert.equal(cost, [1, 2])
    },
  },
  {
    name: 'an unknown handshake server needs four requests for a call, five with the list',
    async run(world) {
      await world.server.configure({ versions: [...HANDSHAKES] })
      const cost = await costs(world, () => world.connectAny({ eraCache: forgetful }))
      world.assert.equal(cost, [4, 5])
    },
  },
]
