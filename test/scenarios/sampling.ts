/** Sampling: what a server asks of the model, and what the model may be asked. */
import { RpcError, type SampleRequest, type SampleResult } from '../../src/core/index.ts'
import { ask, assertAnswered, assertRefused, inBothEras } from './elicitation-asking.ts'
import { declaredIn, prompt, said } from './input-required-steps.ts'
import { paramsOf } from './journal.ts'
import type { Scenario } from './scenario.ts'

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
  ...inBothEras('protocol:F-55 the model gets every parameter as it came, and no others', async (world, connect) => {
    const { asked, create } = model()
    const client = await connect({ handlers: { sample: create } })
    const minimal = { messages: [], maxTokens: 1 }
    for (const params of [everything, minimal]) {
      assertAnswered(world.assert, await ask(world, client, { method: 'sampling/createMessage', params }), said)
    }
    world.assert.equal(asked, [everything, minimal])
  }),
  ...inBothEras('protocol:F-55 every field of an answer arrives', async (world, connect) => {
    const answer = { ...said, stopReason: 'a reason of its own', _meta: { 'example.com/cost': 3 } }
    const client = await connect({ handlers: { sample: () => answer } })
    assertAnswered(world.assert, await ask(world, client, prompt('?')), answer)
  }),
  {
    name: 'protocol:F-56 servers before 2025-11-25 never get several blocks in one answer',
    async run(world) {
      for (const version of ['2025-06-18', '2025-03-26'] as const) {
        const { create } = model({ ...said, content: [text('one'), text('two')] })
        const client = await world.connect({ versions: [version], handlers: { sample: create } })
        assertRefused(world.assert, client, await ask(world, client, prompt('?')), -32603)
      }
    },
  },
  {
    name: 'protocol:F-56 a list of one block is sent to them as that block',
    async run(world) {
      const { create } = model({ ...said, content: [text('one')] })
      const client = await world.connect({ versions: ['2025-06-18'], handlers: { sample: create } })
      assertAnswered(world.assert, await ask(world, client, prompt('?')), { ...said, content: text('one') })
    },
  },
  ...inBothEras('protocol:F-57 content is one block or several, in questions and answers', async (world, connect) => {
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
  }),
  ...inBothEras('protocol:F-58 a model without tools is not asked to use them', async (world, connect) => {
    const { asked, create } = model()
    const client = await connect({ handlers: { sample: create } })
    for (const more of [{ tools }, { toolChoice: { mode: 'none' } }, { tools: [] }]) {
      assertRefused(world.assert, client, await ask(world, client, prompt('?', more)), -32602)
    }
    world.assert.equal(asked, [])
  }),
  ...inBothEras(
    'protocol:F-58 F-63 a model with tools is declared, asked, and its blocks keep their metadata',
    async (world, connect) => {
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
  ),
  {
    name: 'protocol:F-59 tool results that match no use, or are mixed with other content, are refused',
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
  ...inBothEras(
    'protocol:F-60 hints arrive in order, with the limit that the model must keep',
    async (world, connect) => {
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
  ),
  ...inBothEras(
    'protocol:F-61 the wish for context reaches the model, and the means are declared',
    async (world, connect) => {
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
  ),
  {
    name: 'protocol:F-62 a user who refuses can be told from a failure by a code of the application',
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
    name: 'protocol:F-62 in 2026-07-28 a refusal rejects the call, which is not made again',
    async run(world) {
      const refusal = new Error('The user said no')
      const client = await world.connectModern({ handlers: { sample: () => Promise.reject(refusal) } })
      const { failure, calls } = await ask(world, client, prompt('?'))
      world.assert(failure === refusal, 'the very error')
      world.assert.equal(calls, 1)
    },
  },
  ...inBothEras(
    'protocol:F-63 a review before the model and before the reply is a matter of the handler',
    async (world, connect) => {
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
  ),
  ...inBothEras('protocol:F-63 nothing of one question is kept for the next', async (world, connect) => {
    const { asked, create } = model()
    const client = await connect({ handlers: { sample: create } })
    await ask(world, client, prompt('first'))
    await ask(world, client, prompt('second'))
    world.assert.equal(
      asked.map(({ messages }) => messages.length),
      [1, 1],
    )
    world.assert(!JSON.stringify(asked[1]).includes('first'), 'each question stands alone')
  }),
]
