/** `listen()`: the same behaviour on every transport. */
import type { Client } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { everything, follow, isPending, onEveryTransport } from '../steps/listen.ts'

const WATCHED = 'test://watched-resource'

/** The first item of a new subscription, or the reason why there is none. */
async function firstChange(client: Client): Promise<unknown> {
  return follow(client.listen({ toolsListChanged: true })).next()
}

export const everyTransport: Scenario[] = [
  ...onEveryTransport({
    name: 'closing the client ends the loop over listen() quietly',
    async run({ assert }, connect) {
      for (const end of ['close', 'detach'] as const) {
        const client = await connect()
        const listening = client.listen(everything)
        const changes: string[] = []
        const loop = (async () => {
          for await (const { type } of listening) {
            changes.push(type)
            if (type === 'subscribed') void client[end]()
          }
        })()
        await loop
        assert.equal(changes, ['subscribed'])
      }
    },
  }),
  ...onEveryTransport({
    name: 'the same code receives the same changes',
    ids: ['protocol:S-24'],
    async run({ server, assert }, connect) {
      const client = await connect()
      const filter = { ...everything, resourceSubscriptions: [WATCHED] }
      const listening = client.listen(filter)
      const changes = follow(listening)
      assert.equal(await changes.next(), { type: 'subscribed', granted: filter, refused: {} })
      for (const [tool, change] of [
        ['test_trigger_tool_change', { type: 'tools' }],
        ['test_trigger_prompt_change', { type: 'prompts' }],
        ['test_trigger_resource_change', { type: 'resources' }],
        ['test_update_resource', { type: 'resource', uri: WATCHED }],
      ] as const) {
        await client.callTool(tool)
        assert.equal(await changes.next(), change)
      }
      listening.close()
      assert.equal(await changes.next(), undefined)
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), undefined)
      assert((await server.methods()).includes('tools/call'), 'calls go on beside it')
    },
  }),
  ...onEveryTransport({
    name: 'only the requested changes are received',
    ids: ['protocol:S-24'],
    async run({ assert }, connect) {
      const client = await connect()
      const changes = follow(client.listen({ promptsListChanged: true }))
      assert.equal((await changes.next())?.type, 'subscribed')
      for (const tool of ['test_trigger_tool_change', 'test_update_resource', 'test_trigger_prompt_change']) {
        await client.callTool(tool)
      }
      assert.equal(await changes.next(), { type: 'prompts' })
    },
  }),
  ...onEveryTransport({
    name: 'changes that the server does not declare are refused, and the others arrive',
    ids: ['protocol:S-24'],
    async run(world, connect) {
      const { server, assert } = world
      const capabilities = { tools: { listChanged: true }, prompts: {}, resources: { listChanged: false } }
      await server.configure({ capabilities })
      const client = await connect()
      const changes = follow(client.listen({ ...everything, resourceSubscriptions: [WATCHED] }))
      assert.equal(await changes.next(), {
        type: 'subscribed',
        granted: { toolsListChanged: true },
        refused: { promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [WATCHED] },
      })
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
      assert(!(await server.methods()).includes('resources/subscribe'), 'no request that cannot succeed')
    },
  }),
  ...onEveryTransport({
    name: 'leaving the loop ends the subscription, and a second loop finds it ended',
    ids: ['protocol:S-24'],
    async run({ assert }, connect) {
      const client = await connect()
      const listening = client.listen({ toolsListChanged: true })
      for await (const change of listening) {
        assert.equal(change.type, 'subscribed')
        break
      }
      for await (const change of listening) assert(false, `got ${JSON.stringify(change)} after the end`)
    },
  }),
  ...onEveryTransport({
    name: 'close() ends waiting subscriptions',
    ids: ['protocol:S-24'],
    async run(world, connect) {
      const client = await connect()
      const changes = follow(client.listen({ toolsListChanged: true }))
      await changes.next()
      const waiting = changes.next().then(
        () => 'ended',
        ({ code }) => code,
      )
      await client.close()
      world.assert.equal(await waiting, 'ended')
      const late = await world.assert.rejects(firstChange(client))
      world.assert.match(late, { code: 'closed' })
    },
  }),
  ...onEveryTransport({
    name: "an abort ends a subscription with the signal's reason",
    ids: ['protocol:S-24'],
    async run({ assert }, connect) {
      const client = await connect()
      const controller = new AbortController()
      const changes = follow(client.listen({ toolsListChanged: true }, { signal: controller.signal }))
      await changes.next()
      const waiting = assert.rejects(changes.next())
      const reason = new Error('enough')
      controller.abort(reason)
      assert.same(await waiting, reason, "the caller's own reason")
      const before = AbortSignal.abort(reason)
      const late = await assert.rejects(follow(client.listen({ toolsListChanged: true }, { signal: before })).next())
      assert.same(late, reason, 'also when it came before')
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  }),
  ...onEveryTransport({
    name: 'two pending reads get two changes',
    ids: ['protocol:S-24'],
    async run({ assert }, connect) {
      const client = await connect()
      const listening = client.listen({ toolsListChanged: true, promptsListChanged: true })
      const changes = follow(listening)
      await changes.next()
      const both = Promise.all([changes.next(), changes.next()])
      await client.callTool('test_trigger_tool_change')
      await client.callTool('test_trigger_prompt_change')
      assert.equal(await both, [{ type: 'tools' }, { type: 'prompts' }])
      const none = Promise.all([changes.next(), changes.next()])
      listening.close()
      assert.equal(await none, [undefined, undefined])
    },
  }),
  ...onEveryTransport({
    name: 'a subscription that is not read blocks nothing',
    ids: ['protocol:S-24'],
    async run(world, connect) {
      const client = await connect()
      const listening = client.listen(everything)
      for (let count = 0; count < 5; count++) await client.callTool('test_trigger_tool_change')
      world.assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      const changes = follow(listening)
      const received = await changes.take(2)
      world.assert.equal(
        received.map((change) => change?.type),
        ['subscribed', 'tools'],
      )
    },
  }),
  {
    name: 'connection.listening shows whether a listening stream is open',
    ids: ['protocol:S-24'],
    async run(world) {
      const { connect, connectModern } = world
      for (const open of [connect, connectModern]) {
        const client = await open()
        world.assert.equal(client.connection.listening, 'off')
        const listening = client.listen({ toolsListChanged: true })
        await follow(listening).next()
        await eventually(world, () => client.connection.listening === 'open')
        const second = client.listen({ promptsListChanged: true })
        await follow(second).next()
        second.close()
        await client.callTool('echo', { text: 'x' })
        world.assert.equal(client.connection.listening, 'open')
        listening.close()
        await eventually(world, () => client.connection.listening === 'off')
      }
    },
  },
  ...onEveryTransport({
    name: 'two subscriptions receive changes independently',
    ids: ['protocol:S-24'],
    async run(world, connect) {
      const client = await connect()
      const tools = follow(client.listen({ toolsListChanged: true }))
      const prompts = client.listen({ promptsListChanged: true })
      const both = follow(client.listen({ toolsListChanged: true, promptsListChanged: true }))
      const received = follow(prompts)
      for (const changes of [tools, received, both]) await changes.next()
      await client.callTool('test_trigger_tool_change')
      world.assert.equal([await tools.next(), await both.next()], [{ type: 'tools' }, { type: 'tools' }])
      prompts.close()
      await client.callTool('test_trigger_prompt_change')
      world.assert.equal(await both.next(), { type: 'prompts' })
      world.assert(await isPending(world, tools.next()), 'the subscription to tools gets nothing')
    },
  }),
  ...onEveryTransport({
    name: 'close() and detach() end a for await over listen() quietly',
    async run({ assert }, connect) {
      for (const end of ['close', 'detach'] as const) {
        const client = await connect()
        const types: string[] = []
        for await (const { type } of client.listen({ toolsListChanged: true })) {
          types.push(type)
          void client[end]()
        }
        assert.equal(types, ['subscribed'])
      }
    },
  }),
]
