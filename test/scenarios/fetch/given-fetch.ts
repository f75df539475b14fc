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
      const sent = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
      assert.equal(
        sent.map(({ headers }) => headers['x-count']),
        ['1', '2', '3', '4'],
      )
      assert(
        sent.every(
          ({ headers, httpMethod }) =>
            headers['x-why'] === 'request' && (httpMethod !== 'POST' || headers.accept !== 'text/html'),
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
  {
    name: 'an own error of the given fetch fails its call unchanged; one without a reason is a connection error',
    async run({ connect, assert }) {
      let rejection: { reason: unknown } | undefined
      const client = await connect({
        fetch: (url, init) => (rejection ? Promise.reject(rejection.reason) : fetch(url, init)),
      })
      for (const reason of [new Error('no token'), new RangeError('out'), 'text', { own: true }]) {
        rejection = { reason }
        assert.same(await assert.rejects(client.callTool('echo')), reason, 'the very reason')
      }
      for (const reason of [undefined, null, Object.assign(new Error('reset'), { code: 'ECONNRESET' })]) {
        rejection = { reason }
        await assert.rejects(client.callTool('echo'), { code: 'connection', delivery: 'unknown', retryable: true })
      }
      rejection = undefined
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'responses whose body is already being read fail their calls only, and do not count as open',
    async run({ connect, assert }) {
      let isLocked = true
      const client = await connect({
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          if (isLocked && init.body?.includes('tools/call')) response.body?.getReader()
          return response
        },
      })
      for (let call = 0; call < 8; call++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'connection', delivery: 'unknown' })
      }
      isLocked = false
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'a response without a body, as in React Native, is read as text, and a stream names the fetch that can read it',
    async run({ connect, server, assert }) {
      const withoutStreams: Fetch = async (url, init) => {
        const { status, headers, type, ...rest } = await fetch(url, init).then(async (response) => ({
          status: response.status,
          headers: response.headers,
          type: response.type,
          whole: await response.text(),
        }))
        return { status, headers, type, body: undefined, text: async () => rest.whole } as unknown as Response
      }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ stream: {} }, { answer: true }] })
      await server.configure({ answer: 'json' })
      const client = await connect({ fetch: withoutStreams })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'connection',
        delivery: 'unknown',
        message: /React Native.*expo\/fetch/,
      })
      assert.equal((await client.callTool('echo', { text: 'again' })).content, textContent('again'))
    },
  },
  {
    name: 'a header value that no header can have is refused without repeating it, also from a function',
    async run({ connect, assert }) {
      let value = 'fine'
      const client = await connect({ headers: () => ({ 'x-key': value }) })
      value = 'canary\nx'
      const error = await assert.rejects(client.callTool('echo'), { name: 'TypeError', message: /^headers: x-key/ })
      assert(!`${error} ${error.stack} ${error.cause}`.includes('canary'), 'no secret')
      value = 'fine'
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
]
