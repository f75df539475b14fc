/** Subscriptions whose stream ends or breaks: reopened, and the gap is reported. */
import type { Scenario } from '../scenario.ts'
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

const tools = { toolsListChanged: true }

/** The server ends the subscription properly, by its result. */
const ended = { answer: { resultType: 'complete', _meta: {} } }

/** Short delays, so that attempts do not take seconds. */
const soon = { reconnect: { initialDelay: 5 } }

export const gaps: Scenario[] = [
  {
    name: 'a subscription that the server ends properly is not opened again',
    ids: ['protocol:S-10'],
    async run({ connectModern, server, assert }) {
      await server.script(
        onListen(
          1,
          { stream: {} },
          acknowledge(tools),
          untaggedNotification('notifications/tools/list_changed'),
          ended,
        ),
      )
      const client = await connectModern(soon)
      const changes = follow(client.listen(tools))
      const received = await changes.take(4)
      assert.equal(
        received.map((change) => change?.type),
        ['subscribed', 'tools', 'closed', undefined],
      )
      await client.callTool('echo', { text: 'x' })
      assert.equal(listensIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'with reopen, an ended subscription is opened again, and may-have-changed follows when it is acknowledged',
    ids: ['protocol:S-10'],
    async run(world) {
      const { connectModern, server, assert } = world
      await server.script(
        onListen(1, { stream: {} }, acknowledge(tools), ended),
        onListen(2, { stream: {} }, { barrier: 'again' }, acknowledge(tools), { hold: 'forever' }),
      )
      const client = await connectModern(soon)
      const changes = follow(client.listen(tools, { reopen: true }))
      assert.equal((await changes.next())?.type, 'subscribed')
      const next = changes.next()
      await server.reached('again')
      assert(await isPending(world, next), 'not before the acknowledgement, or changes could be missed')
      await server.release('again')
      assert.equal((await next)?.type, 'may-have-changed')
      const [first, second] = listensIn(await server.journal())
      assert(first?.id !== second?.id, 'a new id')
    },
  },
  {
    name: 'with reopen, there is a pause before each new subscription',
    ids: ['protocol:S-10'],
    async run({ connectModern, server, assert }) {
      const atOnce = { answerJson: { resultType: 'complete' } }
      await server.script(
        onListen(1, atOnce),
        onListen(2, atOnce),
        onListen(3, { stream: {} }, acknowledge(tools), ended),
      )
      const client = await connectModern({ reconnect: { initialDelay: 50 } })
      const changes = follow(client.listen(tools, { reopen: true }))
      await changes.until('subscribed')
      await server.until((entries) => listensIn(entries).length === 4)
      const times = listensIn(await server.journal()).map(({ receivedAt }) => receivedAt)
      assert(
        times.slice(1).every((at, index) => at - times[index]! >= 45),
        `a pause before each, got ${times}`,
      )
    },
  },
  {
    name: 'a subscription whose stream breaks is opened again under a new id with the same filter',
    ids: ['protocol:S-11'],
    async run({ connectModern, server, assert }) {
      for (const end of [{ close: true }, { fault: true }] as const) {
        await server.script(onListen(1, { pass: true }, { barrier: `end ${JSON.stringify(end)}` }, end))
        const reported: unknown[] = []
        const client = await connectModern({
          ...soon,
          onEvent: (event) => event.type === 'reconnect' && reported.push(event.target),
        })
        const before = listensIn(await server.journal()).length
        const filter = { ...everything, resourceSubscriptions: ['test://watched-resource'] }
        const changes = follow(client.listen(filter))
        await changes.next()
        await server.release(`end ${JSON.stringify(end)}`)
        assert.equal((await changes.next())?.type, 'may-have-changed')
        const [first, second] = listensIn(await server.journal()).slice(before)
        assert(first?.id !== second?.id, 'a new id')
        assert.equal(paramsOf(second).notifications, filter)
        assert.equal(second?.headers['last-event-id'], undefined)
        assert.equal(reported, ['listening'])
        await client.callTool('test_trigger_tool_change')
        assert.equal(await changes.next(), { type: 'tools' })
      }
    },
  },
  {
    name: 'a different acknowledgement after a gap is reported as a new subscribed item',
    ids: ['protocol:S-11'],
    async run({ connectModern, server, assert }) {
      await server.script(
        onListen(1, { stream: {} }, acknowledge(everything), { close: true }),
        onListen(2, { stream: {} }, acknowledge(tools), { hold: 'forever' }),
      )
      const client = await connectModern(soon)
      const changes = follow(client.listen(everything))
      const { promptsListChanged, resourcesListChanged } = everything
      assert.equal((await changes.until('may-have-changed')).slice(0, -1), [
        { type: 'subscribed', granted: everything, refused: {} },
        { type: 'subscribed', granted: tools, refused: { promptsListChanged, resourcesListChanged } },
      ])
    },
  },
  {
    name: '409, 502 and 503 to a reopened subscription are retried',
    ids: ['protocol:S-11'],
    async run({ connectModern, server, assert }) {
      await server.script(
        onListen(1, { pass: true }, { barrier: 'gap' }, { close: true }),
        onListen(2, { respond: { status: 409 } }),
        onListen(3, { respond: { status: 503 } }),
        onListen(4, { respond: { status: 502, body: 'Bad gateway' } }),
      )
      const client = await connectModern(soon)
      const changes = follow(client.listen(tools))
      await changes.next()
      await server.release('gap')
      assert.equal((await changes.next())?.type, 'may-have-changed')
      assert.equal(listensIn(await server.journal()).length, 5)
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'after a gap cached lists are fetched again',
    ids: ['protocol:S-12'],
    async run({ connectModern, server, assert }) {
      const list = { resultType: 'complete', tools: [], ttlMs: 60_000, cacheScope: 'private' }
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answerJson: list }] },
        onListen(1, { pass: true }, { barrier: 'gap' }, { close: true }),
      )
      const client = await connectModern(soon)
      const changes = follow(client.listen(tools))
      await changes.next()
      const lists = async () => (await server.methods()).filter((method) => method === 'tools/list').length
      await client.listTools()
      await client.listTools()
      assert.equal(await lists(), 1, 'kept')
      await server.release('gap')
      assert.equal((await changes.next())?.type, 'may-have-changed')
      await client.listTools()
      assert.equal(await lists(), 2, 'fetched again after the gap')
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      await changes.next()
      await client.listTools()
      assert.equal(await lists(), 3, 'fetched again after a change')
    },
  },
  {
    name: 'notifications/cancelled ends its subscription, and is ignored for any other id',
    invalid: 'server',
    ids: ['protocol:S-13'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern(soon)
      const changes = follow(client.listen(tools))
      await changes.next()
      const id = listensIn(await server.journal())[0]?.id
      const cancel = (requestId: unknown) =>
        server.act({ notify: { method: 'notifications/cancelled', params: { requestId } } })
      for (const other of ['somebody', -1, null]) await cancel(other)
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.equal(await changes.next(), { type: 'tools' })
      await cancel(id)
      assert.equal(await changes.take(2), [{ type: 'closed' }, undefined])
      await client.callTool('echo', { text: 'x' })
      assert.equal(listensIn(await server.journal()).length, 1)
    },
  },
]
