/** The helpers of `/continuation`, for calls that return input requests to the caller. */
import { isInputRequired, withInputResponses } from '../../../src/continuation/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { accept } from '../steps/input-required.ts'

const TOOL = 'test_input_required_result_multi_round'

export const helpers: Scenario[] = [
  {
    name: 'a call with several input rounds can be finished by a new client in each round, from stored JSON',
    async run({ connectModern, server, assert }) {
      const answers: Record<string, { name?: string; color?: string }> = {
        step1: { name: 'Ada' },
        step2: { color: 'red' },
      }
      let result = await (await connectModern()).callTool(TOOL, {}, { inputRequired: 'return' })
      for (let round = 0; isInputRequired(result); round++) {
        assert(round < 2, 'two questions are asked')
        const keys = Object.keys(result.inputRequests ?? {})
        const responses = Object.fromEntries(keys.map((key) => [key, accept(answers[key] ?? {})]))
        const written = JSON.stringify(withInputResponses(result.continuation, responses))
        const options = { inputRequired: 'return', resume: JSON.parse(written) } as const
        result = await (await connectModern()).callTool(TOOL, {}, options)
      }
      assert.equal(textsOf(result), [
        JSON.stringify({ step1: accept({ name: 'Ada' }), step2: accept({ color: 'red' }) }),
      ])
      assert.equal(callsIn(await server.journal()).length, 3)
    },
  },
  {
    name: 'a missing answer is noticed before anything is sent',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const result = await client.callTool(
        'test_input_required_result_multiple_inputs',
        {},
        { inputRequired: 'return' },
      )
      if (!isInputRequired(result)) throw new Error('expected a question')
      const { continuation } = result
      const missing = await assert.rejects(
        Promise.resolve().then(() => withInputResponses(continuation, { greeting: accept({}) })),
        { name: 'TypeError' },
      )
      assert.includes(String(missing), 'user_name, client_roots')
      assert(!isInputRequired(await client.callTool('echo', { text: 'x' })), 'a result is no question')
      assert.equal(callsIn(await server.journal()).length, 2)
    },
  },
]
