/** One page of a list by its cursor, and the pages of a list one after the other. */
import type { Client, ListKind } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf, requestsIn } from '../steps/journal.ts'
import { timesSent } from '../steps/scripted-results.ts'
import { everyList } from './steps/lists.ts'

/** The names on each page that `listPages` yields. */
async function namesByPage(client: Client, kind: ListKind): Promise<string[][]> {
  const pages: string[][] = []
  for await (const { items } of client.listPages(kind)) pages.push(items.map(({ name }) => name))
  return pages
}

export const paging: Scenario[] = [
  ...inBothEras({
    name: 'listPage gives one page and the cursor of the next, for each kind of list',
    ids: ['protocol:U-40'],
    async run({ connect, server, assert }) {
      const client = await connect()
      for (const { key, method, list } of everyList) {
        const kind = key as ListKind
        await server.configure({ pageSize: 1_000 })
        const all = (await list(client)).map(({ name }) => name)
        await server.configure({ pageSize: 2 })
        const first = await client.listPage(kind, { cacheMode: 'refresh' })
        assert.equal(first.items.length, Math.min(all.length, 2), method)
        assert.equal(first.nextCursor !== undefined, all.length > 2, method)
        if (first.nextCursor === undefined) continue
        const before = await timesSent(server, method)
        const second = await client.listPage(kind, { cursor: first.nextCursor })
        assert.equal(await timesSent(server, method), before + 1, method)
        const names = [...first.items, ...second.items].map(({ name }) => name)
        assert.equal(names, all.slice(0, 4), method)
        assert.equal(paramsOf(requestsIn(await server.journal(), method).at(-1)).cursor, first.nextCursor)
      }
    },
  }),
  ...inBothEras({
    name: 'listPages yields the pages in order, and asks for each only when the loop gets there',
    async run({ connect, server, assert }) {
      const all = (await (await connect()).listTools({ cacheMode: 'refresh' })).map(({ name }) => name)
      await server.configure({ pageSize: 3 })
      const client = await connect({ cache: false })
      const pages = await namesByPage(client, 'tools')
      assert.equal(pages.flat(), all)
      assert.equal(pages.length, Math.ceil(all.length / 3))
      const before = await timesSent(server, 'tools/list')
      for await (const { items } of client.listPages('tools')) {
        assert.equal(items.length, 3)
        break
      }
      assert.equal(await timesSent(server, 'tools/list'), before + 1)
      const { nextCursor } = await client.listPage('tools')
      const rest = client.listPages('tools', { cursor: nextCursor })
      const { value } = await rest.next()
      assert.equal(
        value?.items.map(({ name }: { name: string }) => name),
        pages[1],
      )
      await rest.return?.()
      assert.equal(await rest.next(), { value: undefined, done: true })
    },
  }),
  {
    name: 'return() aborts the request for the next page, and a pending next() ends quietly',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 2 })
      await server.script({ on: { rpcMethod: 'tools/list' }, nth: 2, do: [{ stream: {} }, { hold: 'forever' }] })
      const client = await connect()
      const pages = client.listPages('tools')
      assert.equal((await pages.next()).done, false)
      const pending = pages.next()
      await server.until((journal) => requestsIn(journal, 'tools/list').length === 2)
      await pages.return?.()
      assert.equal(await pending, { value: undefined, done: true })
      await server.until((journal) => requestsIn(journal, 'tools/list')[1]?.ended !== undefined)
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: "a caller's signal ends listPages with its own reason",
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ stream: {} }, { hold: 'forever' }] })
      const client = await connect()
      const stop = new AbortController()
      const pending = client.listPages('tools', { signal: stop.signal }).next()
      await server.until((journal) => requestsIn(journal, 'tools/list').length === 1)
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(pending), reason)
    },
  },
  {
    name: 'listPages delivers the pages before a repeated page or the page limit, and then the error',
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 2, repeatCursor: true })
      const client = await connect()
      const pages = client.listPages('tools')
      assert.equal((await pages.next()).value?.items.length, 2)
      await pages.next()
      await assert.rejects(pages.next(), { code: 'invalid-message', delivery: 'answered', message: /same one again/ })
      assert.equal((await pages.next()).done, true)
      await server.configure({ pageSize: 1, repeatCursor: false })
      const limited = (await connect({ limits: { listPages: 2 } })).listPages('tools')
      assert.equal([(await limited.next()).done, (await limited.next()).done], [false, false])
      await assert.rejects(limited.next(), { code: 'invalid-message', message: /2 pages/ })
    },
  },
  ...inBothEras({
    name: "a cursor of another server is an error with the server's code, and the connection works on",
    ids: ['protocol:U-40'],
    async run({ connect, server, assert }) {
      await server.configure({ pageSize: 2 })
      const client = await connect()
      const strange = client.listPage('tools', { cursor: 'from elsewhere' })
      await assert.rejects(strange, { code: 'rpc', rpcCode: -32602, delivery: 'answered', message: /Unknown cursor/ })
      await assert.rejects(client.listPages('prompts', { cursor: '' }).next(), { code: 'rpc', rpcCode: -32602 })
      assert.equal((await client.listPage('tools')).items.length, 2)
    },
  }),
  {
    name: 'a server without the capability has one empty page, and is not asked',
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { tools: {} } })
      const client = await connect()
      assert.equal(await client.listPage('prompts'), { items: [], nextCursor: undefined })
      assert.equal(await namesByPage(client, 'resources'), [[]])
      assert(!(await server.methods()).some((method) => /^(prompts|resources)/.test(method)), 'nothing was sent')
    },
  },
]
