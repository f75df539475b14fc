/** Sampling with tools and with context: declared by the handler, and refused otherwise. */
import type { Scenario } from '../scenario.ts'
import { declaredIn, sampleResult, samplingRequest } from '../steps/input-required.ts'
import { ask, askedBothWays, assertAnswered, assertRefused } from './steps/ask.ts'
import { createModel, text, use } from './steps/model.ts'

const tools = [{ name: 'weather', inputSchema: { type: 'object' } }]

const used = { type: 'tool_result', toolUseId: 'u1', content: [text('mild')], isError: false, _meta: { b: 2 } }

const asking = (messages: object[]) => samplingRequest('?', { messages, tools, toolChoice: { mode: 'auto' } })

export const samplingTools: Scenario[] = [
  ...askedBothWays({
    name: 'sampling with tools is refused unless the handler declares tools',
    ids: ['protocol:F-58'],
    async run(world, connect) {
      const { asked, create } = createModel()
      const client = await connect({ handlers: { sample: create } })
      for (const more of [{ tools }, { toolChoice: { mode: 'none' } }, { tools: [] }]) {
        assertRefused(world.assert, client, await ask(world, client, samplingRequest('?', more)), -32602)
      }
      world.assert.equal(asked, [])
    },
  }),
  ...askedBothWays({
    name: 'a sampling handler with tools is declared, and content blocks keep their _meta',
    ids: ['protocol:F-58', 'protocol:F-63'],
    async run(world, connect) {
      const { asked, create } = createModel({ ...sampleResult, content: [use], stopReason: 'toolUse' })
      const client = await connect({ handlers: { sample: { create, tools: true } } })
      const messages = [
        { role: 'user', content: text('?') },
        { role: 'assistant', content: [text('hm'), use] },
        { role: 'user', content: [used] },
      ]
      const outcome = await ask(world, client, asking(messages))
      assertAnswered(world.assert, outcome, { ...sampleResult, content: [use], stopReason: 'toolUse' })
      world.assert.equal(asked[0]?.messages, messages)
      const entries = (await world.server.journal()).filter((entry) => 'sampling' in declaredIn(entry))
      world.assert.equal(declaredIn(entries[0]).sampling, { tools: {} })
    },
  }),
  {
    name: 'unmatched or mixed tool results in a sampling request are refused',
    ids: ['protocol:F-59'],
    async run(world) {
      const { asked, create } = createModel()
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
      assertAnswered(world.assert, fine, sampleResult)
    },
  },
  ...askedBothWays({
    name: 'includeContext reaches the handler, and its support is declared',
    ids: ['protocol:F-61'],
    async run(world, connect) {
      const { asked, create } = createModel()
      const client = await connect({ handlers: { sample: { create, context: true } } })
      for (const includeContext of ['none', 'thisServer', 'allServers']) {
        assertAnswered(world.assert, await ask(world, client, samplingRequest('?', { includeContext })), sampleResult)
      }
      world.assert.equal(
        asked.map(({ includeContext }) => includeContext),
        ['none', 'thisServer', 'allServers'],
      )
      const entries = (await world.server.journal()).filter((entry) => 'sampling' in declaredIn(entry))
      world.assert.equal(declaredIn(entries[0]).sampling, { context: {} })
    },
  }),
]
