/** Which clients share cached results: public ones all of them, private ones only those of the same user. */
import type { Scenario } from '../scenario.ts'
import { createStore } from '../steps/cache-store.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'
import { PRIVATE, PUBLIC } from './steps/scopes.ts'

const MINUTE = 60_000

export const sharing: Scenario[] = [
  {
    name: 'two clients that declare different capabilities share no cached lists',
    ids: ['protocol:C-6'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const cache = createStore()
      const plain = await connectModern({ cache })
      const extended = await connectModern({ cache, extensions: { 'com.example/more': { level: 1 } } })
      await plain.listTools()
      await extended.listTools()
      assert.equal(await timesSent(server, 'tools/list'), 2)
    },
  },
  {
    name: 'a different access token sees no private cached results and does see the public ones',
    ids: ['protocol:C-7'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: { methods: { 'tools/list': PRIVATE, 'prompts/list': PUBLIC } } })
      const cache = createStore()
      let token = 'first-secret-token'
      const client = await connectModern({ cache, headers: () => ({ authorization: `Bearer ${token}` }) })
      const ask = () => Promise.all([client.listTools(), client.listPrompts()])
      await ask()
      token = 'other-secret-token'
      await ask()
      await ask()
      assert.equal(await timesSent(server, 'tools/list'), 2)
      assert.equal(await timesSent(server, 'prompts/list'), 1)
      const kept = JSON.stringify([...cache.entries])
      assert(kept.includes('echo') && !kept.includes('secret-token'), 'no token is kept with what it gave')
    },
  },
  {
    name: 'private results are cached for one client only, unless a cache partition names their owner',
    ids: ['protocol:C-7'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PRIVATE })
      const cache = createStore()
      const lists = async (options: Parameters<typeof connectModern>[0]) => {
        const before = await timesSent(server, 'tools/list')
        await (await connectModern({ cache, ...options })).listTools()
        return (await timesSent(server, 'tools/list')) - before
      }
      const headers = { authorization: 'Bearer the-same' }
      assert.equal(await lists({ headers }), 1, 'the first')
      assert.equal(await lists({ headers }), 1, 'another client')
      assert.equal(await lists({ cachePartition: () => 'ada' }), 1, 'ada')
      assert.equal(await lists({ cachePartition: () => 'ada' }), 0, 'ada again')
      assert.equal(await lists({ cachePartition: () => 'bob' }), 1, 'bob')
      const signedIn = Object.assign((...request: Parameters<typeof fetch>) => fetch(...request), {
        cachePartition: () => 'ada',
      })
      assert.equal(await lists({ fetch: signedIn }), 0, 'a fetch that asks for ada')
    },
  },
  {
    name: 'a result without a known cacheScope is private',
    ids: ['protocol:C-8'],
    async run({ connectModern, server, assert }) {
      for (const cacheScope of [undefined, 'everyone', null]) {
        await server.configure({ cache: { ttlMs: MINUTE, ...(cacheScope !== undefined && { cacheScope }) } })
        const before = await timesSent(server, 'tools/list')
        const cache = createStore()
        for (const user of ['ada', 'bob', 'ada']) {
          const client = await connectModern({ cache, cachePartition: () => user })
          await client.listTools()
        }
        assert.equal((await timesSent(server, 'tools/list')) - before, 2, `cacheScope ${cacheScope}`)
      }
    },
  },
  {
    name: 'a private result does not remove public ones from the cache',
    ids: ['protocol:C-7'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(...answersTo('resources/read', { contents: [], ...PUBLIC }, { contents: [], ...PRIVATE }))
      await client.readResource('test://static-text')
      await client.readResource('test://static-binary')
      await client.readResource('test://static-text')
      await client.readResource('test://static-binary')
      assert.equal(await timesSent(server, 'resources/read'), 2)
    },
  },
]
