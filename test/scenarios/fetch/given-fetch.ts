/** The `fetch` and `headers` options: how they are called, and what becomes of their errors. */

import type { Fetch } from '../../../src/core/index.ts'
import { McpError } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

export const givenFetch: Scenario[] = [
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
      const given: Fetch = function (this: unknown, url, init) {
        receivers.push(this)
        for (const key of Object.keys(init)) keys.add(key)
        return fetch(url, init)
      }
      const client = await connect({ fetch: given })
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
      assert.same(await assert.rejects(connect({ fetch: () => Promise.reject(mine) })), mine, 'out of connect')
      let refuse = false
      const client = await connect({ fetch: (url, init) => (refuse ? Promise.reject(mine) : fetch(url, init)) })
      refuse = true
      assert.same(await assert.rejects(client.callTool('echo')), mine, 'out of a call')
      refuse = false
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'headers() that throws fails its call with the same error',
    async run({ connect, assert }) {
      let reason: Error | undefined
      const client = await connect({
        headers: () => {
          if (reason) throw reason
          return {}
        },
      })
      reason = new Error('the vault is closed')
      assert.same(await assert.rejects(client.callTool('echo')), reason, 'the very reason')
      reason = undefined
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'an error response of the given fetch says nothing about whether the call was executed',
    async run({ connect, assert }) {
      let calls = 0
      const failing: Fetch = (url, init) => {
        if (!init.body?.includes('tools/call')) return fetch(url, init)
        calls++
        return Promise.resolve(Response.error())
      }
      const client = await connect({ fetch: failing })
      const call = client.callTool('echo', { text: 'x' })
      await assert.rejects(call, { code: 'invalid-message', delivery: 'unknown' })
      assert.equal(calls, 1)
      await client.listTools()
    },
  },
]
