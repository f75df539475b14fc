/** `onNotification`: what a server tells that belongs to no call. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { eventually, onCall, textsOf } from '../steps/calls.ts'
import { collectReported } from '../steps/reported-errors.ts'

/** An option that collects, and what it collected. */
function collect() {
  const seen: [string, unknown][] = []
  const onNotification: ConnectOptions['onNotification'] = (method, params) => void seen.push([method, params])
  return { seen, onNotification }
}

const NEWS = { method: 'example.com/news', params: { n: 1 } }

export const onNotification: Scenario[] = [
  {
    name: 'onNotification opens the stream of a session and gets what arrives on it, logs too',
    async run(world) {
      const { connect, server, assert } = world
      const { seen, onNotification } = collect()
      const client = await connect({ onNotification })
      await eventually(world, () => client.connection.listening === 'open')
      const log = { level: 'info', data: 'x' }
      const list = 'notifications/tools/list_changed'
      await server.act({ notify: NEWS })
      await server.act({ notify: { method: 'notifications/message', params: log } })
      await server.act({ notify: { method: list } })
      await eventually(world, () => seen.length === 3)
      assert.equal(seen, [
        [NEWS.method, NEWS.params],
        ['notifications/message', log],
        [list, {}],
      ])
    },
  },
  {
    name: 'onNotification works over HTTP+SSE',
    async run(world) {
      const { connect, server, assert } = world
      const { seen, onNotification } = collect()
      await connect({ url: server.sseUrl, transport: 'sse', onNotification })
      await server.act({ notify: NEWS })
      await eventually(world, () => seen.length === 1)
      assert.equal(seen, [[NEWS.method, NEWS.params]])
    },
  },
  {
    name: 'in 2026-07-28 it gets what arrives on a subscription, also of extensions, and no more than that',
    async run(world) {
      const { connectModern, server, assert } = world
      const { seen, onNotification } = collect()
      const client = await connectModern({ onNotification })
      const listening = client.listen({ toolsListChanged: true })
      await listening.next()
      assert.equal(seen, [], 'the acknowledgement is none')
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.match((await listening.next()).value, { type: 'tools' })
      assert.equal(
        seen.map(([method]) => method),
        ['notifications/tools/list_changed'],
      )
      listening.close()
    },
  },
  ...inBothEras({
    name: 'a notification of an extension on the stream of a call arrives, progress and logs of the call do not',
    async run({ connect, server, assert }) {
      const { seen, onNotification } = collect()
      const client = await connect({ onNotification })
      await server.script(
        onCall(
          { stream: {} },
          { notify: 1 },
          { notify: { method: 'notifications/message', params: { level: 'info', data: 'x' } } },
          { notify: NEWS },
          { answer: true },
        ),
      )
      await client.callTool('echo', { text: 'x' }, { onProgress: () => {} })
      assert.equal(seen, [[NEWS.method, NEWS.params]])
    },
  }),
  ...inBothEras({
    name: 'an onNotification callback that throws is an event, and the call goes on',
    async run({ connect, server, assert }) {
      const warnings: unknown[] = []
      await collectReported(async () => {
        const client = await connect({
          onNotification: () => {
            throw new Error('mine')
          },
          onEvent: (event) => event.type === 'warning' && warnings.push(event.message),
        })
        await server.script(onCall({ stream: {} }, { notify: NEWS }, { answer: true }))
        assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
        assert.includes(warnings, 'A callback failed')
      })
    },
  }),
]
