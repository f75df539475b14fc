/** Calls that return input requests to the caller, and are continued from JSON, by this client or another. */
import type { CallToolOptions, Client, Continuation, InputRequired } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import {
  accept,
  declaredIn,
  done,
  form,
  handlers,
  lastAnswers,
  needs,
  onRound,
  roundsIn,
  samplingRequest,
} from '../steps/input-required.ts'

/** A copy by way of JSON, as another isolate would get it. */
const carry = <T>(value: T): T => JSON.parse(JSON.stringify(value))

const manual = { inputRequired: 'return' } as const

/** The `input_required` result that the caller got. */
async function postponed(promise: Promise<unknown>) {
  const result = (await promise) as {
    resultType?: string
    inputRequests?: Record<string, { method: string; params?: Record<string, unknown> }>
    requestState?: string
    continuation: Exclude<CallToolOptions['resume'], undefined>
  }
  if (result.resultType !== 'input_required') throw new Error(`Expected a question, got ${JSON.stringify(result)}`)
  return result
}

/** The continuation with these responses, as JSON. */
const answered = ({ continuation }: Awaited<ReturnType<typeof postponed>>, inputResponses: object) =>
  carry({ ...continuation, inputResponses }) as Continuation

const question = { resultType: 'input_required', requestState: 's', inputRequests: { first: form() } }

