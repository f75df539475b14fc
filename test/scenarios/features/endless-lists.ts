/** Lists of many pages, and lists that never end. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf } from '../steps/journal.ts'

export const endlessLists: Scenario[] = [
  {
    name: 'lists are read to their last page',
    async run({ connect, server, assert }) {
      const all = await (await connect()).listTools()
      await server.configure({ pageSize: 2 })
      const paged = await (await connect()).listTools()
      assert.equal(
        paged.map(({ name }) => name),
        all.map(({ name }) => name),
      )
      const lists = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/list')
      assert.equal(lists.length, 1 + Math.ceil(all.length / 2))
      assert.equal(paramsOf(lists[1]).cursor, undefined)
    },
  },
  {
    name: 'a repeated cursor ends a list with an error that carries the items so far',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 2, repeatCursor: true })
      const client = await connect()
      const error = await assert.rejects(client.listTools(), {
        code: 'invalid-message',
        delivery: 'answered',
        message: /new cursor.*repeated/,
      })
      assert((error.result as unknown[]).length >= 2, 'the items are there')
      assert((await server.methods()).filter((method) => method === 'tools/list').length <= 3, 'bounded requests')
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'an endless list stops at the page limit',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 1 })
      const client = await connect({ limits: { listPages: 3 } })
      const error = await assert.rejects(client.listTools(), { code: 'invalid-message', message: /3 pages/ })
      assert.equal((error.result as unknown[]).length, 3)
      assert.equal((await server.methods()).filter((method) => method === 'tools/list').length, 3)
    },
  },
  {
    name: 'an endless list stops after a thousand pages, with the items so far',
    ids: ['K-19'],
    async run({ connect, assert }) {
      let pages = 0
      const client = await connect({
        fetch: async (url, init) => {
          const { id, method } = JSON.parse(init.body ?? '{}') as { id?: unknown; method?: string }
          if (method !== 'tools/list') return fetch(url, init)
          pages++
          const result = { tools: [{ name: `tool ${pages}`, inputSchema: {} }], nextCursor: `page ${pages}` }
          return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }), {
            headers: { 'content-type': 'application/json' },
          })
        },
      })
      const error = await assert.rejects(client.listTools(), { code: 'invalid-message', message: /1,?000 pages/ })
      assert.equal(pages, 1_000)
      assert.equal((error.result as unknown[]).length, 1_000)
    },
  },
]
