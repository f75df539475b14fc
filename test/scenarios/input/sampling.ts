/** Sampling: requests of the server to the model. */
import { RpcError } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { sampleResult, samplingRequest } from '../steps/input-required.ts'
import { paramsOf } from '../steps/journal.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './steps/ask.ts'
import { createModel, text, use } from './steps/model.ts'

/** Every parameter of every revision, except those that need their own capability. */
const everything = {
  messages: [
    { role: 'user', content: text('one') },
    { role: 'assistant', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } },
    { role: 'user', content: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' } },
  ],
  maxTokens: 7,
  modelPreferences: { hints: [{ name: 'first' }, { name: 'second' }, {}], costPriority: 0, speedPriority: 0.5 },
  systemPrompt: 'Be brief',
  temperature: 0,
  stopSequences: ['\n', ''],
  metadata: { vendor: { nested: [null] } },
  _meta: { 'example.com/trace': 1 },
  unheardOf: { kept: true },
}

export const sampling: Scenario[] = [
  ...askedBothWays({
    name: 'the sampling handler gets every parameter unchanged, and no others',
    ids: ['protocol:F-55'],
    async run(world, connect) {
      const { asked, create } = createModel()
      const client = await connect({ handlers: { sample: create } })
      const minimal = { messages: [], maxTokens: 1 }
      for (const params of [everything, minimal]) {
        assertAnswered(
          world.assert,
          await ask(world, client, { method: 'sampling/createMessage', params }),
          sampleResult,
        )
      }
      world.assert.equal(asked, [everything, minimal])
    },
  }),
  ...askedBothWays({
    name: 'every field of a sampling result reaches the server',
    ids: ['protocol:F-55'],
    async run(world, connect) {
      const answer = { ...sampleResult, stopReason: 'a reason of its own', _meta: { 'example.com/cost': 3 } }
      const client = await connect({ handlers: { sample: () => answer } })
      assertAnswered(world.assert, await ask(world, client, samplingRequest('?')), answer)
    },
  }),
  {
    name: 'several content blocks in a sampling result are never sent to servers before 2025-11-25',
    ids: ['protocol:F-56'],
    async run(world) {
      for (const version of ['2025-06-18', '2025-03-26'] as const) {
        const { create } = createModel({ ...sampleResult, content: [text('one'), text('two')] })
        const client = await world.connect({ versions: [version], handlers: { sample: create }, onEvent() {} })
        assertRefused(world.assert, client, await ask(world, client, samplingRequest('?')), -32603)
      }
    },
  },
  {
    name: 'a list of one content block is sent to servers before 2025-11-25 as that block',
    ids: ['protocol:F-56'],
    async run(world) {
      const { create } = createModel({ ...sampleResult, content: [text('one')] })
      const client = await world.connect({ versions: ['2025-06-18'], handlers: { sample: create } })
      assertAnswered(world.assert, await ask(world, client, samplingRequest('?')), {
        ...sampleResult,
        content: text('one'),
      })
    },
  },
  ...askedBothWays({
    name: 'sampling content may be one block or several, in requests and results',
    ids: ['protocol:F-57'],
    async run(world, connect) {
      const blocks = [text('one'), text('two')]
      for (const content of [text('alone'), blocks, [use]]) {
        const { asked, create } = createModel({ ...sampleResult, content, stopReason: 'toolUse' })
        const client = await connect({ handlers: { sample: { create, tools: true } } })
        const messages = [
          { role: 'user', content: blocks },
          { role: 'user', content: text('and') },
        ]
        const outcome = await ask(world, client, samplingRequest('?', { messages }))
        assertAnswered(world.assert, outcome, { ...sampleResult, content, stopReason: 'toolUse' })
        world.assert.equal(asked[0]?.messages, messages)
        await client.close()
      }
    },
  }),
  ...askedBothWays({
    name: 'model hints arrive in order, together with maxTokens',
    ids: ['protocol:F-60'],
    async run(world, connect) {
      const models = ['small-1', 'large-2']
      const client = await connect({
        handlers: {
          sample({ modelPreferences, maxTokens }) {
            const { hints } = modelPreferences as { hints: { name: string }[] }
            const fits = hints.flatMap(({ name }) => models.filter((candidate) => candidate.includes(name)))
            return { ...sampleResult, model: fits[0]!, content: text('x'.repeat(maxTokens)) }
          },
        },
      })
      const question = samplingRequest('?', {
        maxTokens: 3,
        modelPreferences: { hints: [{ name: 'large' }, { name: 'small' }] },
      })
      const outcome = await ask(world, client, question)
      assertAnswered(world.assert, outcome, { ...sampleResult, model: 'large-2', content: text('xxx') })
    },
  }),
  {
    name: "a user's refusal can be told apart from a failure by the code that the handler throws",
    ids: ['protocol:F-62'],
    async run(world) {
      const refusal = new RpcError('sampling/createMessage', { code: -1, message: 'The user said no' })
      const client = await world.connect({ handlers: { sample: () => Promise.reject(refusal) } })
      const { error, failure } = await ask(world, client, samplingRequest('?'))
      world.assert.equal([error, failure], [{ code: -1, message: 'The user said no' }, undefined])
      const sample = () => Promise.reject(new Error('private'))
      const failing = await world.connect({ handlers: { sample }, onEvent() {} })
      world.assert.equal((await ask(world, failing, samplingRequest('?'))).error, {
        code: -32603,
        message: 'Internal error',
      })
    },
  },
  {
    name: 'in 2026-07-28 a refused sampling request rejects the call, which is not repeated',
    ids: ['protocol:F-62'],
    async run(world) {
      const refusal = new Error('The user said no')
      const client = await world.connectModern({ handlers: { sample: () => Promise.reject(refusal) } })
      const { failure, calls } = await ask(world, client, samplingRequest('?'))
      world.assert(failure === refusal, 'the very error')
      world.assert.equal(calls, 1)
    },
  },
  ...askedBothWays({
    name: 'the handler can review a sampling request before the model and before the reply',
    ids: ['protocol:F-63'],
    async run(world, connect) {
      const order: string[] = []
      const client = await connect({
        handlers: {
          async sample({ messages }) {
            order.push(`review ${JSON.stringify(messages[0]?.content)}`)
            const journal = await world.server.journal()
            const answers = journal.filter(
              (entry) => entry.rpcMethod === 'response' || 'inputResponses' in paramsOf(entry),
            )
            order.push(`reply after ${answers.length}`)
            return { ...sampleResult, content: text('reviewed') }
          },
        },
      })
      const outcome = await ask(world, client, samplingRequest('secret'))
      assertAnswered(world.assert, outcome, { ...sampleResult, content: text('reviewed') })
      world.assert.equal(order, ['review {"type":"text","text":"secret"}', 'reply after 0'])
    },
  }),
  ...askedBothWays({
    name: 'nothing of one sampling request is kept for the next',
    ids: ['protocol:F-63'],
    async run(world, connect) {
      const { asked, create } = createModel()
      const client = await connect({ handlers: { sample: create } })
      await ask(world, client, samplingRequest('first'))
      await ask(world, client, samplingRequest('second'))
      world.assert.equal(
        asked.map(({ messages }) => messages.length),
        [1, 1],
      )
      world.assert(!JSON.stringify(asked[1]).includes('first'), 'each question stands alone')
    },
  }),
  ...askedBothWays({
    name: 'a sampling request without valid messages is refused, and no handler runs',
    async run(world, connect) {
      let asked = 0
      const sample = () => {
        asked++
        return sampleResult
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
        const outcome = await ask(world, client, samplingRequest('?', { messages }))
        assertRefused(world.assert, client, outcome, -32602)
      }
      world.assert.equal(asked, 0)
    },
  }),
  ...askedBothWays({
    name: 'a handler result that is no sampling result, or no JSON, is not sent, and the connection still works',
    ids: ['protocol:J-10', 'protocol:F-55'],
    async run(world, connect) {
      const cycle: Record<string, unknown> = { ...sampleResult }
      cycle.self = cycle
      let answer: unknown
      const client = await connect({ handlers: { sample: () => answer as typeof sampleResult } })
      const { model: _, ...anonymous } = sampleResult
      const nonsense = [{ nothing: true }, anonymous, { ...sampleResult, content: 'Paris' }, undefined, 'Paris']
      for (answer of [...nonsense, { ...sampleResult, cost: 1n }, cycle]) {
        assertRefused(world.assert, client, await ask(world, client, samplingRequest('?')), -32603)
      }
      answer = sampleResult
      assertAnswered(world.assert, await ask(world, client, samplingRequest('?')), sampleResult)
    },
  }),
]
