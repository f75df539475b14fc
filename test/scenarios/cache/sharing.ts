/** Which clients share cached results: public ones all of them, private ones only those of the same user. */
import type { Scenario } from '../scenario.ts'
import { createStore } from '../steps/cache-store.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'
import { PRIVATE, PUBLIC } from './steps/scopes.ts'

const MINUTE = 60_000

/** Texts with one 64-bit hash, of a kind that anybody can compute: headers of this user, and queries of this server. */
const SAME_HASH = {
  users: ['BBBBBBAaAaAaAaBBBBAaBBBBBBBBBBBBBBBBBB', 'BBBBAaAaAaBBBBAaAaBBAaAaBBBBAaAaBBBBBB'],
  servers: ['BBBBBBBBBBAaBBAaBBBBAaBBBBAaAaBBBBBBBB', 'BBAaAaBBAaBBAaBBBBAaAaBBBBAaBBAaAaBBBB'],
}

export const sharing: Scenario[] = [
  {
    name: 'headers and addresses that anybody can give the same short hash share no cached results',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PRIVATE })
      const cache = createStore()
      for (const user of SAME_HASH.users) {
        await (await connectModern({ cache, headers: { 'x-user': user } })).listTools()
      }
      assert.equal(await timesSent(server, 'tools/list'), 2)
      await server.configure({ cache: PUBLIC })
      const eraCache = new Map()
      for (const name of SAME_HASH.servers) {
        await (await connectModern({ cache, eraCache, url: `${server.url}?server=${name}` })).listTools()
      }
      assert.equal(await timesSent(server, 'tools/list'), 4)
      assert.equal(eraCache.size, 2)
    },
  },
  {
    name: 'calls with different meta share no cached results',
    ids: ['protocol:C-6'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const client = await connectModern({ cache: createStore() })
      for (const tenant of ['a', 'b', 'a']) await client.listTools({ meta: { 'example.com/tenant': tenant } })
      await client.listTools()
      assert.equal(await timesSent(server, 'tools/list'), 3)
    },
  },
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
    invalid: 'server',
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
    name: 'private results are shared by clients with the same headers or the same cache partition, and by no others',
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
      assert.equal(await lists({ headers: () => headers }), 0, 'another client with the same headers')
      assert.equal(await lists({ headers: { ...headers, 'x-tenant': '2' } }), 1, 'one more header')
      assert.equal(await lists({ cachePartition: () => 'ada' }), 1, 'ada')
      assert.equal(await lists({ cachePartition: () => 'ada' }), 0, 'ada again')
      assert.equal(await lists({ cachePartition: async () => 'bob' }), 1, 'bob')
      // A fetch may authorize its requests itself, so two clients with the same headers may be of two users.
      const own = (...request: Parameters<typeof fetch>) => fetch(...request)
      assert.equal([await lists({ fetch: own, headers }), await lists({ fetch: own, headers })], [1, 1], 'own fetch')
      const signedIn = Object.assign(own, { cachePartition: async () => 'ada' })
      assert.equal(await lists({ fetch: signedIn }), 0, 'a fetch that asks for ada')
    },
  },
  {
    name: 'a change of any header or of the cache partition changes the private results, also while they are cached',
    ids: ['protocol:C-7', 'auth:A-109', 'auth:S-39'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PRIVATE })
      let who = 'ada'
      const ways = [{ headers: () => ({ 'x-api-key': `secret of ${who}` }) }, { cachePartition: async () => who }]
      for (const options of ways) {
        const cache = createStore()
        const client = await connectModern({ cache, ...options })
        const lists: number[] = []
        for (who of ['ada', 'ada', 'bob', 'bob', 'ada']) {
          const before = await timesSent(server, 'tools/list')
          await client.listTools()
          lists.push((await timesSent(server, 'tools/list')) - before)
        }
        assert.equal(lists, [1, 0, 1, 0, 0])
        assert(!JSON.stringify([...cache.entries]).includes('secret of'), 'no header is kept')
      }
    },
  },
  {
    name: 'a private result is stored only if all requests since it was asked for were those of its user',
    ids: ['protocol:C-7', 'auth:A-109'],
    async run(world) {
      const { connectModern, server, assert } = world
      await server.configure({ cache: PRIVATE })
      let who = 'ada'
      const ways = [{ headers: () => ({ authorization: who }) }, { cachePartition: () => who }]
      for (const options of ways) {
        for (const cacheMode of ['refresh', undefined] as const) {
          who = 'ada'
          const client = await connectModern({ cache: createStore(), ...options })
          await server.script({ on: { rpcMethod: 'tools/list' }, nth: 1, do: [{ barrier: 'asked' }, { pass: true }] })
          const ofAda = client.listTools(cacheMode && { cacheMode })
          await server.reached('asked')
          who = 'bob'
          await client.callTool('echo', { text: 'x' })
          await server.release('asked')
          await ofAda
          await world.macrotasks(3)
          const before = await timesSent(server, 'tools/list')
          await client.listTools()
          assert.equal(
            (await timesSent(server, 'tools/list')) - before,
            1,
            JSON.stringify([Object.keys(options), cacheMode]),
          )
        }
      }
    },
  },
  {
    name: 'a private result is not stored if another user sent a request before it arrived, even if the first is back',
    ids: ['protocol:C-7'],
    async run(world) {
      const { connectModern, server, assert } = world
      await server.configure({ cache: PRIVATE })
      const users = ['ada']
      const client = await connectModern({
        cache: createStore(),
        headers: () => ({ authorization: users.length > 1 ? users.shift()! : users[0]! }),
      })
      await server.script({ on: { rpcMethod: 'tools/list' }, nth: 1, do: [{ barrier: 'asked' }, { pass: true }] })
      users.splice(0, 1, 'ada', 'bob', 'ada')
      const ofBob = client.listTools()
      await server.reached('asked')
      await client.callTool('echo', { text: 'x' })
      await server.release('asked')
      await ofBob
      await world.macrotasks(3)
      await client.listTools()
      const asked = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/list')
      assert.equal(
        asked.map(({ headers }) => headers.authorization),
        ['ada', 'ada'],
      )
    },
  },
  {
    name: 'a result without a known cacheScope is private',
    invalid: 'server',
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
