/** The seams: the given fetch, the given headers, and the events. */
import { McpError } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'

export const seams: Scenario[] = [
  {
    name: "the caller's headers are sent with every request, and the protocol's headers win",
    async run({ connect, server, assert }) {
      let asked = 0
      const client = await connect({
        headers: async (why) => {
          asked++
          return { 'x-count': `${asked}`, 'x-why': why, accept: 'text/html' }
        },
      })
      await client.callTool('echo', { text: 'x' })
      await client.close()
      const sent = (await server.journal()).filter(({ http }) => http !== 'OPTIONS')
      assert.equal(
        sent.map(({ headers }) => headers['x-count']),
        ['1', '2', '3', '4'],
      )
      assert(
        sent.every(
          ({ headers, http }) => headers['x-why'] === 'request' && (http !== 'POST' || headers.accept !== 'text/html'),
        ),
        'why is said, and Accept is ours',
      )
    },
  },
  {
    name: 'the given fetch is called as a plain function, with options that every runtime accepts',
    async run({ connect, assert }) {
      const keys = new Set<string>()
      const receivers: unknown[] = []
      const given = function (this: unknown, url: string, init: object) {
        receivers.push(this)
        for (const key of Object.keys(init)) keys.add(key)
        return fetch(url, init)
      }
      const client = await connect({ fetch: given as never })
      await client.callTool('echo', { text: 'x' })
      await client.close()
      assert(
        receivers.every((receiver) => receiver === undefined),
        'called as a function',
      )
      assert.equal([...keys].sort(), ['body', 'credentials', 'headers', 'keepalive', 'method', 'redirect', 'signal'])
    },
  },
  {
    name: 'an McpError that the given fetch throws passes unchanged, also out of connect()',
    async run({ connect, assert }) {
      class Mine extends McpError {}
      const mine = new Mine('sign in first', { delivery: 'not-executed' })
      assert(
        (await assert.rejects(connect({ fetch: () => Promise.reject(mine) }))) === (mine as never),
        'out of connect',
      )
      let refuse = false
      const client = await connect({ fetch: (url, init) => (refuse ? Promise.reject(mine) : fetch(url, init)) })
      refuse = true
      assert((await assert.rejects(client.callTool('echo'))) === (mine as never), 'out of a call')
      refuse = false
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'events cover a whole connection and contain no secret, in headers of any name or in the URL',
    async run({ connect, server, assert }) {
      const events: Record<string, unknown>[] = []
      const secret = 'hunter2-hunter2'
      await server.configure({ session: { issue: 'session-hunter2-id' } })
      const client = await connect({
        url: `${server.url}?key=${secret}`,
        headers: { authorization: `Bearer ${secret}`, 'x-my-own': secret },
        onEvent: (event) => events.push(event as never),
      })
      await client.callTool('count', { to: 1 }, { onProgress: () => {} })
      await client.close()
      const types = events.map(({ type }) => type)
      for (const type of ['request', 'response', 'stream-event', 'response-ended', 'drain', 'status']) {
        assert.includes(types, type)
      }
      assert(!JSON.stringify(events).includes('hunter2'), 'no secret in any event')
      assert(
        events.every(({ at }) => typeof at === 'number'),
        'every event has its time',
      )
      const call = events.find(({ type, rpc }) => type === 'request' && rpc === 'tools/call')
      assert.match(call, { method: 'POST', rpc: 'tools/call' })
    },
  },
  {
    name: 'an onEvent callback that throws changes nothing',
    async run({ connect, assert }) {
      const client = await connect({
        onEvent: () => {
          throw new Error('mine')
        },
      })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, [{ type: 'text', text: 'x' }])
    },
  },
]
