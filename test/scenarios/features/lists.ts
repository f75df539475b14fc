/** Lists that are read page by page. */
import type { Server } from '../../../playground/server/control/control.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'
import { everyList } from './steps/lists.ts'

/** The cursor of each request of this method; undefined if it had none. */
async function cursorsOf(server: Server, method: string): Promise<unknown[]> {
  const sent = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === method)
  return sent.map((entry) => paramsOf(entry).cursor)
}

export const lists: Scenario[] = [
  ...inBothEras({
    name: 'every list is read page by page, and cursors are sent back unchanged',
    ids: ['protocol:U-40', 'protocol:U-41', 'protocol:U-43'],
    async run(world) {
      const { connect, server, assert } = world
      const cursors = [' à\t"{}" \u0000 ', '', '0']
      const client = await connect()
      for (const { key, method, item, list } of everyList) {
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
  }),
  ...inBothEras({
    name: 'a list ends where nextCursor is absent or null',
    ids: ['protocol:U-42', 'protocol:Z-15'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      for (const { key, method, item, list } of everyList) {
        await server.script(...answersTo(method, { [key]: [item('only')], nextCursor: null }))
        assert.equal((await list(client)).length, 1)
        assert.equal(await timesSent(server, method), 1, method)
      }
    },
  }),
  ...inBothEras({
    name: 'a page that comes twice under one cursor ends any list with an error that carries the items',
    ids: ['protocol:U-46'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      for (const { key, method, item, list } of everyList) {
        const page = (name: string) => ({ [key]: [item(name)], nextCursor: 'again' })
        await server.script(...answersTo(method, page('a'), page('b'), page('b'), page('c')))
        const error = await assert.rejects(list(client), { code: 'invalid-message', delivery: 'answered' })
        assert.equal(error.result, [item('a'), item('b')])
        assert.equal(await timesSent(server, method), 3, method)
      }
    },
  }),
  {
    name: "after a lost session a list starts again without the old session's cursor",
    ids: ['protocol:U-44'],
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
  ...inBothEras({
    name: 'a list that is aborted with null, at any page, rejects with null',
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const page of [1, 2]) {
        const held = [{ barrier: `page ${page}` }, { stream: {} }, { hold: 'forever' as const }]
        const first = { tools: [], nextCursor: 'next' }
        const on = { rpcMethod: 'tools/list' }
        await server.script(...(page === 2 ? [{ on, nth: 1, do: [{ answerJson: first }] }] : []), {
          on,
          nth: page,
          do: held,
        })
        const stop = new AbortController()
        const given = client.listTools({ signal: stop.signal }).then(
          () => 'listed',
          (reason: unknown) => ({ reason }),
        )
        await server.reached(`page ${page}`)
        stop.abort(null)
        assert.equal(await given, { reason: null })
        await server.release(`page ${page}`)
      }
      await server.script()
      assert((await client.listTools()).length > 0, 'the next list works')
    },
  }),
]
