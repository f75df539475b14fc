/** Lists and calls: the right answer to each, whatever form it takes. */
import { paramsOf } from '../steps/journal.ts'
import type { Scenario } from '../scenario.ts'

const text = (value: string) => [{ type: 'text', text: value }]

export const calling: Scenario[] = [
  {
    name: 'a tool is listed and called, with JSON answers',
    async run({ connect, server, assert }) {
      await server.configure({ answer: 'json' })
      const client = await connect()
      const tools = await client.listTools()
      assert(
        tools.some(({ name }) => name === 'echo'),
        'echo is listed',
      )
      assert.equal((await client.callTool('echo', { text: 'héllo ✓ 😀' })).content, text('héllo ✓ 😀'))
      const call = (await server.journal()).find(({ rpc }) => rpc === 'tools/call')
      assert.equal(call?.contentType, 'application/json')
      assert.match(call?.body as Record<string, unknown>, {
        jsonrpc: '2.0',
        params: { name: 'echo', arguments: { text: 'héllo ✓ 😀' } },
      })
    },
  },
  {
    name: 'a tool is called, with the answer on a stream',
    async run({ connect, server, assert }) {
      await server.configure({ answer: 'sse' })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'héllo ✓ 😀' })).content, text('héllo ✓ 😀'))
      const call = (await server.journal()).find(({ rpc }) => rpc === 'tools/call')
      assert.equal(call?.contentType, 'text/event-stream')
    },
  },
  {
    name: 'concurrent calls each get their own answer',
    async run({ connect, server, assert }) {
      const client = await connect()
      const calls = Array.from({ length: 20 }, (_, index) => client.callTool('echo', { text: `call ${index}` }))
      assert.equal(
        (await Promise.all(calls)).map(({ content }) => content),
        calls.map((_, index) => text(`call ${index}`)),
      )
      const ids = (await server.journal()).flatMap(({ rpc, id }) => (rpc === 'tools/call' ? [id] : []))
      assert.equal(new Set(ids).size, 20)
    },
  },
  {
    name: 'progress arrives in order, before the call resolves, and only when it was asked for',
    async run({ connect, server, assert }) {
      const client = await connect()
      const seen: unknown[] = []
      await client.callTool('count', { to: 5 }, { onProgress: ({ progress, total }) => seen.push([progress, total]) })
      assert.equal(
        seen,
        [1, 2, 3, 4, 5].map((progress) => [progress, 5]),
      )
      await client.callTool('count', { to: 2 }, { meta: { 'example.com/note': 'kept' } })
      const [asked, plain] = (await server.journal())
        .filter(({ rpc }) => rpc === 'tools/call')
        .map((entry) => paramsOf(entry)._meta as Record<string, unknown> | undefined)
      assert(asked?.progressToken !== undefined, 'the first call asks for progress')
      assert.equal(plain, { 'example.com/note': 'kept' })
    },
  },
  {
    name: 'progress that arrives in the same chunk as the answer is delivered',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { notify: 3 }, { answer: true }] })
      const client = await connect()
      let seen = 0
      await client.callTool('echo', { text: 'x' }, { onProgress: () => seen++ })
      assert.equal(seen, 3)
    },
  },
  {
    name: 'a progress callback that throws is reported and does not disturb the call',
    async run({ connect, assert }) {
      const warnings: string[] = []
      const client = await connect({ onEvent: (event) => event.type === 'warning' && warnings.push(event.message) })
      const onProgress = () => {
        throw new Error('mine')
      }
      assert.equal((await client.callTool('count', { to: 2 }, { onProgress })).isError ?? false, false)
      assert.equal(warnings.length, 2)
    },
  },
  {
    name: 'log messages of a call reach onLog and onEvent',
    async run({ connect, server, assert }) {
      const params = { level: 'info', logger: 'mock', data: { step: 1 } }
      await server.script({
        on: { rpc: 'tools/call' },
        do: [{ stream: {} }, { notify: { method: 'notifications/message', params } }, { answer: true }],
      })
      const events: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'log' && events.push(event.data) })
      const logs: unknown[] = []
      await client.callTool('echo', { text: 'x' }, { onLog: (message) => logs.push(message) })
      assert.equal(logs, [params])
      assert.equal(events, [{ step: 1 }])
    },
  },
  {
    name: 'a tool failure is a result with isError, and a JSON-RPC error is thrown',
    async run({ connect, assert }) {
      const client = await connect()
      assert.equal((await client.callTool('fail')).isError, true)
      const error = await assert.rejects(client.callTool('no such tool'), { code: 'rpc', delivery: 'answered' })
      assert.equal(error.rpcCode, -32602)
      assert(String(error.rpcMessage).length > 0, 'the words of the server are kept')
      assert.equal((await client.callTool('echo', { text: 'still' })).content, text('still'))
    },
  },
  {
    name: 'lists are read to their last page',
    async run({ connect, server, assert }) {
      const all = await (await connect()).listTools()
      await server.configure({ pageSize: 2 })
      const paged = await (await connect()).listTools()
      assert.equal(
        paged.map(({ name }) => name),
        all.map(({ name }) => name),
      )
      const lists = (await server.journal()).filter(({ rpc }) => rpc === 'tools/list')
      assert.equal(lists.length, 1 + Math.ceil(all.length / 2))
      assert.equal(paramsOf(lists[1]).cursor, undefined)
    },
  },
  {
    name: 'a repeated cursor ends a list with an error that carries the items so far',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 2, repeatCursor: true })
      const client = await connect()
      const error = await assert.rejects(client.listTools(), {
        code: 'invalid-message',
        delivery: 'answered',
        message: /new cursor.*repeated/,
      })
      assert((error.result as unknown[]).length >= 2, 'the items are there')
      assert((await server.methods()).filter((method) => method === 'tools/list').length <= 3, 'bounded requests')
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
    },
  },
  {
    name: 'an endless list stops at the page limit',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 1 })
      const client = await connect({ limits: { pages: 3 } })
      const error = await assert.rejects(client.listTools(), { code: 'invalid-message', message: /3 pages/ })
      assert.equal((error.result as unknown[]).length, 3)
      assert.equal((await server.methods()).filter((method) => method === 'tools/list').length, 3)
    },
  },
  {
    name: 'a server without tools gives an empty list and gets no request',
    ids: ['K-16'],
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { prompts: {} } })
      assert.equal(await (await connect()).listTools(), [])
      assert(!(await server.methods()).includes('tools/list'), 'no request')
    },
  },
  {
    name: 'tools are listed when the tools capability is empty, or when no capabilities are declared at all',
    ids: ['K-17', 'K-29'],
    async run({ connect, server, assert }) {
      for (const capabilities of [{ tools: {} }, null]) {
        await server.configure({ capabilities })
        assert((await (await connect()).listTools()).length > 0, `with ${JSON.stringify(capabilities)}`)
      }
    },
  },
  {
    name: 'one broken tool in a list is ignored with an event, and the others are returned',
    async run({ connect, server, assert }) {
      const tools = [{ name: 'good', inputSchema: {}, 'x-unknown': 1 }, { description: 'nameless' }, null]
      await server.script({ on: { rpc: 'tools/list' }, do: [{ answerJson: { tools } }] })
      const quarantined: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'quarantined' && quarantined.push(event.value),
      })
      assert.equal(await client.listTools(), [{ name: 'good', inputSchema: {}, 'x-unknown': 1 }])
      assert.equal(quarantined, [{ description: 'nameless' }, null])
    },
  },
  {
    name: 'a result that is not a tool result is an error that carries it',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [{ answerJson: { content: 'text' } }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo'), {
        code: 'invalid-message',
        delivery: 'answered',
        message: /echo.*content/,
        result: { content: 'text' },
      })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, text('on'))
    },
  },
  {
    name: 'content of an unknown type passes unchanged',
    async run({ connect, server, assert }) {
      const result = { content: [{ type: 'video', frames: [1, 2], _meta: { a: null } }], extra: { kept: true } }
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: result }] })
      assert.equal(await (await connect()).callTool('echo'), result)
    },
  },
]
