/** `resultType`: complete, input_required and unknown ones. */
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { fillIn, form, handlers, needs, onRound } from '../steps/input-required.ts'

/** Two forms, under the keys `first` and `second`. */
const two = { first: form('one'), second: form('two') }

export const resultTypes: Scenario[] = [
  {
    name: 'a complete result is returned, and an input_required result is answered first',
    ids: ['protocol:M-1'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers })
      assert.equal(textsOf(await client.callTool('echo', { text: 'at once' })), ['at once'])
      const result = await client.callTool('test_input_required_result_elicitation')
      assert.equal(textsOf(result), ['Hello, Ada!'])
      assert.equal(callsIn(await server.journal()).length, 3)
    },
  },
  {
    name: 'a result without resultType is complete, whatever else it carries',
    ids: ['protocol:M-2'],
    async run({ connectModern, server, assert }) {
      await server.script(
        onRound(1, { content: [], requestState: 'left over', inputRequests: two }),
        onRound(2, { content: [], resultType: 'complete', requestState: 'left over' }),
      )
      const client = await connectModern({ handlers })
      assert.match(await client.callTool('echo', { text: 'x' }), { content: [], requestState: 'left over' })
      await client.callTool('echo', { text: 'x' })
      assert.equal(callsIn(await server.journal()).length, 2)
    },
  },
  {
    name: 'an undeclared resultType is an error that carries the result',
    ids: ['protocol:M-3'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers })
      for (const resultType of ['weird', 'task', '']) {
        const result = { resultType, content: [], taskId: 't', status: 'completed' }
        await server.script(onRound(1, result))
        const refused = await assert.rejects(client.callTool('echo', { text: 'x' }), {
          code: 'invalid-message',
          delivery: 'answered',
        })
        assert.match(refused.result, { resultType, taskId: 't' })
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'in the handshake revisions resultType has no meaning, and any is accepted',
    ids: ['protocol:M-4'],
    async run({ connect, server, assert }) {
      await server.script(onRound(1, { resultType: 'x', content: [] }), needs(2, { inputRequests: two, content: [] }))
      const client = await connect({ handlers })
      assert.match(await client.callTool('echo', { text: 'x' }), { resultType: 'x', content: [] })
      await client.callTool('echo', { text: 'x' })
      assert.equal(callsIn(await server.journal()).length, 2)
    },
  },
  {
    name: 'only the result of a tool can be a task: a member of that name means nothing elsewhere',
    async run({ connect, connectModern, server, assert }) {
      for (const client of [await connect(), await connectModern()]) {
        const task = { taskId: 't', status: 'working' }
        await server.script(
          { on: { rpcMethod: 'prompts/get' }, do: [{ answerJson: { messages: [], task } }] },
          { on: { rpcMethod: 'resources/read' }, do: [{ answerJson: { contents: [], task } }] },
        )
        assert.match(await client.getPrompt('test_simple_prompt'), { messages: [], task })
        assert.match(await client.readResource('test://text'), { contents: [], task })
      }
    },
  },
  {
    name: 'only calls, resource reads and prompts may require input; elsewhere it is an error',
    ids: ['protocol:M-5'],
    async run({ connectModern, server, assert }) {
      const need = { resultType: 'input_required', inputRequests: two, tools: [] }
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answerJson: need }] },
        { on: { rpcMethod: 'completion/complete' }, do: [{ answerJson: need }] },
      )
      const asked: string[] = []
      const client = await connectModern({
        handlers: {
          elicit(request) {
            asked.push(request.message)
            return fillIn(request)
          },
        },
      })
      const invalid = { code: 'invalid-message', delivery: 'answered' }
      await assert.rejects(client.listTools(), invalid)
      const argument = { name: 'arg1', value: 'pa' }
      await assert.rejects(
        client.complete({ ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' }, argument }),
        invalid,
      )
      assert.equal(asked, [])
      const read = await client.readResource('test://input-required')
      assert.equal(asked, ['Why?'])
      assert.match(read.contents[0], { uri: 'test://input-required' })
    },
  },
  {
    name: 'an input_required result without inputRequests and requestState is an error',
    ids: ['protocol:M-6'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers })
      for (const need of [{}, { inputRequests: null }, { requestState: null }]) {
        await server.script(needs(1, need))
        const before = callsIn(await server.journal()).length
        const expected = { code: 'invalid-message', delivery: 'answered' }
        const { result } = await assert.rejects(client.callTool('echo', { text: 'x' }), expected)
        assert.match(result, { resultType: 'input_required' })
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
    },
  },
]
