/** `onEvent`: what it reports, and what it never shows. */
import type { WireEvent } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { onCall } from '../steps/calls.ts'
import { collectReported } from '../steps/reported-errors.ts'

export const onEvent: Scenario[] = [
  {
    name: 'events cover a whole connection and contain no secret, in headers of any name or in the URL',
    async run({ connect, server, assert }) {
      const events: Record<string, unknown>[] = []
      const secret = 'hunter2-hunter2'
      await server.configure({ session: { issue: 'session-hunter2-id' } })
      const client = await connect({
        url: `${server.url}?key=${secret}`,
        headers: { authorization: `Bearer ${secret}`, 'x-my-own': secret },
        onEvent: (event) => events.push({ ...event }),
      })
      await client.callTool('count', { to: 1 }, { onProgress: () => {} })
      await client.close()
      const types = events.map(({ type }) => type)
      for (const type of ['request', 'response', 'stream-event', 'response-ended', 'drain', 'status']) {
        assert.includes(types, type)
      }
      assert(!JSON.stringify(events).includes('hunter2'), 'no secret in any event')
      assert(
        events.every(({ timestamp }) => typeof timestamp === 'number'),
        'every event has its time',
      )
      const call = events.find(({ type, rpcMethod }) => type === 'request' && rpcMethod === 'tools/call')
      assert.match(call, { method: 'POST', rpcMethod: 'tools/call' })
    },
  },
  {
    name: 'an onEvent callback that throws changes nothing',
    async run({ connect, assert }) {
      await collectReported(async () => {
        const client = await connect({
          onEvent: () => {
            throw new Error('mine')
          },
        })
        assert.equal((await client.callTool('echo', { text: 'x' })).content, [{ type: 'text', text: 'x' }])
        await client.close()
      })
    },
  },
  {
    name: 'a log message of the server cannot pretend to be another event',
    async run({ connect, server, assert }) {
      const events: WireEvent[] = []
      const client = await connect({ onEvent: (event) => events.push(event) })
      const params = { level: 'info', data: 'x', type: 'status', status: 'closed', timestamp: 0 }
      await server.script(
        onCall({ stream: {} }, { notify: { method: 'notifications/message', params } }, { answer: true }),
      )
      await client.callTool('echo', { text: 'x' })
      assert.equal(
        events.filter((event) => event.type === 'status').map(({ status }) => status),
        ['connected'],
      )
      const log = events.find((event) => event.type === 'log')
      assert.match(log, { level: 'info', data: 'x' })
      assert(log!.timestamp > 0, 'its time is ours')
    },
  },
]
