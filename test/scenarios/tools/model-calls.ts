/** Tools of a server that a model calls: by any name, with approval, until they are aborted or gone. */
import { anthropicTools, modelTools, openaiResponsesTools } from '../../../src/tools/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf } from '../steps/journal.ts'

export const modelCalls: Scenario[] = [
  ...inBothEras({
    name: 'a model calls tools by names that every provider takes, and gets their results',
    async run({ connect, assert }) {
      const tools = await modelTools(await connect(), { prefix: 'a/b ' })
      for (const { name } of tools.list) assert(/^[A-Za-z0-9_-]{1,64}$/.test(name), name)
      assert.equal(new Set(tools.list.map(({ name }) => name)).size, tools.list.length)
      const echo = tools.list.find(({ definition }) => definition.name === 'echo')!
      const { run } = openaiResponsesTools(tools)
      const call = { type: 'function_call', call_id: 'call', name: echo.name, arguments: '{"text":"hello"}' }
      assert.equal(await run({ output: [call] }), [{ type: 'function_call_output', call_id: 'call', output: 'hello' }])
    },
  }),
  ...inBothEras({
    name: 'a call that was not approved is not sent, and the model is told so',
    async run({ connect, server, assert }) {
      const approve = (_tool: object, args: object) => 'text' in args
      const { run } = anthropicTools(await modelTools(await connect(), { approve }))
      const content = [{ text: 'hello' }, {}].map((input, id) => ({
        type: 'tool_use',
        id: `${id}`,
        name: 'echo',
        input,
      }))
      const [message] = await run({ content })
      const told =
        'echo of the server "mock" failed: The call of echo was not approved. ' +
        'The call was not executed. Do not retry it unless the user asks for that.'
      assert.equal(message?.content, [
        { type: 'tool_result', tool_use_id: '0', content: textContent('hello') },
        { type: 'tool_result', tool_use_id: '1', content: textContent(told), is_error: true },
      ])
      assert.equal((await server.methods()).filter((method) => method === 'tools/call').length, 1)
    },
  }),
  ...inBothEras({
    name: 'a generation that is aborted aborts its tool call with the same reason, and releases the stream',
    async run({ connect, server, assert }) {
      const tools = await modelTools(await connect())
      const stop = new AbortController()
      const pending = tools.find('slow')!.call({ ms: 60_000 }, { signal: stop.signal })
      await server.until((journal) => journal.some(({ rpcMethod }) => rpcMethod === 'tools/call'))
      stop.abort('enough')
      assert.equal(await assert.rejects(pending), 'enough' as never)
      await server.until((journal) =>
        journal.some((entry) => entry.rpcMethod === 'tools/call' && entry.ended !== undefined),
      )
    },
  }),
  ...inBothEras({
    name: 'a tool that vanished after it was listed is a typed error, and the others still work',
    async run({ connect, server, assert }) {
      const client = await connect()
      await client.callTool('test_trigger_tool_change')
      const tools = await modelTools(client)
      await client.callTool('test_trigger_tool_change')
      const expected = {
        code: 'tool',
        reason: 'not-found',
        delivery: 'not-executed',
        message: 'There is no tool named extra',
      }
      await assert.rejects(tools.find('extra')!.call(), expected)
      const calls = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.equal(calls.map((entry) => paramsOf(entry).name).at(-1), 'extra')
      assert.equal((await tools.find('echo')!.call({ text: 'on' })).content, textContent('on'))
    },
  }),
]
