/** Pings in both directions. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { responsesIn } from '../steps/journal.ts'

export const ping: Scenario[] = [
  {
    name: 'ping() sends a ping over both transports',
    async run({ connect, server, assert }) {
      for (const url of [server.url, server.sseUrl]) {
        const before = (await server.methods()).length
        const client = await connect({ url })
        assert.equal(await client.ping(), undefined)
        assert.equal((await server.methods()).slice(before).at(-1), 'ping')
      }
    },
  },
  {
    name: 'ping() of a stateless server is a server/discover request',
    ids: ['protocol:U-3'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const before = (await server.methods()).length
      await client.ping()
      assert.equal((await server.methods()).slice(before), ['server/discover'])
    },
  },
  {
    name: 'a ping is answered and a log message delivered before the handshake is over',
    ids: ['protocol:U-1', 'protocol:Z-22'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'initialize' },
        do: [
          { stream: {} },
          { notify: { method: 'notifications/message', params: { level: 'info', data: 'early' } } },
          { serverRequest: { method: 'ping', id: 'early ping' }, wait: true },
          { answer: true },
        ],
      })
      const logs: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'log' && logs.push(event.data) })
      assert.equal(logs, ['early'])
      assert.equal(responsesIn(await server.journal()).get('early ping')?.result, {})
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'a ping during a call is answered at once with an empty result',
    ids: ['protocol:U-1'],
    async run({ connect, server, assert }) {
      const ping = { serverRequest: { method: 'ping', id: 'ping 1' }, wait: true }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ping, { answer: true }] })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      assert.equal(responsesIn(await server.journal()).get('ping 1')?.result, {})
    },
  },
]
