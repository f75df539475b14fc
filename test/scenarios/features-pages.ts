/** Pages: every list is read to its end, in the server's own words. */
import type { Client } from '../../src/core/index.ts'
import type { Server } from '../../src/testing/index.ts'
import { inBothEras } from './features-eras.ts'
import { answersTo, timesSent } from './features-scripted.ts'
import { paramsOf } from './journal.ts'
import type { Scenario } from './scenario.ts'

interface List {
  key: string
  method: string
  /** A whole item that the other kinds would not accept. */
  item(name: string): object
  list(client: Client): Promise<{ name: string }[]>
}

const lists: List[] = [
  {
    key: 'tools',
    method: 'tools/list',
    item: (name) => ({ name, inputSchema: { type: 'object' } }),
    list: (client) => client.listTools(),
  },
  { key: 'prompts', method: 'prompts/list', item: (name) => ({ name }), list: (client) => client.listPrompts() },
  {
    key: 'resources',
    method: 'resources/list',
    item: (name) => ({ name, uri: `test://${name}` }),
    list: (client) => client.listResources(),
  },
  {
    key: 'resourceTemplates',
    method: 'resources/templates/list',
    item: (name) => ({ name, uriTemplate: `test://{${name}}` }),
    list: (client) => client.listResourceTemplates(),
  },
]

/** The cursor of each request for this list; undefined where there was none. */
async function cursorsOf(server: Server, method: string): Promise<unknown[]> {
  const sent = (await server.journal()).filter(({ rpc }) => rpc === method)
  return sent.map((entry) => paramsOf(entry).cursor)
}

export const featuresPages: Scenario[] = [
  ...inBothEras(
    'protocol:U-40 U-41 U-43 every list is read page by page, and its cursors come back as they are',
    async (world) => {
      const { connect, server, assert } = world
      const cursors = [' à\t"{}" \u0000 ', '', '0']
      const client = await connect()
      for (const { key, method, item, list } of lists) {
        const pages = [['a', 'b'], [], ['c'], ['d', 'e', 'f']].map((names, index) => ({
          [key]: names.map(item),
          ...(index < 3 && { nextCursor: cursors[index] }),
        }))
        await server.script(...answersTo(method, ...pages))
        assert.equal(
          (await list(client)).map(({ name }) => name),
          ['a', 'b', 'c', 'd', 'e', 'f'],
        )
        assert.equal(await cursorsOf(server, method), [undefined, ...cursors], method)
      }
    },
  ),
  ...inBothEras(
    'protocol:U-42 Z-15 a list ends where there is no next cursor, also when that is said with null',
    async (world) => {
      const { connect, server, assert } = world
      const client = await connect()
      for (const { key, method, item, list } of lists) {
        await server.script(...answersTo(method, { [key]: [item('only')], nextCursor: null }))
        assert.equal((await list(client)).length, 1)
        assert.equal(await timesSent(server, method), 1, method)
      }
    },
  ),
  ...inBothEras(
    'protocol:U-46 a cursor that comes again ends any list with an error that carries the items',
    async (world) => {
      const { connect, server, assert } = world
      const client = await connect()
      for (const { key, method, item, list } of lists) {
        const page = (name: string) => ({ [key]: [item(name)], nextCursor: 'again' })
        await server.script(...answersTo(method, page('a'), page('b'), page('c')))
        const error = await assert.rejects(list(client), { code: 'invalid-message', delivery: 'answered' })
        assert.equal(error.result, [item('a'), item('b')])
        assert.equal(await timesSent(server, method), 2, method)
      }
    },
  ),
  ...inBothEras(
    'protocol:Z-27 Z-29 an item that is broken is set apart in any list, and one that comes twice is kept',
    async (world) => {
      const { connect, server, assert } = world
      const set: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'quarantined' && set.push(event.value) })
      for (const { key, method, item, list } of lists) {
        set.length = 0
        const page = [item('good'), null, { description: 'nameless' }, item('twice'), 'text']
        await server.script(...answersTo(method, { [key]: page, nextCursor: 'next' }, { [key]: [item('twice')] }))
        assert.equal(await list(client), [item('good'), item('twice'), item('twice')], method)
        assert.equal(set, [null, { description: 'nameless' }, 'text'], method)
      }
    },
  ),
  {
    name: 'protocol:U-44 after a lost session a list begins without a cursor of the old one',
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.configure({ pageSize: 3 })
      await client.listPrompts()
      const before = (await cursorsOf(server, 'prompts/list')).length
      await server.act({ expireSessions: true })
      await client.listPrompts()
      assert.equal((await cursorsOf(server, 'prompts/list'))[before], undefined)
    },
  },
]
