/** Streams: how they are read, and how they break. */
import type { Scenario } from '../scenario.ts'

export const streams: Scenario[] = [
  {
    name: 'a stream that ends without the answer rejects its call at once',
    ids: ['R-06'],
    async run({ connect, server, ledger, macrotasks, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ stream: {} }, { notify: 1 }, { close: true }] })
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
        on: { rpc: 'tools/call' },
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
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ barrier: 'got it' }, { pass: true }] })
      const client = await connect({ url: between.url })
      const settled = client.callTool('echo', { text: 'x' }).then(
        () => undefined,
        (error) => error,
      )
      await server.reached('got it')
      await between.reset()
      const error = await settled
      await server.release('got it')
      const calls = (await server.journal()).filter(({ rpc }) => rpc === 'tools/call')
      // Chromium, Firefox and Deno repeat a POST whose kept connection was reset; nobody above fetch can know.
      if (calls.length === 1) assert.match(error, { code: 'connection', delivery: 'unknown' })
      else assert.equal([calls.length, error], [2, undefined])
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'line ends, comments, unknown events, empty data, a byte order mark and multi-line data are all parsed',
    ids: ['R-27'],
    async run({ connect, server, assert }) {
      for (const lineEnd of ['\n', '\r\n', '\r'] as const) {
        const pretty = JSON.stringify(
          { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'é✓😀' } },
          null,
          2,
        )
        await server.script({
          on: { rpc: 'tools/call' },
          do: [
            { stream: { lineEnd } },
            { frame: '\uFEFF' },
            { comment: 'hello' },
            { event: { id: 'p1', data: '' } },
            { event: { event: 'keepalive', data: '{}' } },
            { event: { data: 'not json' } },
            { event: { data: pretty } },
            { answer: true },
          ],
        })
        const quarantined: unknown[] = []
        const logs: unknown[] = []
        const client = await connect({
          onEvent: (event) => event.type === 'quarantined' && quarantined.push(event.value),
        })
        const result = await client.callTool('echo', { text: 'é✓😀' }, { onLog: ({ data }) => logs.push(data) })
        assert.equal(result.content, [{ type: 'text', text: 'é✓😀' }])
        assert.equal(logs, ['é✓😀'])
        assert.equal(quarantined, ['not json'])
      }
    },
  },
  {
    name: 'a stream that arrives byte by byte is parsed',
    async run({ connect, server, proxy, assert }) {
      const bytewise = await proxy({ split: 1 })
      await server.script({
        on: { rpc: 'tools/call' },
        do: [{ stream: { lineEnd: '\r\n' } }, { notify: 2 }, { answer: true }],
      })
      const client = await connect({ url: bytewise.url })
      let progress = 0
      const result = await client.callTool('echo', { text: 'é✓😀' }, { onProgress: () => progress++ })
      assert.equal(result.content, [{ type: 'text', text: 'é✓😀' }])
      assert.equal(progress, 2)
    },
  },
  {
    name: 'a thousand messages on one stream arrive in order, and a large result arrives whole',
    async run({ connect, assert }) {
      const client = await connect()
      const seen: number[] = []
      await client.callTool('count', { to: 1000 }, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(
        seen,
        Array.from({ length: 1000 }, (_, index) => index + 1),
      )
      const { content } = await client.callTool('big', { bytes: 2_000_000 })
      assert.equal((content[0] as { text: string }).text.length, 2_000_000)
    },
  },
  {
    name: 'a batch is read, in a JSON body and in one event',
    ids: ['protocol:J-13'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-03-26'] })
      const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'one' } }
      const client = await connect({
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          if (!init.body?.includes('tools/call')) return response
          const [answer] = /\{"jsonrpc".*\}/.exec(await response.text()) ?? []
          const batch = `[${JSON.stringify(note)},${answer}]`
          const sse = response.headers.get('content-type') === 'text/event-stream'
          return new Response(sse ? `data: ${batch}\n\n` : batch, { headers: response.headers })
        },
      })
      for (const answer of ['json', 'sse'] as const) {
        await server.configure({ answer })
        const logs: unknown[] = []
        const result = await client.callTool('echo', { text: answer }, { onLog: ({ data }) => logs.push(data) })
        assert.equal(result.content, [{ type: 'text', text: answer }])
        assert.equal(logs, ['one'])
      }
    },
  },
]
