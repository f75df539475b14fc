/** The number of a call in events: all that happens for one call has it, and nothing else. */
import type { WireEvent } from '../../../src/core/index.ts'
import { tasks } from '../../../src/tasks/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { eventually, onCall } from '../steps/calls.ts'
import { accept, form, needs } from '../steps/input-required.ts'
import { requestsIn } from '../steps/journal.ts'

/** Collects events; `requestsOf` are the JSON-RPC methods of the requests with this number. */
function createLog() {
  const events: WireEvent[] = []
  return {
    events,
    onEvent: (event: WireEvent) => void events.push(event),
    requestsOf: (call: number | undefined) =>
      events.flatMap((event) => (event.type === 'request' && event.call === call ? [event.rpcMethod] : [])),
    typesOf: (call: number | undefined) => [
      ...new Set(events.filter((event) => event.call === call).map(({ type }) => type)),
    ],
  }
}

export const callNumbers: Scenario[] = [
  ...inBothEras({
    name: 'each call has a number of its own from 1 on, and what no call caused has none',
    async run(world) {
      const { connect, assert, modern } = world
      const { events, onEvent, requestsOf, typesOf } = createLog()
      const client = await connect({ onEvent })
      assert.equal([...new Set(events.map(({ call }) => call))], [undefined], 'connecting is no call')
      await Promise.all([client.callTool('echo', { text: 'x' }), client.listTools(), client.listPage('prompts')])
      assert.equal([1, 2, 3].map(requestsOf), [['tools/call'], ['tools/list'], ['prompts/list']])
      await eventually(world, () => typesOf(1).includes('drain'))
      for (const type of ['request', 'response', 'stream-event', 'response-ended', 'drain'] as const) {
        assert.includes(typesOf(1), type)
      }
      await client.ping()
      assert.equal(requestsOf(4), [modern ? 'server/discover' : 'ping'])
      await client.close()
      assert.equal(
        events.filter(({ type }) => type === 'status').map(({ call }) => call),
        [undefined, undefined],
      )
    },
  }),
  {
    name: 'a resumed stream, the server’s questions and their answers belong to their call',
    async run({ connect, server, assert }) {
      const { events, onEvent, requestsOf } = createLog()
      const client = await connect({ onEvent, handlers: { elicit: () => ({ action: 'decline' }) } })
      const question = { method: 'elicitation/create', params: { message: '?', requestedSchema: {} }, id: 'q' }
      await server.script(
        onCall(
          { stream: {} },
          { prime: { retry: 1 } },
          { serverRequest: question, wait: true },
          { notify: { method: 'notifications/message', params: { level: 'info', data: 'x', call: 7 } } },
          { notify: { method: 'vendor/news', params: {} } },
          { closeConnection: true },
          { answer: true, store: true },
        ),
      )
      await client.callTool('echo', { text: 'x' })
      assert.equal(requestsOf(1), ['tools/call', 'a response', 'tools/call'])
      for (const type of ['reconnect', 'log', 'notification'] as const) {
        assert.equal(
          events.filter((event) => event.type === type).map(({ call }) => call),
          [1],
          type,
        )
      }
    },
  },
  {
    name: 'all rounds of a call have one number',
    async run({ connectModern, server, assert }) {
      const { onEvent, requestsOf } = createLog()
      const client = await connectModern({ onEvent, handlers: { elicit: () => accept({ name: 'Ada' }) } })
      await server.script(
        needs(1, { inputRequests: { first: form() } }),
        needs(2, { inputRequests: { second: form() } }),
      )
      await client.callTool('echo', { text: 'x' })
      assert.equal(requestsOf(1), ['tools/call', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'the polls of a task have the number of its call',
    async run({ connectModern, assert }) {
      const { onEvent, requestsOf } = createLog()
      const client = await connectModern({ onEvent, extensions: tasks() })
      await client.callTool('slow_compute', { seconds: 0, pollIntervalMs: 100 })
      assert.equal([...new Set(requestsOf(1))], ['tools/call', 'tasks/get'])
    },
  },
  {
    name: 'a request that is sent again, and the cancelling of a call, have its number',
    async run({ connect, server, assert }) {
      const { events, onEvent, requestsOf } = createLog()
      const client = await connect({ onEvent })
      await server.script({
        on: { rpcMethod: 'tools/list' },
        nth: 1,
        do: [{ respond: { status: 429, headers: { 'retry-after': '0' } } }],
      })
      await client.listTools()
      assert.equal(requestsOf(1), ['tools/list', 'tools/list'])
      assert.equal(
        events.filter(({ type }) => type === 'reconnect').map(({ call }) => call),
        [1],
      )
      await server.script(onCall({ stream: {} }, { hold: 'forever' }))
      const stop = new AbortController()
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.until((journal) => requestsIn(journal, 'tools/call').length === 1)
      stop.abort()
      await assert.rejects(call)
      await server.until((journal) => requestsIn(journal, 'notifications/cancelled').length === 1)
      assert.equal(requestsOf(2), ['tools/call', 'notifications/cancelled'])
    },
  },
  {
    name: 'a log message outside of calls cannot claim the number of one',
    async run(world) {
      const { connect, server, assert } = world
      const { events, onEvent } = createLog()
      const client = await connect({ onEvent, onNotification: () => {} })
      await eventually(world, () => client.connection.listening === 'open')
      await server.act({ notify: { method: 'notifications/message', params: { level: 'info', data: 'x', call: 7 } } })
      await eventually(world, () => events.some(({ type }) => type === 'log'))
      assert.equal(events.find(({ type }) => type === 'log')?.call, undefined)
    },
  },
]
