/** Authorization on every transport, and its effect on the cache. */
import type { Scenario, World } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { authorize, grantsAt, protectAndSignIn, requestsTo, visitor, withToken } from '../steps/protected-server.ts'
import { openStore } from './steps/auth-store.ts'

/** A hundred calls whose token expires. */
async function hundredCalls(world: World, versions: string[], transport?: 'sse'): Promise<void> {
  const { assert } = world
  const server = await world.origin()
  await server.configure({ versions, oauth: {} })
  const url = transport ? server.sseUrl : server.url
  const { auth, connect } = authorize(world, server, { server: url })
  await assert.rejects(connect({ url }), { code: 'authorization-required', delivery: 'not-executed' })
  await auth.signIn(visitor)
  const client = await connect({ url })
  await server.act({ expireTokens: true })
  const calls = Array.from({ length: 100 }, (_, index) => client.callTool('echo', { text: `${index}` }))
  assert.equal(
    (await Promise.all(calls)).map(({ content }) => content),
    calls.map((_, index) => textContent(`${index}`)),
  )
  assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
  const refused = (await server.journal()).filter(({ status, headers }) => status === 401 && headers.authorization)
  assert(refused.length >= 1 && refused.length <= 100, 'each was refused at most once')
}

export const transports: Scenario[] = [
  {
    name: 'a hundred stateless calls share one refresh',
    ids: ['auth:A-61'],
    run: (world) => hundredCalls(world, ['2026-07-28']),
  },
  {
    name: 'a hundred calls in a session share one refresh',
    ids: ['auth:A-61', 'auth:S-17'],
    run: (world) => hundredCalls(world, ['2025-11-25']),
  },
  {
    name: 'a hundred calls over HTTP+SSE share one refresh',
    ids: ['auth:A-61'],
    run: (world) => hundredCalls(world, ['2024-11-05'], 'sse'),
  },
  {
    name: 'the listening stream of a session is reopened with a new token',
    ids: ['auth:A-1'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      await server.configure({ versions: ['2025-11-25'], retry: 1 })
      const client = await connect({ handlers: { roots: () => [] }, reconnect: { initialDelay: 1 } })
      const streams = (status: number) => (entry: { httpMethod: string; status?: number }) =>
        entry.httpMethod === 'GET' && entry.status === status
      await server.until((journal) => requestsTo(journal, '/mcp').some(streams(200)))
      await server.act({ expireTokens: true })
      await server.act({ closeStreams: 'get' })
      const journal = await server.until((entries) => requestsTo(entries, '/mcp').filter(streams(200)).length === 2)
      assert.equal(withToken(journal).filter(streams(401)).length, 1)
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'a reopened HTTP+SSE stream gets a new token',
    ids: ['auth:A-1'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ versions: ['2024-11-05'], oauth: {}, sse: { retry: 1 } })
      const { auth, connect } = authorize(world, server, { server: server.sseUrl })
      await auth.signIn(visitor)
      const client = await connect({ url: server.sseUrl, reconnect: { initialDelay: 1 } })
      await server.act({ expireTokens: true })
      await server.act({ closeStreams: 'sse' })
      await server.until((journal) => requestsTo(journal, '/sse').filter(({ status }) => status === 200).length === 2)
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'a stateless subscription is reopened with a new token',
    ids: ['auth:A-1'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      await server.configure({ versions: ['2026-07-28'] })
      const client = await connect({ reconnect: { initialDelay: 1 } })
      const changes = client.listen({ toolsListChanged: true })[Symbol.asyncIterator]()
      const first = changes.next()
      const listening = (journal: Parameters<typeof requestsTo>[0], status: number) =>
        journal.filter((entry) => entry.rpcMethod === 'subscriptions/listen' && entry.status === status)
      await server.until((journal) => listening(journal, 200).length === 1)
      await server.act({ expireTokens: true })
      await server.act({ closeStreams: 'post' })
      const journal = await server.until((entries) => listening(entries, 200).length === 2)
      assert.equal(listening(journal, 401).length, 1)
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.equal((await first).done, false)
      await changes.return?.()
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'the cache partition changes with the signed-in user and is no token',
    ids: ['auth:A-109'],
    async run(world) {
      const { assert } = world
      const { auth } = await protectAndSignIn(world)
      const signedIn = await auth.fetch.cachePartition()
      assert.equal(await auth.fetch.cachePartition(), signedIn)
      assert(!signedIn.includes('secret-'), 'the partition is no token')
      await auth.signOut()
      assert((await auth.fetch.cachePartition()) !== signedIn, 'the partition of the signed-out state differs')
    },
  },
  {
    name: 'a cached result of one user is not served to the next',
    ids: ['auth:A-109', 'auth:S-39'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world)
      await server.configure({ versions: ['2026-07-28'], cache: { ttlMs: 600_000, cacheScope: 'private' } })
      const client = await connect()
      const lists = async () => (await server.methods()).filter((method) => method === 'tools/list').length
      await client.listTools()
      await client.listTools()
      assert.equal(await lists(), 1)
      await auth.signOut()
      await assert.rejects(client.listTools(), { code: 'authorization-required' })
      await auth.signIn(visitor)
      const before = await lists()
      await client.listTools()
      assert.equal(await lists(), before + 1)
    },
  },
  {
    name: 'a cached result of one user is not shown after another tab has signed in somebody else',
    ids: ['auth:A-109', 'auth:S-39'],
    async run(world) {
      const { assert } = world
      const store = openStore()
      const first = await protectAndSignIn(world, {}, { store })
      const { server } = first
      await server.configure({ versions: ['2026-07-28'], cache: { ttlMs: 600_000, cacheScope: 'private' } })
      const client = await first.connect()
      const lists = async () => (await server.methods()).filter((method) => method === 'tools/list').length
      await client.listTools()
      await client.listTools()
      assert.equal(await lists(), 1)
      const other = authorize(world, server, { store })
      await other.auth.signOut()
      await other.auth.signIn(visitor)
      await client.listTools()
      assert.equal(await lists(), 2, 'the list of the other user is asked for')
      await client.listTools()
      assert.equal(await lists(), 2)
      await other.auth.signOut()
      await assert.rejects(client.listTools(), { code: 'authorization-required' })
    },
  },
]
