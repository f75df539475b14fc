/** Lists of many pages, and lists that never end. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf } from '../steps/journal.ts'
import { answeredLocally, responseText } from '../steps/local-answers.ts'

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
    name: 'a page that comes twice under one cursor ends a list with an error that carries the items so far',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 2, repeatCursor: true })
      const client = await connect()
      const error = await assert.rejects(client.listTools(), {
        code: 'invalid-message',
        delivery: 'answered',
        message: /another page.*same/,
      })
      assert((error.result as unknown[]).length >= 2, 'the items are there')
      assert((await server.methods()).filter((method) => method === 'tools/list').length <= 3, 'bounded requests')
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  ...inBothEras({
    name: 'a server may use one cursor for all pages',
    async run({ connect, assert }) {
      const pages = ['one', 'two', 'three']
      let read = 0
      const fetch = answeredLocally(({ id, method }) => {
        if (method !== 'tools/list') return undefined
        const name = pages[read++]!
        const next = read < pages.length && { nextCursor: 'next' }
        return responseText(id, JSON.stringify({ tools: [{ name, inputSchema: {} }], ...next, ttlMs: 60_000 }))
      })
      const client = await connect({ fetch })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        pages,
      )
    },
  }),
  {
    name: 'a list of more bytes than limits.listBytes ends with an error that carries the items so far',
    async run({ connect, assert }) {
      let read = 0
      const description = 'x'.repeat(1_000)
      const fetch = answeredLocally(({ id, method }) => {
        if (method !== 'tools/list') return undefined
        const tools = [{ name: `tool ${++read}`, inputSchema: {}, description }]
        return responseText(id, JSON.stringify({ tools, nextCursor: `page ${read}` }))
      })
      const client = await connect({ fetch, limits: { listBytes: 10_000 } })
      const message = 'Expected at most 10000 bytes (limits.listBytes) from tools/list, got more'
      const error = await assert.rejects(client.listTools(), { code: 'invalid-message', message })
      assert.equal((error.result as unknown[]).length, read - 1)
      assert(read <= 10, `${read} pages`)
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
