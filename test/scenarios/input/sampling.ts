/** Sampling: what a server asks of the model, and what the model may be asked. */
import { RpcError, type SampleRequest, type SampleResult } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { declaredIn, prompt, said } from '../steps/input-required.ts'
import { paramsOf } from '../steps/journal.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './steps/ask.ts'

const text = (value: string) => ({ type: 'text', text: value }) as const

/** Every parameter that any revision has, besides those that need a capability of their own. */
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

const use = { type: 'tool_use', id: 'u1', name: 'weather', input: { city: 'Paris' }, _meta: { a: 1 } }

const used = { type: 'tool_result', toolUseId: 'u1', content: [text('mild')], isError: false, _meta: { b: 2 } }

const tools = [{ name: 'weather', inputSchema: { type: 'object' } }]

const asking = (messages: object[]) => prompt('?', { messages, tools, toolChoice: { mode: 'auto' } })

/** A model that keeps what it was asked. */
function model(result: unknown = said) {
  const asked: SampleRequest[] = []
  const create = (request: SampleRequest) => {
    asked.push(request)
    return result as SampleResult
  }
  return { asked, create }
}

export const sampling: Scenario[] = [
  ...askedBothWays({
    name: 'the sampling handler gets every parameter unchanged, and no others',
    ids: ['protocol:F-55'],
    async run(world, connect) {
      const { asked, create } = model()
      const client = await connect({ handlers: { sample: create } })
      const minimal = { messages: [], maxTokens: 1 }
      for (const params of [everything, minimal]) {
        assertAnswered(world.assert, await ask(world, client, { method: 'sampling/createMessage', params }), said)
      }
      world.assert.equal(asked, [everything, minimal])
    },
  }),
  ...askedBothWays({
    name: 'every field of a sampling result reaches the server',
    ids: ['protocol:F-55'],
    async run(world, connect) {
      const answer = { ...said, stopReason: 'a reason of its own', _meta: { 'example.com/cost': 3 } }
      const client = await connect({ handlers: { sample: () => answer } })
      assertAnswered(world.assert, await ask(world, client, prompt('?')), answer)
    },
  }),
  {
    name: 'several content blocks in a sampling result are never sent to servers before 2025-11-25',
    ids: ['protocol:F-56'],
    async run(world) {
      for (const version of ['2025-06-18', '2025-03-26'] as const) {
        const { create } = model({ ...said, content: [text('one'), text('two')] })
        const client = await world.connect({ versions: [version], handlers: { sample: create } })
        assertRefused(world.assert, client, await ask(world, client, prompt('?')), -32603)
      }
    },
  },
  {
    name: 'a list of one content block is sent to servers before 2025-11-25 as that block',
    ids: ['protocol:F-56'],
    async run(world) {
      const { create } = model({ ...said, content: [text('one')] })
      const client = await world.connect({ versions: ['2025-06-18'], handlers: { sample: create } })
      assertAnswered(world.assert, await ask(world, client, prompt('?')), { ...said, content: text('one') })
    },
  },
  ...askedBothWays({
    name: 'sampling content may be one block or several, in requests and results',
    ids: ['protocol:F-57'],
    async run(world, connect) {
      const blocks = [text('one'), text('two')]
      for (const content of [text('alone'), blocks, [use]]) {
        const { asked, create } = model({ ...said, content, stopReason: 'toolUse' })
        const client = await connect({ handlers: { sample: { create, tools: true } } })
        const messages = [
          { role: 'user', content: blocks },
          { role: 'user', content: text('and') },
        ]
        const outcome = await ask(world, client, prompt('?', { messages }))
        assertAnswered(world.assert, outcome, { ...said, content, stopReason: 'toolUse' })
        world.assert.equal(asked[0]?.messages, messages)
        await client.close()
      }
    },
  }),
  ...askedBothWays({
    name: 'sampling with tools is refused unless the handler declares tools',
    ids: ['protocol:F-58'],
    async run(world, connect) {
      const { asked, create } = model()
      const client = await connect({ handlers: { sample: create } })
      for (const more of [{ tools }, { toolChoice: { mode: 'none' } }, { tools: [] }]) {
        assertRefused(world.assert, client, await ask(world, client, prompt('?', more)), -32602)
      }
      world.assert.equal(asked, [])
    },
  }),
  ...askedBothWays({
    name: 'a sampling handler with tools is declared, and content blocks keep their _meta',
    ids: ['protocol:F-58', 'protocol:F-63'],
    async run(world, connect) {
      const { asked, create } = model({ ...said, content: [use], stopReason: 'toolUse' })
      const client = await connect({ handlers: { sample: { create, tools: true } } })
      const messages = [
        { role: 'user', content: text('?') },
        { role: 'assistant', content: [text('hm'), use] },
        { role: 'user', content: [used] },
      ]
      const outcome = await ask(world, client, asking(messages))
      assertAnswered(world.assert, outcome, { ...said, content: [use], stopReason: 'toolUse' })
      world.assert.equal(asked[0]?.messages, messages)
      const entries = (await world.server.journal()).filter((entry) => 'sampling' in declaredIn(entry))
      world.assert.equal(declaredIn(entries[0]).sampling, { tools: {} })
    },
  }),
  {
    name: 'unmatched or mixed tool results in a sampling request are refused',
    ids: ['protocol:F-59'],
    async run(world) {
      const { asked, create } = model()
      const client = await world.connect({ handlers: { sample: { create, tools: true } } })
      const question = { role: 'user', content: text('?') }
      const using = { role: 'assistant', content: [use, { ...use, id: 'u2' }] }
      const both = [used, { ...used, toolUseId: 'u2' }]
      for (const messages of [
        [question, using, { role: 'user', content: [used] }],
        [question, using, { role: 'user', content: [...both, text('and')] }],
        [question, using, question],
        [question, { role: 'user', content: used }],
      ]) {
        assertRefused(world.assert, client, await ask(world, client, asking(messages)), -32602)
      }
      world.assert.equal(asked, [])
      const fine = await ask(world, client, asking([question, using, { role: 'user', content: both }]))
      assertAnswered(world.assert, fine, said)
    },
  },
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
            return { ...said, model: fits[0]!, content: text('x'.repeat(maxTokens)) }
          },
        },
      })
      const question = prompt('?', {
        maxTokens: 3,
        modelPreferences: { hints: [{ name: 'large' }, { name: 'small' }] },
      })
      const outcome = await ask(world, client, question)
      assertAnswered(world.assert, outcome, { ...said, model: 'large-2', content: text('xxx') })
    },
  }),
  ...askedBothWays({
    name: 'includeContext reaches the handler, and its support is declared',
    ids: ['protocol:F-61'],
    async run(world, connect) {
      const { asked, create } = model()
      const client = await connect({ handlers: { sample: { create, context: true } } })
      for (const includeContext of ['none', 'thisServer', 'allServers']) {
        assertAnswered(world.assert, await ask(world, client, prompt('?', { includeContext })), said)
      }
      world.assert.equal(
        asked.map(({ includeContext }) => includeContext),
        ['none', 'thisServer', 'allServers'],
      )
      const entries = (await world.server.journal()).filter((entry) => 'sampling' in declaredIn(entry))
      world.assert.equal(declaredIn(entries[0]).sampling, { context: {} })
    },
  }),
  {
    name: "a user's refusal can be told apart from a failure by the code that the handler throws",
    ids: ['protocol:F-62'],
    async run(world) {
      const refusal = new RpcError('sampling/createMessage', { code: -1, message: 'The user said no' })
      const client = await world.connect({ handlers: { sample: () => Promise.reject(refusal) } })
      const { error, failure } = await ask(world, client, prompt('?'))
      world.assert.equal([error, failure], [{ code: -1, message: 'The user said no' }, undefined])
      const failing = await world.connect({ handlers: { sample: () => Promise.reject(new Error('private')) } })
      world.assert.equal((await ask(world, failing, prompt('?'))).error, { code: -32603, message: 'Internal error' })
    },
  },
  {
    name: 'in 2026-07-28 a refused sampling request rejects the call, which is not repeated',
    ids: ['protocol:F-62'],
    async run(world) {
      const refusal = new Error('The user said no')
      const client = await world.connectModern({ handlers: { sample: () => Promise.reject(refusal) } })
      const { failure, calls } = await ask(world, client, prompt('?'))
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
            const answers = journal.filter((entry) => entry.rpc === 'response' || 'inputResponses' in paramsOf(entry))
            order.push(`reply after ${answers.length}`)
            return { ...said, content: text('reviewed') }
          },
        },
      })
      const outcome = await ask(world, client, prompt('secret'))
      assertAnswered(world.assert, outcome, { ...said, content: text('reviewed') })
      world.assert.equal(order, ['review {"type":"text","text":"secret"}', 'reply after 0'])
    },
  }),
  ...askedBothWays({
    name: 'nothing of one sampling request is kept for the next',
    ids: ['protocol:F-63'],
    async run(world, connect) {
      const { asked, create } = model()
      const client = await connect({ handlers: { sample: create } })
      await ask(world, client, prompt('first'))
      await ask(world, client, prompt('second'))
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
]
