/** What is cached, and for how long. */
import type { Client } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { createStore } from '../steps/cache-store.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'
import { PUBLIC } from './steps/scopes.ts'

/** Requests whose results may be cached. */
const questions: Record<string, (client: Client) => Promise<unknown>> = {
  'tools/list': (client) => client.listTools(),
  'prompts/list': (client) => client.listPrompts(),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'resources/read': (client) => client.readResource('test://static-text'),
}

/** Requests whose results may not be cached. */
const others: Record<string, (client: Client) => Promise<unknown>> = {
  'tools/call': (client) => client.callTool('echo', { text: 'again' }),
  'prompts/get': (client) => client.getPrompt('test_simple_prompt'),
  'completion/complete': (client) =>
    client.complete({
      ref: { type: 'ref/resource', uri: 'test://template/{id}/data' },
      argument: { name: 'id', value: '1' },
    }),
}

export const freshness: Scenario[] = [
  {
    name: 'lists, resources and server information are fetched once while they are fresh',
    ids: ['protocol:C-1'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const stores = { cache: createStore(), eraCache: new Map() }
      const client = await connectModern(stores)
      for (const [method, ask] of Object.entries(questions)) {
        const first = await ask(client)
        assert.equal(await ask(client), first, method)
        assert.equal(await timesSent(server, method), 1, method)
      }
      const before = (await server.methods()).length
      const another = await connectModern(stores)
      assert.match(another.server, { ...client.server })
      assert((await another.listTools()).length > 0, 'the tools are there')
      assert.equal((await server.methods()).slice(before), [])
    },
  },
  {
    name: 'calls, prompts, completions and pings are sent every time',
    ids: ['protocol:C-1'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const client = await connectModern()
      for (const [method, ask] of Object.entries(others)) {
        await ask(client)
        await ask(client)
        assert.equal(await timesSent(server, method), 2, method)
      }
      const before = await timesSent(server, 'server/discover')
      await client.ping()
      await client.ping()
      assert.equal(await timesSent(server, 'server/discover'), before + 2)
    },
  },
  {
    name: 'a ttlMs that is zero, negative, absent or not a number means no caching',
    invalid: 'server',
    ids: ['protocol:C-3', 'protocol:Z-3'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      let asked = 0
      for (const ttlMs of [0, -5, undefined, null, '60000', {}]) {
        await server.configure({ cache: { cacheScope: 'public', ...(ttlMs !== undefined && { ttlMs }) } })
        await client.listTools()
        await client.listTools()
        asked += 2
        assert.equal(await timesSent(server, 'tools/list'), asked, `ttlMs ${JSON.stringify(ttlMs)}`)
      }
    },
  },
  {
    name: 'a cached result is used only for the same URL, page, resource and method',
    ids: ['protocol:C-6'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC, pageSize: 2 })
      const cache = createStore()
      const client = await connectModern({ cache })
      const all = await client.listResources()
      const pages = await timesSent(server, 'resources/list')
      assert(pages > 1, 'there are several pages')
      assert.equal(new Set(all.map(({ uri }) => uri)).size, all.length)
      assert.equal(await client.listResources(), all)
      assert.equal(await timesSent(server, 'resources/list'), pages)
      const contents = async (uri: string) => (await client.readResource(uri)).contents[0]?.uri
      for (const uri of ['test://template/1/data', 'test://template/2/data', 'test://template/1/data']) {
        assert.equal(await contents(uri), uri)
      }
      assert.equal(await timesSent(server, 'resources/read'), 2)
      const elsewhere = await connectModern({ cache, url: `${server.url}?tenant=2` })
      await elsewhere.listResources()
      assert.equal(await timesSent(server, 'resources/list'), 2 * pages)
    },
  },
  {
    name: 'a result that needed input, or asks for it, is not cached',
    ids: ['protocol:C-9'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const cache = createStore()
      const elicit = () => ({ action: 'accept', content: { reason: 'because' } }) as const
      const client = await connectModern({ cache, handlers: { elicit } })
      for (const times of [2, 4]) {
        const { contents } = await client.readResource('test://input-required')
        assert(JSON.stringify(contents).includes('because'), 'the answer was given')
        assert.equal(await timesSent(server, 'resources/read'), times)
      }
      assert(![...cache.entries.keys()].some((key) => key.includes('input-required')), 'nothing of it was kept')
    },
  },
  {
    name: 'with cache: false everything is fetched every time',
    ids: ['protocol:C-18'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const client = await connectModern({ cache: false })
      for (const [method, ask] of Object.entries(questions)) {
        await ask(client)
        await ask(client)
        assert.equal(await timesSent(server, method), 2, method)
      }
    },
  },
  {
    name: 'nothing is cached before 2026-07-28, whatever the server says',
    ids: ['protocol:C-19'],
    async run({ connect, server, assert }) {
      const tools = [{ name: 'one', inputSchema: { type: 'object' } }]
      await server.script(...answersTo('tools/list', { tools, ...PUBLIC }, { tools: [], ...PUBLIC }))
      const client = await connect({ cache: createStore() })
      assert.equal((await client.listTools()).length, 1)
      assert.equal((await client.listTools()).length, 0)
      await server.act({ expireSessions: true })
      assert((await client.listTools()).length > 1, 'the new session is asked anew')
    },
  },
  {
    name: 'changing a returned list does not change the cached one',
    async run({ connectModern, server, macrotasks, assert }) {
      await server.configure({ cache: PUBLIC })
      const headers = async () => {
        await macrotasks(1)
        return {}
      }
      for (const options of [{}, { headers }]) {
        const client = await connectModern({ ...options, cache: createStore() })
        const before = await timesSent(server, 'tools/list')
        const [tool, ...rest] = await client.listTools()
        const { name } = tool!
        tool!.name = 'changed'
        rest.length = 0
        await macrotasks(5)
        assert.equal((await client.listTools())[0]?.name, name)
        assert.equal((await timesSent(server, 'tools/list')) - before, 1)
      }
    },
  },
  {
    name: 'an invalid result is not cached, whatever its ttlMs',
    async run({ connectModern, server, assert }) {
      const cache = createStore()
      const client = await connectModern({ cache })
      const whole = { ...PUBLIC, resultType: 'complete' }
      await server.script(
        ...answersTo('tools/list', { ...whole, tools: 'none' }, { ...whole }),
        ...answersTo('resources/read', { ...whole }, { ...whole, contents: {} }),
      )
      for (let turn = 0; turn < 2; turn++) {
        await assert.rejects(client.listTools(), { code: 'invalid-message' })
        await assert.rejects(client.readResource('test://static-text'), { code: 'invalid-message' })
      }
      assert((await client.listTools()).length > 0, 'the third answer is a list')
      assert.equal((await client.readResource('test://static-text')).contents.length, 1)
      assert.equal([await timesSent(server, 'tools/list'), await timesSent(server, 'resources/read')], [3, 3])
    },
  },
  {
    name: 'resource reads whose input is handled by handlers use the cache',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const client = await connectModern()
      const handled = { inputRequired: 'handle' } as const
      for (let turn = 0; turn < 2; turn++) await client.readResource('test://static-text', handled)
      assert.equal(await timesSent(server, 'resources/read'), 1)
    },
  },
]
