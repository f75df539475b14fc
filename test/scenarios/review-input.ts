/** Input: a person is asked once, for what makes sense, and what they left out is filled in. */
import type { Continuation, InputRequired } from '../../src/core/index.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './input/steps/ask.ts'
import { accept, done, form, lastAnswers, needs, prompt, said } from './steps/input-required.ts'
import { refusal } from './steps/modern.ts'
import { callsIn, textsOf } from './steps/calls.ts'
import type { Scenario } from './scenario.ts'

const question = { resultType: 'input_required', requestState: 's', inputRequests: { first: form() } }

export const reviewInput: Scenario[] = [
  {
    name: 'a HeaderMismatch after an input round does not ask the person again',
    async run({ connectModern, server, assert }) {
      let asked = 0
      const elicit = () => {
        asked++
        return accept({ name: 'Ada' })
      }
      await server.script(
        needs(1, { inputRequests: { first: form() }, requestState: 's' }),
        { on: { rpc: 'tools/call' }, nth: 2, do: [refusal(400, -32020)] },
        done(3),
      )
      const client = await connectModern({ handlers: { elicit } })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['done'])
      assert.equal(asked, 1)
      const journal = await server.journal()
      assert.equal([callsIn(journal).length, lastAnswers(journal)], [3, { first: accept({ name: 'Ada' }) }])
    },
  },
  ...askedBothWays({
    name: 'a sampling request without valid messages is refused, and no handler runs',
    async run(world, connect) {
      let asked = 0
      const sample = () => {
        asked++
        return said
      }
      const client = await connect({ handlers: { sample } })
      const nothing = [
        undefined,
        'hello',
        [null],
        [{ role: 'user', content: null }],
        [{ role: 'user', content: [null] }],
      ]
      for (const messages of nothing) {
        const outcome = await ask(world, client, prompt('?', { messages }))
        assertRefused(world.assert, client, outcome, -32602)
      }
      world.assert.equal(asked, 0)
    },
  }),
  ...askedBothWays({
    name: 'a null member of a server request counts as absent',
    async run(world, connect) {
      const elicit = () => accept({ name: 'Ada' })
      const client = await connect({ handlers: { elicit, sample: () => said } })
      const { method, params } = form()
      const asking = await ask(world, client, { method, params: { ...params, mode: null } })
      assertAnswered(world.assert, asking, accept({ name: 'Ada' }))
      const outcome = await ask(world, client, prompt('?', { tools: null, toolChoice: null }))
      assertAnswered(world.assert, outcome, said)
    },
  }),
  ...askedBothWays({
    name: 'a form field that is undefined gets its default',
    async run(world, connect) {
      const client = await connect({ handlers: { elicit: () => accept({ a: undefined, b: 'given' }) as never } })
      const text = { type: 'string', default: 'proposed' }
      const outcome = await ask(world, client, form('?', { a: text, b: text }))
      assertAnswered(world.assert, outcome, accept({ a: 'proposed', b: 'given' }))
    },
  }),
  {
    name: 'a continuation of another tool, resource or prompt is a TypeError, and nothing is sent',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const rpcs = ['tools/call', 'resources/read', 'prompts/get']
      await server.script(...rpcs.map((rpc) => ({ on: { rpc }, do: [{ answerJson: question }] })))
      const keep = { onInputRequired: 'return' } as const
      const questions = await Promise.all([
        client.callTool('echo', { text: 'x' }, keep),
        client.readResource('test://static-text', keep),
        client.getPrompt('test_simple_prompt', {}, keep),
      ])
      const [tool, resource, prompt] = questions.map((asked): Continuation => (asked as InputRequired).continuation)
      const before = (await server.methods()).length
      const mistakes = [
        client.callTool('add', { text: 'x' }, { resume: tool! }),
        client.readResource('test://static-binary', { resume: resource! }),
        client.getPrompt('test_prompt_with_arguments', {}, { resume: prompt! }),
        client.callTool('echo', { text: 'x' }, { resume: prompt! }),
      ]
      for (const mistake of mistakes) await assert.rejects(mistake, { name: 'TypeError', message: /^resume: got/ })
      assert.equal((await server.methods()).length, before)
    },
  },
]
