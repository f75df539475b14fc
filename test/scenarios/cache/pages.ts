/** Caching of lists that have several pages. */
import type { Client, Fetch } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { createStore } from '../steps/cache-store.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'
import { PRIVATE, PUBLIC } from './steps/scopes.ts'

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } })

/** Three pages of prompts with the user's name on each; only the second page has the scope private. */
function pagesFor(user: string, note: (page: number) => void): Fetch {
  return async (url, init) => {
    const { id, method, params } = JSON.parse(init.body ?? '{}') as {
      id?: number
      method?: string
      params?: { cursor?: string }
    }
    if (method !== 'prompts/list') return fetch(url, init)
    const page = Number(params?.cursor ?? 1)
    note(page)
    const prompts = [{ name: `${user} ${page}` }]
    const nextCursor = page < 3 && { nextCursor: `${page + 1}` }
    const result = { resultType: 'complete', prompts, ...nextCursor, ...(page === 2 ? PRIVATE : PUBLIC) }
    return Response.json({ jsonrpc: '2.0', id, result })
  }
}

export const pages: Scenario[] = [
  {
    name: 'a list whose cursor the server forgot is read again from its first page, once',
    ids: ['protocol:C-15'],
    async run({ connectModern, server, assert }) {
      const first = { tools: [tool('first')], nextCursor: 'gone', ...PUBLIC }
      const forgotten = { code: -32602, message: 'Unknown cursor' }
      await server.script(
        { on: { rpcMethod: 'tools/list' }, nth: 2, do: [{ answerError: forgotten }] },
        ...answersTo('tools/list', first, {}, { tools: [tool('a')], nextCursor: 'b' }, { tools: [tool('b')] }),
      )
      const client = await connectModern()
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        ['a', 'b'],
      )
      const cursors = (await server.journal()).flatMap(({ rpcMethod, body }) =>
        rpcMethod === 'tools/list' ? [(body as { params: { cursor?: string } }).params.cursor] : [],
      )
      assert.equal(cursors, [undefined, 'gone', undefined, 'b'])
      await server.script(
        { on: { rpcMethod: 'tools/list' }, nth: 2, do: [{ answerError: forgotten }] },
        { on: { rpcMethod: 'tools/list' }, nth: 4, do: [{ answerError: forgotten }] },
        ...answersTo('tools/list', first, {}, first),
      )
      await assert.rejects(client.listTools(), { code: 'rpc', rpcCode: -32602, delivery: 'answered' })
      assert.equal(await timesSent(server, 'tools/list'), 8)
    },
  },
  {
    name: 'a forced refresh fetches a list from its first page and replaces what was cached',
    ids: ['protocol:C-16'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC, pageSize: 2 })
      const client = await connectModern()
      const cursors = async () =>
        (await server.journal()).flatMap(({ rpcMethod, body }) =>
          rpcMethod === 'prompts/list' ? [(body as { params: { cursor?: string } }).params.cursor] : [],
        )
      await client.listPrompts()
      const once = await cursors()
      assert.equal(once[0], undefined)
      await client.listPrompts({ cacheMode: 'refresh' })
      assert.equal(await cursors(), [...once, ...once])
      await client.readResource('test://static-text')
      await client.readResource('test://static-text', { cacheMode: 'refresh' })
      assert.equal(await timesSent(server, 'resources/read'), 2)
      await client.readResource('test://static-text')
      assert.equal(await timesSent(server, 'resources/read'), 2)
    },
  },
  {
    name: 'a list with one private page is not shown to another user',
    ids: ['protocol:C-17'],
    async run({ connectModern, assert }) {
      const cache = createStore()
      const asked: string[] = []
      const clients = ['ada', 'bob'].map((user) =>
        connectModern({
          cache,
          cachePartition: () => user,
          fetch: pagesFor(user, (page) => asked.push(`${user} ${page}`)),
        }),
      )
      const [ada, bob] = (await Promise.all(clients)) as [Client, Client]
      const own = (user: string) => [1, 2, 3].map((page) => `${user} ${page}`)
      const names = async (client: Client) => (await client.listPrompts()).map(({ name }) => name)
      for (let round = 0; round < 3; round++) {
        assert.equal(await names(ada), own('ada'), `round ${round}`)
        assert.equal(await names(bob), own('bob'), `round ${round}`)
      }
      const before = asked.length
      await names(ada)
      assert.equal(asked.slice(before), [], 'in the end all of it is kept')
    },
  },
]
