/** Care: the caller's own mistakes come back as they are, and what is secret stays so. */
import type { Scenario } from './scenario.ts'

const text = (value: string) => [{ type: 'text', text: value }]

export const care: Scenario[] = [
  {
    name: 'arguments that JSON cannot hold and limits that are not numbers are a TypeError, and nothing is sent',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = await server.methods()
      await assert.rejects(client.callTool('echo', { text: 1n }), { name: 'TypeError' })
      for (const timeout of [Number.NaN, -1, 'soon' as never]) {
        await assert.rejects(client.callTool('echo', {}, { timeout }), { name: 'TypeError', message: /^timeout: got/ })
      }
      assert.equal(await server.methods(), before)
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
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
      assert((await assert.rejects(client.callTool('echo'))) === (reason as never), 'the very reason')
      reason = undefined
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
    },
  },
  {
    name: 'a progress callback that rejects is reported and causes no unhandled rejection',
    async run({ connect, macrotasks, assert }) {
      const warnings: string[] = []
      const client = await connect({ onEvent: (event) => event.type === 'warning' && warnings.push(event.message) })
      const onProgress = async () => {
        throw new Error('mine')
      }
      await client.callTool('count', { to: 2 }, { onProgress: onProgress as never })
      await macrotasks(2)
      assert.equal(warnings.length, 2)
    },
  },
  {
    name: 'a server that repeats the session id or an API key in its error does not put it into ours',
    async run({ connect, server, assert }) {
      const [session, key] = ['session-hunter2', 'key-hunter2']
      await server.configure({ session: { issue: session } })
      const client = await connect({ headers: { 'x-vendor-key': key } })
      const json = { jsonrpc: '2.0', id: null, error: { code: -1, message: `no ${session}`, data: { key } } }
      for (const body of [`${session} and ${key} are wrong`, json]) {
        await server.script({ on: { rpc: 'tools/call' }, do: [{ respond: { status: 400, body } }] })
        const error = await assert.rejects(client.callTool('echo'))
        assert(
          !`${JSON.stringify(error)} ${error} ${JSON.stringify(error.data ?? '')}`.includes('hunter2'),
          'no secret',
        )
      }
    },
  },
  {
    name: 'an API key in the query of the URL appears in no error and no cause',
    async run({ connect, assert }) {
      const error = await assert.rejects(connect({ url: 'http://127.0.0.1:61999/mcp?key=hunter2' }))
      for (let cause: unknown = error; cause; cause = (cause as Error).cause) {
        const own = Object.getOwnPropertyNames(cause).filter((name) => name !== 'cause')
        const shown = own.map((name) => String((cause as Record<string, unknown>)[name])).join(' ')
        assert(!`${cause} ${shown}`.includes('hunter2'), `no secret in ${cause}`)
      }
    },
  },
  {
    name: 'a 404 with a JSON-RPC error about the request is the error of that request and does not replace the session',
    async run({ connect, server, assert }) {
      const client = await connect()
      const body = { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'Unknown tool' } }
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ respond: { status: 404, body } }] })
      await assert.rejects(client.callTool('echo'), { code: 'rpc', rpcCode: -32602, status: 404 })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 1)
    },
  },
  {
    name: 'over HTTP+SSE too, the call timeout is paused while a handler runs',
    async run({ connect, server, assert }) {
      await server.configure({ sse: { keepalive: 0 } })
      const client = await connect({
        url: server.sseUrl,
        handlers: {
          elicit: async () => {
            await new Promise((resolve) => setTimeout(resolve, 1_500))
            return { action: 'decline' }
          },
        },
      })
      const result = await client.callTool('ask', { what: 'form' }, { timeout: 700 })
      assert(result.content.length > 0, 'the call outlived its own patience')
    },
  },
  {
    name: 'with reconnecting turned off the first listening stream is still opened',
    async run({ connect, server, assert }) {
      const handlers = { roots: () => [] }
      const client = await connect({ reconnect: { attempts: 0 }, handlers })
      await server.until((entries) => entries.some(({ http }) => http === 'GET'))
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
      await connect({ handlers: { elicit: undefined } as never })
      assert.equal((await server.methods()).filter((method) => method === 'GET').length, 1)
    },
  },
]
