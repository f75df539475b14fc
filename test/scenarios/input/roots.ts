/** Roots: `roots/list` of the server. */
import type { Scenario } from '../scenario.ts'
import { declaredIn, handlers, sampleResult } from '../steps/input-required.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './steps/ask.ts'

const question = { method: 'roots/list' }

export const roots: Scenario[] = [
  ...askedBothWays({
    name: 'roots are sent as the application gives them',
    ids: ['protocol:F-50'],
    async run(world, connect) {
      const list = [
        { uri: 'file:///home/a%20b', name: 'Home', _meta: { 'example.com/id': 1 } },
        { uri: 'file://host/x' },
      ]
      const client = await connect({ handlers: { roots: () => list } })
      assertAnswered(world.assert, await ask(world, client, question), { roots: list })
      const empty = await connect({ handlers: { roots: async () => [] } })
      assertAnswered(world.assert, await ask(world, empty, question), { roots: [] })
    },
  }),
  ...askedBothWays({
    name: 'without a roots handler roots/list is refused',
    ids: ['protocol:F-50'],
    async run(world, connect) {
      const client = await connect({ handlers: { sample: () => sampleResult } })
      assertRefused(world.assert, client, await ask(world, client, question), -32601)
    },
  }),
  {
    name: 'a roots handler that throws is an internal error without the reason',
    ids: ['protocol:F-50'],
    async run(world) {
      const roots = () => Promise.reject(new Error('a private matter'))
      const client = await world.connect({ handlers: { roots }, onEvent() {} })
      const { error } = await ask(world, client, question)
      world.assert.equal(error?.code, -32603)
      world.assert(!error?.message.includes('private'), 'the reason stays here')
    },
  },
  ...askedBothWays({
    name: 'a root that is not a file URI is not sent',
    ids: ['protocol:F-51'],
    async run(world, connect) {
      for (const uri of ['https://example.com/', 'FILE-ish:///x', '/home', 'file:/home']) {
        const client = await connect({ handlers: { roots: () => [{ uri: 'file:///fine' }, { uri }] } })
        assertRefused(world.assert, client, await ask(world, client, question), -32603)
        await client.close()
      }
    },
  }),
  {
    name: 'in 2026-07-28 every request declares roots and sampling, and no notification is sent',
    ids: ['protocol:F-54'],
    async run(world) {
      const { connectModern, server, assert } = world
      let list = [{ uri: 'file:///one' }]
      const client = await connectModern({ handlers: { ...handlers, roots: () => list } })
      await client.listTools()
      list = [{ uri: 'file:///two' }]
      assertAnswered(assert, await ask(world, client, question), { roots: list })
      const sent = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST')
      assert(sent.length >= 4, 'the list, and a call in two rounds')
      for (const entry of sent) assert.match(declaredIn(entry), { roots: {}, sampling: {} }, entry.rpcMethod)
      assert(
        sent.every(({ rpcMethod }) => !rpcMethod?.startsWith('notifications/')),
        'no notification at all',
      )
    },
  },
]
