/** `listen()` with handshake servers: the GET stream, the streams of calls, and resource subscriptions. */
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, getsIn, onCall, onGet, textsOf } from '../steps/calls.ts'
import { paramsOf } from '../steps/journal.ts'
import { everything, follow, isPending, onEveryTransport } from '../steps/listen.ts'

const WATCHED = 'test://watched-resource'
const uris = [WATCHED, 'test://static-text']

/** The URIs of the requests of this method, in order. */
const urisOf = (journal: readonly JournalEntry[], method: string): unknown[] =>
  journal.filter(({ rpcMethod }) => rpcMethod === method).map((entry) => paramsOf(entry).uri)

export const legacy: Scenario[] = [
  {
    name: 'each resource is subscribed to, and unsubscribed from when the subscription ends',
    ids: ['protocol:S-20'],
    async run({ connect, server, assert }) {
      const client = await connect()
      const listening = client.listen({ resourceSubscriptions: uris })
      const changes = follow(listening)
      assert.equal(await changes.next(), {
        type: 'subscribed',
        granted: { resourceSubscriptions: uris },
        refused: {},
      })
      assert.equal(urisOf(await server.journal(), 'resources/subscribe').sort(), [...uris].sort())
      listening.close()
      const journal = await server.until((entries) => urisOf(entries, 'resources/unsubscribe').length === 2)
      assert.equal(urisOf(journal, 'resources/unsubscribe').sort(), [...uris].sort())
    },
  },
  {
    name: 'every GET accepts event streams and nothing else',
    ids: ['protocol:T-45'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await follow(client.listen({ resourceSubscriptions: [WATCHED] })).next()
      await server.script(onCall({ stream: {} }, { prime: { retry: 1 } }, { closeConnection: true }, { answer: true }))
      await client.callTool('echo', { text: 'x' }).catch(() => {})
      const gets = getsIn(await server.until((journal) => getsIn(journal).length > 1))
      assert.equal(
        gets.map(({ headers }) => headers.accept),
        gets.map(() => 'text/event-stream'),
      )
    },
  },
  {
    name: 'a resource that another listener still wants stays subscribed',
    ids: ['protocol:S-20'],
    async run({ connect, server, assert }) {
      const client = await connect()
      const first = client.listen({ resourceSubscriptions: uris })
      const second = follow(client.listen({ resourceSubscriptions: [WATCHED] }))
      await follow(first).next()
      await second.next()
      first.close()
      await server.until((entries) => urisOf(entries, 'resources/unsubscribe').includes('test://static-text'))
      await client.callTool('test_update_resource')
      assert.equal(await second.next(), { type: 'resource', uri: WATCHED })
    },
  },
  {
    name: 'a listener that takes over from another misses no change',
    ids: ['protocol:S-20'],
    async run({ connect, server, assert }) {
      const client = await connect()
      const first = client.listen({ resourceSubscriptions: [WATCHED] })
      await follow(first).next()
      const second = follow(client.listen({ resourceSubscriptions: [WATCHED] }))
      first.close()
      await second.next()
      await client.callTool('echo', { text: 'x' })
      assert.equal(urisOf(await server.journal(), 'resources/unsubscribe'), [])
      await client.callTool('test_update_resource')
      assert.equal(await second.next(), { type: 'resource', uri: WATCHED })
    },
  },
  {
    name: 'a resource subscription that the server refuses is reported as refused, and the others work',
    ids: ['protocol:S-20'],
    async run({ connect, server, assert }) {
      const error = { code: -32002, message: 'No such resource' }
      await server.script({ on: { rpcMethod: 'resources/subscribe' }, nth: 2, do: [{ answerError: error }] })
      const client = await connect()
      const changes = follow(client.listen({ resourceSubscriptions: uris }))
      const subscribed = await changes.next()
      const [accepted, refused] = urisOf(await server.journal(), 'resources/subscribe')
      assert.equal(subscribed, {
        type: 'subscribed',
        granted: { resourceSubscriptions: [accepted] },
        refused: { resourceSubscriptions: [refused] },
      })
    },
  },
  {
    name: 'close() sends no unsubscribe requests',
    ids: ['protocol:S-20'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await follow(client.listen({ resourceSubscriptions: uris })).next()
      await client.close()
      assert.equal(urisOf(await server.journal(), 'resources/unsubscribe'), [])
    },
  },
  {
    name: 'changes arrive on the GET stream and on the streams of calls',
    ids: ['protocol:S-21'],
    async run({ connect, server, assert }) {
      const client = await connect()
      const changes = follow(client.listen({ ...everything, resourceSubscriptions: [WATCHED] }))
      await changes.next()
      await server.until((entries) => getsIn(entries)[0]?.status === 200)
      const methods = [
        ['notifications/tools/list_changed', { type: 'tools' }],
        ['notifications/prompts/list_changed', { type: 'prompts' }],
        ['notifications/resources/list_changed', { type: 'resources' }],
        ['notifications/resources/updated', { type: 'resource', uri: WATCHED }],
      ] as const
      for (const [method, change] of methods) {
        const notify = { method, params: { uri: WATCHED } }
        await server.act({ notify })
        assert.equal(await changes.next(), change)
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { notify }, { answer: true }] })
        await client.callTool('echo', { text: 'x' })
        assert.equal(await changes.next(), change)
      }
    },
  },
  {
    name: 'subscribed is reported only when the GET stream is open',
    ids: ['protocol:S-21'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(onGet(1, { barrier: 'late' }, { pass: true }))
      const client = await connect()
      const changes = follow(client.listen({ toolsListChanged: true }))
      const first = changes.next()
      await server.reached('late')
      assert(await isPending(world, first), 'not before the stream is open, or changes could be missed')
      assert.equal(textsOf(await client.callTool('echo', { text: 'meanwhile' })), ['meanwhile'])
      await server.release('late')
      assert.equal((await first)?.type, 'subscribed')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
    },
  },
  {
    name: 'without a GET stream, changes still arrive on the streams of calls',
    ids: ['protocol:S-21'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ get: { status: 405 } })
      const notify = { method: 'notifications/tools/list_changed' }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { notify }, { answer: true }] })
      const client = await connect()
      const changes = follow(client.listen({ toolsListChanged: true }))
      assert.equal((await changes.next())?.type, 'subscribed')
      await eventually(world, () => client.connection.listening === 'unavailable')
      await client.callTool('echo', { text: 'x' })
      assert.equal(await changes.next(), { type: 'tools' })
      assert.equal([getsIn(await server.journal()).length, client.connection.status], [1, 'connected'])
    },
  },
  {
    name: 'no GET stream is opened unless there is a listener',
    ids: ['protocol:S-21'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await client.callTool('echo', { text: 'x' })
      assert.equal(getsIn(await server.journal()), [])
      const listening = client.listen({ toolsListChanged: true })
      const again = client.listen({ promptsListChanged: true })
      await Promise.all([follow(listening).next(), follow(again).next()])
      await server.until((entries) => getsIn(entries)[0]?.status === 200)
      listening.close()
      await client.callTool('test_trigger_prompt_change')
      assert.equal(getsIn(await server.journal()).length, 1)
      again.close()
      await server.until((entries) => getsIn(entries)[0]?.ended === 'client-left')
    },
  },
  {
    name: 'a GET stream refused with 409 is opened later',
    ids: ['protocol:S-21'],
    async run({ connect, server, assert }) {
      await server.script(onGet(1, { respond: { status: 409 } }), onGet(2, { respond: { status: 409 } }))
      const client = await connect({ reconnect: { initialDelay: 5 } })
      const changes = follow(client.listen({ toolsListChanged: true }))
      await changes.next()
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      await server.until((entries) => getsIn(entries)[2]?.status === 200)
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      const received = await changes.until('tools')
      assert.equal(received.at(-1), { type: 'tools' })
    },
  },
  {
    name: 'after a replaced session every resource is subscribed to again, and may-have-changed is reported',
    ids: ['protocol:S-24'],
    async run({ connect, server, assert }) {
      const client = await connect({ reconnect: { initialDelay: 5 } })
      const changes = follow(client.listen({ toolsListChanged: true, resourceSubscriptions: [WATCHED] }))
      await changes.next()
      await server.until((entries) => getsIn(entries)[0]?.status === 200)
      await server.act({ expireSessions: true })
      await client.callTool('echo', { text: 'heals' })
      assert.equal((await changes.until('may-have-changed')).at(-1)?.type, 'may-have-changed')
      const journal = await server.until((entries) => urisOf(entries, 'resources/subscribe').length === 2)
      const sessions = journal
        .filter(({ rpcMethod }) => rpcMethod === 'resources/subscribe')
        .map(({ headers }) => headers['mcp-session-id'])
      assert.equal(new Set(sessions).size, 2)
      await server.until(
        (entries) =>
          getsIn(entries).at(-1)?.status === 200 &&
          entries.filter(({ rpcMethod, ended }) => rpcMethod === 'resources/subscribe' && ended).length === 2,
      )
      await client.callTool('test_update_resource')
      const received = await changes.until('resource')
      assert.equal(received.at(-1), { type: 'resource', uri: WATCHED })
    },
  },
  ...onEveryTransport({
    name: 'calls do not wait for a subscription to open',
    ids: ['protocol:S-24'],
    async run(world, connect) {
      const { server, assert } = world
      await server.script(
        { on: { httpMethod: 'GET', path: '/mcp' }, do: [{ barrier: 'never' }] },
        { on: { rpcMethod: 'subscriptions/listen' }, do: [{ barrier: 'never' }] },
        { on: { rpcMethod: 'resources/subscribe' }, do: [{ barrier: 'never' }] },
      )
      const client = await connect()
      const listening = client.listen({ toolsListChanged: true, resourceSubscriptions: [WATCHED] })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      listening.close()
      assert.equal(await follow(listening).next(), undefined)
    },
  }),
]
