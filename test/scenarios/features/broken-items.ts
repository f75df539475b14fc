/** Broken items in a list: ignored one by one, with an event each. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { answersTo } from '../steps/scripted-results.ts'
import { everyList } from './steps/lists.ts'

/** Tools as real servers were seen to send them. */
const tools = [
  { name: 'plain', inputSchema: { type: 'object' } },
  { name: 'nulls', title: null, description: null, annotations: null, _meta: null, inputSchema: { default: null } },
  { name: 'no type', inputSchema: {}, annotations: { readOnlyHint: null, title: 'kept' }, 'x-vendor': { a: null } },
  { name: 'union', inputSchema: { anyOf: [{ type: 'string' }, { type: 'null' }], enum: [null] } },
  { name: 7, inputSchema: {} },
  { name: 'no schema' },
  { name: 'null schema', inputSchema: null },
  'not an object',
]

const kept = [
  { name: 'plain', inputSchema: { type: 'object' } },
  { name: 'nulls', inputSchema: { default: null } },
  { name: 'no type', inputSchema: {}, annotations: { title: 'kept' }, 'x-vendor': { a: null } },
  { name: 'union', inputSchema: { anyOf: [{ type: 'string' }, { type: 'null' }], enum: [null] } },
]

export const brokenItems: Scenario[] = [
  {
    name: 'one broken tool in a list is ignored with an event, and the others are returned',
    async run({ connect, server, assert }) {
      const tools = [{ name: 'good', inputSchema: {}, 'x-unknown': 1 }, { description: 'nameless' }, null]
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools } }] })
      const ignored: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'ignored' && ignored.push(event.value),
      })
      assert.equal(await client.listTools(), [{ name: 'good', inputSchema: {}, 'x-unknown': 1 }])
      assert.equal(ignored, [{ description: 'nameless' }, null])
    },
  },
  {
    name: 'broken tools in a list are ignored with one event each, and the others are returned',
    ids: ['protocol:Z-27'],
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools, nextCursor: null } }] })
      const ignored: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'ignored' && ignored.push(event.reason),
      })
      assert.equal(await client.listTools(), kept)
      assert.equal(ignored, [
        'tools/list: expected string at name, got number',
        'tools/list: expected object at inputSchema, got undefined',
        'tools/list: expected object at inputSchema, got null',
        'tools/list: expected object at the top, got string',
      ])
    },
  },
  ...inBothEras({
    name: 'a broken item in any list is ignored with an event, and a duplicate item is kept',
    ids: ['protocol:Z-27', 'protocol:Z-29'],
    async run(world) {
      const { connect, server, assert } = world
      const set: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'ignored' && set.push(event.value) })
      for (const { key, method, item, list } of everyList) {
        set.length = 0
        const page = [item('good'), null, { description: 'nameless' }, item('twice'), 'text']
        await server.script(...answersTo(method, { [key]: page, nextCursor: 'next' }, { [key]: [item('twice')] }))
        assert.equal(await list(client), [item('good'), item('twice'), item('twice')], method)
        assert.equal(set, [null, { description: 'nameless' }, 'text'], method)
      }
    },
  }),
]