export const fromJson: Scenario[] = [
  {
    name: 'with input returned to the caller, the input requests come back as data, no handler runs and nothing more is sent',
    ids: ['protocol:M-24'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers: { elicit: () => Promise.reject(new Error('not to be asked')) } })
      const question = form('Who?')
      await server.script(needs(1, { inputRequests: { who: question }, requestState: ' s ' }))
      const result = await postponed(client.callTool('echo', { text: 'x' }, manual))
      assert.match(result, { inputRequests: { who: question }, requestState: ' s ' })
      assert.equal(carry(result.continuation), result.continuation)
      assert.match(result.continuation, { method: 'tools/call', requestState: ' s ', url: server.url })
      assert.equal(callsIn(await server.journal()).length, 1)
      assert.match(await client.callTool('echo', { text: 'on' }, manual), { content: [{ type: 'text', text: 'on' }] })
    },
  },
  {
    name: 'another client can finish a call from its continuation as JSON',
    ids: ['protocol:M-24'],
    async run({ connectModern, server, assert }) {
      const here = await connectModern()
      const result = await postponed(here.callTool('test_input_required_result_request_state', {}, manual))
      await here.close()
      const there = await connectModern()
      const resume = answered(result, { confirm: accept({ ok: true }) })
      assert.equal(textsOf(await there.callTool('test_input_required_result_request_state', {}, { resume })), [
        'state-ok',
      ])
      const [first, second] = callsIn(await server.journal())
      assert(first?.id !== second?.id, 'a new id')
      assert.equal(Object.keys(lastAnswers(await server.journal()) as object), ['confirm'])
    },
  },
  {
    name: 'without any handler the caller can answer every kind of input request',
    ids: ['protocol:M-24'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const result = await postponed(client.callTool('ask', { what: 'all' }, manual))
      assert.equal(Object.keys(result.inputRequests ?? {}).sort(), ['form 1', 'roots 1', 'sample 1'])
      const [first] = callsIn(await server.journal())
      assert.equal(Object.keys(declaredIn(first)).sort(), ['elicitation', 'roots', 'sampling'])
      const responses = {
        'form 1': accept({ name: 'Ada' }),
        'roots 1': { roots: [{ uri: 'file:///home' }] },
        'sample 1': { role: 'assistant', content: { type: 'text', text: 'hm' }, model: 'm' },
      }
      const resume = answered(result, responses)
      const finished = await client.callTool('ask', { what: 'all' }, { ...manual, resume })
      assert.match(finished, { structuredContent: responses })
      await client.callTool('echo', { text: 'x' })
      const last = callsIn(await server.journal()).at(-1)
      assert.equal(declaredIn(last), {}, 'only what is asked for in this way is declared in this way')
    },
  },
  {
    name: 'several input rounds can be finished by several clients',
    ids: ['protocol:M-24'],
    async run({ connectModern, assert }) {
      const args = { what: 'form', rounds: 3 }
      let result = await postponed((await connectModern()).callTool('ask', args, manual))
      for (const round of [1, 2]) {
        const resume = answered(result, { [`form ${round}`]: accept({ name: `name ${round}` }) })
        result = await postponed((await connectModern()).callTool('ask', args, { ...manual, resume }))
      }
      const resume = answered(result, { 'form 3': accept({ name: 'name 3' }) })
      const { structuredContent } = await (await connectModern()).callTool('ask', args, { resume })
      assert.equal(structuredContent, {
        'form 1': accept({ name: 'name 1' }),
        'form 2': accept({ name: 'name 2' }),
        'form 3': accept({ name: 'name 3' }),
      })
    },
  },
  {
    name: 'later rounds of a continued call are answered by the handlers again',
    ids: ['protocol:M-24'],
    async run({ connectModern, assert }) {
      const args = { what: 'form', rounds: 2 }
      const result = await postponed((await connectModern()).callTool('ask', args, manual))
      const resume = answered(result, { 'form 1': accept({ name: 'Grace' }) })
      const client = await connectModern({ handlers })
      const { structuredContent } = await client.callTool('ask', args, { resume })
      assert.equal(structuredContent, { 'form 1': accept({ name: 'Grace' }), 'form 2': accept({ name: 'Ada' }) })
    },
  },
  {
    name: 'resource reads and prompts can be continued elsewhere too',
    ids: ['protocol:M-24'],
    async run({ connectModern, assert }) {
      const here = await connectModern()
      const there = await connectModern()
      const read = await postponed(here.readResource('test://input-required', manual))
      const reason = accept({ reason: 'because' })
      const { contents } = await there.readResource('test://input-required', { resume: answered(read, { reason }) })
      assert.match(contents[0], { text: JSON.stringify(reason) })
      const name = 'test_input_required_result_prompt'
      const got = await postponed(here.getPrompt(name, {}, manual))
      const context = accept({ context: 'tests' })
      const { messages } = await there.getPrompt(name, {}, { resume: answered(got, { user_context: context }) })
      assert.match(messages[0], { content: { type: 'text', text: `The user answered ${JSON.stringify(context)}` } })
    },
  },
  {
    name: 'a continuation for another URL is refused before anything is sent',
    ids: ['protocol:M-24'],
    async run({ connectModern, server, assert }) {
      const client: Client = await connectModern()
      await server.script(needs(1, { inputRequests: { who: form() } }), done(2))
      const result = await postponed(client.callTool('echo', { text: 'x' }, manual))
      const resume = { ...answered(result, { who: accept({ name: 'x' }) }), url: 'https://example.com/mcp' }
      const before = callsIn(await server.journal()).length
      await assert.rejects(client.callTool('echo', { text: 'x' }, { resume }))
      assert.equal(callsIn(await server.journal()).length, before)
    },
  },
  {
    name: 'a round without input requests is returned too, and continues with its requestState alone',
    ids: ['protocol:M-24'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(needs(1, { requestState: '' }), onRound(2, { content: [], resultType: 'complete' }))
      const result = await postponed(client.callTool('echo', { text: 'x' }, manual))
      assert.equal(result.requestState, '')
      await client.callTool('echo', { text: 'x' }, { resume: carry(result.continuation) })
      const [, second] = roundsIn(await server.journal())
      assert.equal([second?.requestState, 'inputResponses' in (second ?? {})], ['', false])
    },
  },
  {
    name: 'an input request of an undeclared kind is returned to the caller',
    ids: ['protocol:M-24'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const inputRequests = {
        model: samplingRequest('?', { tools: [] }),
        later: { method: 'example.com/other', params: {} },
      }
      await server.script(needs(1, { inputRequests }))
      const result = await postponed(client.callTool('echo', { text: 'x' }, manual))
      assert.equal(result.inputRequests, inputRequests)
    },
  },
  {
    name: 'a continuation of another tool, resource or prompt is a TypeError, and nothing is sent',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const rpcs = ['tools/call', 'resources/read', 'prompts/get']
      await server.script(...rpcs.map((rpcMethod) => ({ on: { rpcMethod }, do: [{ answerJson: question }] })))
      const keep = { inputRequired: 'return' } as const
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
      for (const mistake of mistakes) {
        await assert.rejects(mistake, { name: 'TypeError', delivery: 'not-executed', message: /^resume: got/ })
      }
      assert.equal((await server.methods()).length, before)
    },
  },
]
