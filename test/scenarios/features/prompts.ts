/** Prompts: listed, and filled with arguments. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'

export const prompts: Scenario[] = [
  ...inBothEras({
    name: 'prompts are listed with their arguments',
    ids: ['protocol:F-7', 'protocol:F-19'],
    async run({ connect, assert }) {
      const client = await connect()
      const prompts = await client.listPrompts()
      assert.equal(
        prompts.find(({ name }) => name === 'test_prompt_with_arguments'),
        {
          name: 'test_prompt_with_arguments',
          description: 'One message with two arguments in it',
          arguments: [
            { name: 'arg1', description: 'First test argument', required: true },
            { name: 'arg2', description: 'Second test argument', required: true },
          ],
        },
      )
      assert.match(
        prompts.find(({ name }) => name === 'test_simple_prompt'),
        { title: 'Simple prompt' },
      )
    },
  }),
  ...inBothEras({
    name: 'a prompt is filled with its arguments, and its messages may hold any content',
    ids: ['protocol:F-8'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const filled = await client.getPrompt('test_prompt_with_arguments', { arg1: 'héllo', arg2: '' })
      assert.equal(filled.messages, [
        { role: 'user', content: { type: 'text', text: "Prompt with arguments: arg1='héllo', arg2=''" } },
      ])
      assert.equal(filled.description, 'One message with two arguments in it')
      const kinds = async (name: string, args?: Record<string, string>) =>
        (await client.getPrompt(name, args)).messages.map(({ content }) => content.type)
      assert.equal(await kinds('test_prompt_with_image'), ['image', 'text'])
      assert.equal(await kinds('test_prompt_with_embedded_resource', { resourceUri: 'test://x' }), ['resource', 'text'])
      const sent = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'prompts/get').map(paramsOf)
      assert.equal(sent[0]?.arguments, { arg1: 'héllo', arg2: '' })
    },
  }),
  ...inBothEras({
    name: 'an unknown prompt or a missing argument is an RpcError',
    ids: ['protocol:F-8', 'protocol:F-25'],
    async run(world) {
      const { connect, assert } = world
      const client = await connect()
      await assert.rejects(client.getPrompt('nobody'), { code: 'rpc', rpcCode: -32602, delivery: 'answered' })
      await assert.rejects(client.getPrompt('test_prompt_with_arguments', { arg1: 'a' }), {
        code: 'rpc',
        rpcMessage: /arg2/,
      })
      assert.equal((await client.getPrompt('test_simple_prompt')).messages.length, 1)
    },
  }),
  ...inBothEras({
    name: 'a prompt argument that is not a string is a TypeError, and nothing is sent',
    ids: ['protocol:F-44'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      for (const value of [1, true, null, ['a'], {}]) {
        await assert.rejects(client.getPrompt('test_prompt_with_arguments', { arg1: value } as never), {
          name: 'TypeError',
        })
      }
      assert.equal(await timesSent(server, 'prompts/get'), 0)
      assert.equal((await client.getPrompt('test_simple_prompt')).messages.length, 1)
    },
  }),
  ...inBothEras({
    name: 'a result that is not a prompt is an error that carries it',
    ids: ['protocol:F-8'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(...answersTo('prompts/get', { messages: 'none' }))
      const error = await assert.rejects(client.getPrompt('x'), { code: 'invalid-message', delivery: 'answered' })
      assert.match(error.result, { messages: 'none' })
    },
  }),
  ...inBothEras({
    name: 'unknown roles, content types and audiences pass unchanged',
    ids: ['protocol:Z-8'],
    async run({ connect, server, assert }) {
      const messages = [
        { role: 'narrator', content: { type: 'hologram', data: [1, 2], annotations: { audience: ['crowd'] } } },
        { role: 'assistant', content: { type: 'text', text: 'x', annotations: { priority: 7 } } },
      ]
      await server.script(...answersTo('prompts/get', { messages, extra: { kept: true } }))
      const client = await connect()
      const prompt = await client.getPrompt('odd')
      assert.equal(prompt.messages, messages)
      assert.match(prompt, { extra: { kept: true } })
    },
  }),
]
