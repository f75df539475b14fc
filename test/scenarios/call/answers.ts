/** Answers to calls, as JSON and on streams. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

export const answers: Scenario[] = [
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
      assert.equal((await client.callTool('echo', { text: 'héllo ✓ 😀' })).content, textContent('héllo ✓ 😀'))
      const call = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'tools/call')
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
      assert.equal((await client.callTool('echo', { text: 'héllo ✓ 😀' })).content, textContent('héllo ✓ 😀'))
      const call = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'tools/call')
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
        calls.map((_, index) => textContent(`call ${index}`)),
      )
      const ids = (await server.journal()).flatMap(({ rpcMethod, id }) => (rpcMethod === 'tools/call' ? [id] : []))
      assert.equal(new Set(ids).size, 20)
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
      assert.equal((await client.callTool('echo', { text: 'still' })).content, textContent('still'))
    },
  },
  {
    name: 'a result that is not a tool result is an error that carries it',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ answerJson: { content: 'text' } }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo'), {
        code: 'invalid-message',
        delivery: 'answered',
        message: /echo.*content/,
        result: { content: 'text' },
      })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
]
