/** Who listens goes on listening: when the memory of the server was wrong, when nobody reads, and to ids as text. */
import type { Change, Fetch } from '../../../src/core/index.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { acknowledge, follow, listensIn, onListen } from '../steps/listen.ts'
import { MODERN, unsupported } from '../steps/modern.ts'
import { eventually, getsIn, onCall, textsOf } from '../steps/calls.ts'
import { answeredHere, believing, carried } from '../review-steps.ts'
import type { Scenario } from '../scenario.ts'

const tools = { toolsListChanged: true }

const typesOf = (changes: readonly (Change | undefined)[]) => changes.map((change) => change?.type)

/** A subscription whose messages carry its id as text; it ends by being cancelled, under the same text. */
const withTextIds: Fetch = answeredHere(({ id, method }) => {
  if (method !== 'subscriptions/listen') return undefined
  const _meta = { 'io.modelcontextprotocol/subscriptionId': `${id}` }
  const sent = [
    ['subscriptions/acknowledged', { _meta, notifications: tools }],
    ['tools/list_changed', { _meta }],
    ['cancelled', { requestId: `${id}` }],
  ] as const
  const message = (name: string, params: object) => ({ jsonrpc: '2.0', method: `notifications/${name}`, params })
  return sent.map(([name, params]) => `data: ${JSON.stringify(message(name, params))}\n\n`).join('')
}, 'text/event-stream')

export const reviewListening: Scenario[] = [
  {
    name: "listen() as the first request detects the server's era and receives changes",
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny(believing('modern'))
      const changes = follow(client.listen(tools))
      assert.match(await changes.next(), { type: 'subscribed', granted: tools })
      assert.equal((await changes.next())?.type, 'may-have-changed')
      assert.equal(client.connection.era, 'legacy')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
    },
  },
  {
    name: 'listen() goes on when the server falls back to a handshake, and reports may-have-changed',
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      const changes = follow(client.listen(tools))
      assert.match(await changes.next(), { type: 'subscribed' })
      await client.callTool('echo', { text: 'proof' })
      await server.configure({ versions: [...HANDSHAKES] })
      await server.script(onCall(unsupported('2025-11-25')))
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'legacy')
      await changes.until('may-have-changed')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'listen() goes on when the server gives up the handshake, and reports may-have-changed',
    async run({ connect, connectAny, server, assert }) {
      const client = await connectAny(carried(await connect()))
      const changes = follow(client.listen(tools))
      assert.match(await changes.next(), { type: 'subscribed' })
      await server.configure({ versions: [MODERN] })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'modern')
      await changes.until('may-have-changed')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
      assert.equal(listensIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'a subscription id that comes back as a string is the same id',
    async run({ connectModern, assert }) {
      const client = await connectModern({ fetch: withTextIds })
      const heard = await follow(client.listen(tools)).take(4)
      assert.equal(typesOf(heard), ['subscribed', 'tools', 'closed', undefined])
    },
  },
  {
    name: 'a full buffer of unread changes still ends with closed',
    async run(world) {
      const { connectModern, server, assert } = world
      const change = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'
      // With the promise, these are exactly as many as may wait.
      const frame = change.repeat(999)
      await server.script(onListen(1, { stream: {} }, acknowledge(tools), { frame }, { answer: {} }))
      let ended = false
      let streams = 0
      const client = await connectModern({
        onEvent: (event) => {
          if (event.type === 'request' && event.rpc === 'subscriptions/listen') streams = event.n
          if (event.type === 'response-ended' && event.n === streams) ended = true
        },
      })
      const changes = follow(client.listen(tools))
      await eventually(world, () => ended)
      await world.macrotasks(2)
      assert.equal(typesOf(await changes.take(3)), ['may-have-changed', 'closed', undefined])
    },
  },
]
