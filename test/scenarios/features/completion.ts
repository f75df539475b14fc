/** Completion of prompt arguments and resource template variables. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'

const PROMPT = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const
const TEMPLATE = { type: 'ref/resource', uri: 'test://template/{id}/data' } as const

/** The parameters without `_meta`. */
const asked = (entry: Parameters<typeof paramsOf>[0]) => {
  const { _meta, ...params } = paramsOf(entry)
  return params
}

export const completion: Scenario[] = [
  ...inBothEras({
    name: 'arguments of prompts and resource templates are completed, with the earlier arguments as context',
    ids: ['protocol:U-50', 'protocol:U-51'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      assert.equal(await client.complete({ ref: PROMPT, argument: { name: 'arg1', value: 'par' } }), {
        values: ['paris', 'park', 'party'],
        total: 3,
        hasMore: false,
      })
      assert.equal((await client.complete({ ref: TEMPLATE, argument: { name: 'id', value: '12' } })).values, [
        '123',
        '124',
      ])
      const known = { arg1: 'in' }
      assert.equal(
        (
          await client.complete({
            ref: PROMPT,
            argument: { name: 'arg2', value: 'in to' },
            context: { arguments: known },
          })
        ).values,
        ['in tokyo'],
      )
      const sent = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'completion/complete')
      assert.equal(sent.map(asked), [
        { ref: PROMPT, argument: { name: 'arg1', value: 'par' } },
        { ref: TEMPLATE, argument: { name: 'id', value: '12' } },
        { ref: PROMPT, argument: { name: 'arg2', value: 'in to' }, context: { arguments: known } },
      ])
      assert(
        sent.every(({ headers }) => !('mcp-name' in headers)),
        'a completion has no name to repeat',
      )
    },
  }),
  ...inBothEras({
    name: 'completion values come with total and hasMore, and more than a hundred are kept',
    ids: ['protocol:U-52'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const many = await client.complete({ ref: PROMPT, argument: { name: 'arg1', value: 'many' } })
      assert.match({ ...many, values: many.values.length }, { values: 100, total: 150, hasMore: true })
      const values = Array.from({ length: 150 }, (_, index) => `${index}`)
      await server.script(
        ...answersTo('completion/complete', { completion: { values } }, { completion: { values: [] } }),
      )
      assert.equal(await client.complete({ ref: PROMPT, argument: { name: 'arg1', value: '' } }), { values })
      assert.equal(await client.complete({ ref: PROMPT, argument: { name: 'arg1', value: '' } }), { values: [] })
    },
  }),
  ...inBothEras({
    name: 'a completion result without values is an error that carries it',
    ids: ['protocol:U-52'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(...answersTo('completion/complete', { completion: { values: 'a' } }, { values: [] }))
      for (const result of [{ completion: { values: 'a' } }, { values: [] }]) {
        const asking = client.complete({ ref: PROMPT, argument: { name: 'arg1', value: '' } })
        const error = await assert.rejects(asking, { code: 'invalid-message', delivery: 'answered' })
        assert.match(error.result, result)
      }
    },
  }),
  ...inBothEras({
    name: 'a server that does not declare completions gets no completion request',
    ids: ['protocol:U-53'],
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ capabilities: { prompts: {} } })
      const client = await connect()
      const asking = client.complete({ ref: PROMPT, argument: { name: 'arg1', value: 'p' } })
      await assert.rejects(asking, { code: 'capability', delivery: 'not-executed' })
      assert.equal(await timesSent(server, 'completion/complete'), 0)
    },
  }),
  {
    name: 'a 2024-11-05 server, which cannot declare completions, is asked, and its refusal reaches the caller',
    ids: ['protocol:U-53'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2024-11-05'] })
      const client = await connect({ url: server.sseUrl })
      assert.equal(client.connection.protocolVersion, '2024-11-05')
      assert(!client.server.capabilities?.completions, 'nothing is announced')
      assert.equal((await client.complete({ ref: PROMPT, argument: { name: 'arg1', value: 'tok' } })).values, ['tokyo'])
      await assert.rejects(
        client.complete({ ref: { type: 'ref/prompt', name: 'nobody' }, argument: { name: 'a', value: '' } }),
        {
          code: 'rpc',
          rpcCode: -32602,
        },
      )
    },
  },
]
