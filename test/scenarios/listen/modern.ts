/** `subscriptions/listen` of 2026-07-28: its request, its acknowledgement and its notifications. */
import type { Change, Fetch } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, getsIn, textsOf } from '../steps/calls.ts'
import { paramsOf } from '../steps/journal.ts'
import {
  acknowledge,
  everything,
  follow,
  isPending,
  listensIn,
  onListen,
  untaggedNotification,
} from '../steps/listen.ts'
import { answeredLocally } from '../steps/local-answers.ts'

const TOOLS = 'notifications/tools/list_changed'

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

const tools = { toolsListChanged: true }

const typesOf = (changes: readonly (Change | undefined)[]) => changes.map((change) => change?.type)

/** A subscription whose notifications carry its id as a string, and which is cancelled under that string. */
const withTextIds: Fetch = answeredLocally(({ id, method }) => {
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

export const modern: Scenario[] = [
  {
    name: 'the filter is sent unchanged in one subscriptions/listen request, without a GET',
    ids: ['protocol:S-1'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const filters = [{}, tools, { ...everything, resourceSubscriptions: ['test://a', 'test://b'] }]
      for (const filter of filters) await follow(client.listen(filter)).next()
      const journal = await server.journal()
      assert.equal(
        listensIn(journal).map((entry) => paramsOf(entry).notifications),
        filters,
      )
      assert(
        listensIn(journal).every(({ headers }) => headers['mcp-method'] === 'subscriptions/listen'),
        'named in a header',
      )
      assert.equal(getsIn(journal), [])
    },
  },
  {
    name: 'subscribed is reported only when the server acknowledges, and calls do not wait for it',
    ids: ['protocol:S-2'],
    async run(world) {
      const { connectModern, server, assert } = world
      await server.script(onListen(1, { stream: {} }, { barrier: 'promise' }, acknowledge(tools), { hold: 'forever' }))
      const client = await connectModern()
      const first = follow(client.listen(tools)).next()
      await server.reached('promise')
      assert(await isPending(world, first), 'pending')
      assert.equal(textsOf(await client.callTool('echo', { text: 'meanwhile' })), ['meanwhile'])
      await server.release('promise')
      assert.equal(await first, { type: 'subscribed', granted: tools, refused: {} })
    },
  },
  {
    name: 'a subscription that is granted in part says what was refused, down to single resources',
    ids: ['protocol:S-3'],
    async run({ connectModern, server, assert }) {
      const granted = { toolsListChanged: true, resourceSubscriptions: ['test://b'] }
      await server.script(onListen(1, { stream: {} }, acknowledge(granted), { hold: 'forever' }))
      const client = await connectModern()
      const wish = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['test://a', 'test://b'] }
      assert.equal(await follow(client.listen(wish)).next(), {
        type: 'subscribed',
        granted,
        refused: { promptsListChanged: true, resourceSubscriptions: ['test://a'] },
      })
    },
  },
  {
    name: 'notifications are matched by the id of their subscriptions/listen request, also after a gap',
    ids: ['protocol:S-4'],
    async run({ connectModern, server, assert }) {
      await server.script(onListen(1, { pass: true }, { barrier: 'gap' }, { close: true }))
      const client = await connectModern({ reconnect: { initialDelay: 5 } })
      const changes = follow(client.listen(tools))
      await changes.next()
      await server.act({ notify: { method: TOOLS } })
      assert.equal(await changes.next(), { type: 'tools' })
      await server.release('gap')
      assert.equal((await changes.next())?.type, 'may-have-changed')
      // The server now tags its notifications with the id of the second request.
      await server.act({ notify: { method: TOOLS } })
      assert.equal(await changes.next(), { type: 'tools' })
      const [first, second] = listensIn(await server.journal())
      assert.equal([typeof first?.id, typeof second?.id], ['number', 'number'])
      assert(first?.id !== second?.id, 'each has its own')
    },
  },
  {
    name: "notifications with this subscription's id or without one count, those with another do not",
    ids: ['protocol:S-5'],
    async run({ connectModern, server, assert }) {
      const foreign = (id: unknown) =>
        untaggedNotification('notifications/prompts/list_changed', { _meta: { [SUBSCRIPTION]: id } })
      await server.script(
        onListen(
          1,
          { pass: true },
          { barrier: 'promised' },
          foreign('somebody'),
          foreign(-1),
          foreign(null),
          untaggedNotification(TOOLS),
          untaggedNotification(TOOLS, { _meta: {} }),
        ),
      )
      const client = await connectModern()
      const changes = follow(client.listen(everything))
      assert.equal((await changes.next())?.type, 'subscribed')
      await server.release('promised')
      assert.equal(await changes.take(2), [{ type: 'tools' }, { type: 'tools' }])
      await client.callTool('test_trigger_resource_change')
      assert.equal(await changes.next(), { type: 'resources' })
    },
  },
  {
    name: 'logs, progress, requests and unrequested changes on a subscription stream are ignored',
    ids: ['protocol:S-6'],
    async run({ connectModern, server, assert }) {
      const strange = [
        untaggedNotification('notifications/progress', { progressToken: 1, progress: 1 }),
        untaggedNotification('notifications/message', { level: 'error', data: 'not here' }),
        untaggedNotification('notifications/prompts/list_changed'),
        untaggedNotification('notifications/resources/updated', { uri: 'test://x' }),
        untaggedNotification('notifications/never/heard/of'),
        { event: { data: { jsonrpc: '2.0', id: 'q', method: 'roots/list' } } },
        { event: { data: { jsonrpc: '2.0', id: 'nobody', result: {} } } },
        untaggedNotification(TOOLS),
      ]
      await server.script(onListen(1, { pass: true }, { barrier: 'promised' }, ...strange))
      const logs: unknown[] = []
      const client = await connectModern({
        handlers: { roots: () => [] },
        onEvent: (event) => event.type === 'log' && logs.push(event.data),
      })
      const changes = follow(client.listen(tools))
      assert.equal((await changes.next())?.type, 'subscribed')
      await server.release('promised')
      assert.equal(await changes.next(), { type: 'tools' })
      assert.equal(logs, [])
      assert(!(await server.methods()).includes('response'), 'no server request is answered')
    },
  },
  {
    name: 'several subscriptions are several streams with ids of their own',
    ids: ['protocol:S-7'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const first = client.listen(tools)
      const second = client.listen({ promptsListChanged: true })
      const [heardFirst, heardSecond] = [follow(first), follow(second)]
      await Promise.all([heardFirst.next(), heardSecond.next()])
      const ids = listensIn(await server.journal()).map(({ id }) => id)
      assert.equal([ids.length, new Set(ids).size], [2, 2])
      first.close()
      // The server may get them in any order.
      const listenFor = (entries: readonly JournalEntry[], kind: string) =>
        listensIn(entries).find(({ body }) => JSON.stringify(body).includes(kind))
      await server.until((entries) => listenFor(entries, 'toolsListChanged')?.ended === 'client-left')
      await client.callTool('test_trigger_prompt_change')
      assert.equal(await heardSecond.next(), { type: 'prompts' })
      assert.equal(listenFor(await server.journal(), 'promptsListChanged')?.ended, undefined)
    },
  },
  {
    name: "a change of a part of a subscribed resource is reported with the part's own URI",
    ids: ['protocol:S-16'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const changes = follow(client.listen({ resourceSubscriptions: ['file:///a'] }))
      await changes.next()
      const uri = 'file:///a/b'
      await server.act({ notify: { method: 'notifications/resources/updated', params: { uri } } })
      assert.equal(await changes.next(), { type: 'resource', uri })
    },
  },
  {
    name: 'connect() opens no subscription',
    ids: ['protocol:S-2'],
    async run(world) {
      const { connectModern, server, assert } = world
      await server.script(onListen(undefined, { barrier: 'never' }))
      const client = await connectModern()
      const listening = client.listen(tools)
      const pending = follow(listening).next()
      await eventually(world, () => client.connection.status === 'connected')
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      listening.close()
      assert.equal(await pending, undefined)
    },
  },
  {
    name: 'a subscription id that comes back as a string is the same id',
    async run({ connectModern, assert }) {
      const client = await connectModern({ fetch: withTextIds })
      const received = await follow(client.listen(tools)).take(4)
      assert.equal(typesOf(received), ['subscribed', 'tools', 'closed', undefined])
    },
  },
  {
    name: 'an acknowledgement that is nested too deep does not end the subscription',
    ids: ['auth:S-30'],
    async run({ connectModern, server, assert }) {
      const deep = '['.repeat(20_000) + ']'.repeat(20_000)
      const params = `{"notifications":{"toolsListChanged":true,"deep":${deep}}}`
      const message = `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":${params}}`
      await server.script(
        onListen(1, { stream: {} }, { frame: `data: ${message}\n\n` }, untaggedNotification(TOOLS), {
          hold: 'forever',
        }),
      )
      const client = await connectModern()
      const changes = await follow(client.listen(tools)).take(2)
      assert.equal(typesOf(changes), ['subscribed', 'tools'])
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
]
