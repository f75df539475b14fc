/** Subscriptions that are not read: more changes than the buffer holds. */
import type { Change } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { acknowledge, follow, onListen } from '../steps/listen.ts'

const tools = { toolsListChanged: true }

const UPDATED = 'notifications/resources/updated'

const typesOf = (changes: readonly (Change | undefined)[]) => changes.map((change) => change?.type)

export const unreadChanges: Scenario[] = [
  {
    name: 'more changes than the buffer holds become one may-have-changed item',
    ids: ['protocol:S-12'],
    async run(world) {
      const { connectModern, server, assert } = world
      const total = 1_500
      const message = (index: number) =>
        JSON.stringify({ jsonrpc: '2.0', method: UPDATED, params: { uri: `test://${index}` } })
      const frame = Array.from({ length: total }, (_, index) => `data: ${message(index)}\n\n`).join('')
      await server.script(onListen(1, { pass: true }, { barrier: 'flood' }, { frame }))
      let events = 0
      const client = await connectModern({
        onEvent: (event) => {
          if (event.type === 'stream-event') events++
        },
      })
      const changes = follow(client.listen({ toolsListChanged: true, resourceSubscriptions: ['test://'] }))
      await changes.next()
      await server.release('flood')
      await eventually(world, () => events > total)
      assert.equal(textsOf(await client.callTool('echo', { text: 'still here' })), ['still here'])
      await client.callTool('test_trigger_tool_change')
      const received = await changes.until('tools')
      assert(received.length <= 1_001, `at most a thousand are kept, got ${received.length}`)
      assert.equal(received.filter(({ type }) => type === 'may-have-changed').length, 1)
    },
  },
  {
    name: 'a full buffer of unread changes still ends with closed',
    async run(world) {
      const { connectModern, server, assert } = world
      const change = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'
      // Together with the acknowledgement, exactly as many items as the buffer holds.
      const frame = change.repeat(999)
      await server.script(onListen(1, { stream: {} }, acknowledge(tools), { frame }, { answer: {} }))
      let ended = false
      let streams = 0
      const client = await connectModern({
        onEvent: (event) => {
          if (event.type === 'request' && event.rpcMethod === 'subscriptions/listen') streams = event.request
          if (event.type === 'response-ended' && event.request === streams) ended = true
        },
      })
      const changes = follow(client.listen(tools))
      await eventually(world, () => ended)
      await world.macrotasks(2)
      assert.equal(typesOf(await changes.take(3)), ['may-have-changed', 'closed', undefined])
    },
  },
]
