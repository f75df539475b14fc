/** Streams that end or break before the answer and cannot be resumed. */
import type { Scenario } from '../scenario.ts'

export const breaking: Scenario[] = [
  {
    name: 'a stream that ends without the answer rejects its call at once',
    ids: ['R-06'],
    async run({ connect, server, ledger, macrotasks, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        nth: 1,
        do: [{ stream: {} }, { notify: 1 }, { close: true }],
      })
      const account = ledger()
      const client = await connect({ fetch: account.fetch })
      let settled = false
      const call = client.callTool('echo').finally(() => {
        settled = true
      })
      const rejection = assert.rejects(call, {
        code: 'connection',
        delivery: 'unknown',
        retryable: true,
        message: /ended before the answer to tools\/call/,
      })
      while (account.bodies().filter(({ state }) => state === 'read').length < 3) await macrotasks(1)
      await macrotasks(3)
      assert(settled, 'the call is settled right after the end was read')
      await rejection
      assert(!(await server.methods()).includes('GET'), 'no id, nothing to resume')
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'a connection that breaks during a stream rejects its call at once, with the cause',
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        nth: 1,
        do: [{ stream: { length: 100_000 } }, { notify: 1 }, { barrier: 'open' }, { fault: true }],
      })
      const client = await connect()
      const call = client.callTool('echo', {}, { onProgress: () => server.release('open') })
      const error = await assert.rejects(call, {
        code: 'connection',
        delivery: 'unknown',
        message: /failed before the answer to tools\/call/,
      })
      assert(error.cause, 'what the engine said is kept')
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: "a server that dies before it answers is a ConnectionError with delivery 'unknown', unless the engine sent the request again",
    async run({ connect, server, proxy, assert }) {
      const between = await proxy()
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ barrier: 'got it' }, { pass: true }] })
      const client = await connect({ url: between.url })
      const settled = client.callTool('echo', { text: 'x' }).then(
        () => undefined,
        (error) => error,
      )
      await server.reached('got it')
      await between.reset()
      const error = await settled
      await server.release('got it')
      const calls = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
      // Chromium, Firefox and Deno repeat a POST whose reused connection was reset, which fetch does not show.
      if (calls.length === 1) assert.match(error, { code: 'connection', delivery: 'unknown' })
      else assert.equal([calls.length, error], [2, undefined])
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
]
