/** A store: when it connects, tries again, closes, and loads its lists again. */
import { expect, test } from 'vitest'
import { createConnect } from '../../../src/core/connect.ts'
import type { CacheEntry, Client, Connect, ConnectOptions } from '../../../src/core/index.ts'
import { createConnectGroup } from '../../../src/group/connect-group.ts'
import { createStoreFactory } from '../../../src/store/create-store.ts'
import { createGroupStoreFactory } from '../../../src/store/group-store.ts'
import type { McpStore, McpStoreOptions } from '../../../src/store/types.ts'
import { onEveryGet } from '../../scenarios/steps/calls.ts'
import { onListen } from '../../scenarios/steps/listen.ts'
import { count, expectBetween, intervalsOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

function createMapCache(): Exclude<NonNullable<ConnectOptions['cache']>, false> {
  const entries = new Map<string, CacheEntry>()
  return {
    get: (key) => entries.get(key),
    set: (key, entry) => void entries.set(key, entry),
    deletePrefix(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
    },
  }
}
const legacy = { versions: ['2025-11-25'], keepAlive: false } satisfies ConnectOptions
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions
const unavailable = { on: { httpMethod: 'POST' as const }, do: [{ respond: { status: 503 } }] }

function createStore(options: McpStoreOptions = {}, connect: Connect = createConnect(world.environment)): McpStore {
  return createStoreFactory(world.environment, connect)(world.server.url, { fetch: world.fetch, ...legacy, ...options })
}

/** Subscribes as a component does. */
const mount = (store: McpStore) => store.subscribe(() => {})

const connects = async () => count(world, 'initialize', 'DELETE')

test('subscribing twice as StrictMode does connects once and closes nothing', async () => {
  const store = createStore()
  mount(store)()
  const unmount = mount(store)
  await world.advance(60_000)
  expect(store.get().status).toBe('ready')
  expect(await connects()).toEqual([1, 0])
  unmount()
  await world.until(store.dispose())
})

test('the connection is closed once, after the grace, when the last subscription has ended', async () => {
  const store = createStore({ grace: 2_000 })
  const unmounts = [mount(store), mount(store)]
  await world.advance(1_000)
  unmounts[0]!()
  unmounts[0]!()
  await world.advance(10_000)
  expect(await connects()).toEqual([1, 0])
  unmounts[1]!()
  await world.advance(1_999)
  expect([store.get().status, ...(await connects())]).toEqual(['ready', 1, 0])
  await world.advance(1)
  expect([store.get().status, ...(await connects())]).toEqual(['idle', 1, 1])
  expect(store.get()).toMatchObject({ tools: [], client: undefined })
})

test('a subscription within the grace keeps the connection, and one after it opens another', async () => {
  const store = createStore()
  for (let visit = 0; visit < 5; visit++) {
    const unmount = mount(store)
    await world.advance(1_000)
    unmount()
    await world.advance(4_999)
  }
  expect(await connects()).toEqual([1, 0])
  await world.advance(1)
  expect(await connects()).toEqual([1, 1])
  const unmount = mount(store)
  await world.advance(1_000)
  expect([store.get().status, ...(await connects())]).toEqual(['ready', 2, 1])
  unmount()
  await world.until(store.dispose())
})

test('an eager store connects without a subscription and stays connected', async () => {
  const store = createStore({ start: 'eager' })
  await world.advance(100)
  expect(store.get().status).toBe('ready')
  mount(store)()
  await world.advance(600_000)
  expect([store.get().status, ...(await connects())]).toEqual(['ready', 1, 0])
  await world.until(store.dispose())
  expect(await connects()).toEqual([1, 1])
})

test('a call keeps the connection open that nothing subscribes to', async () => {
  const store = createStore({ grace: 10 })
  const call = store.callTool('slow', { ms: 30_000 })
  await world.advance(29_000)
  expect(await connects()).toEqual([1, 0])
  await world.until(call)
  await world.advance(10)
  expect(await connects()).toEqual([1, 1])
})

test('a first connection is tried again after 1, 2, 4, 8 and 16 seconds, and then given up', async () => {
  await world.server.script(unavailable)
  const store = createStore()
  mount(store)
  await world.advance(60_000)
  expect(store.get().status).toBe('failed')
  const waits = intervalsOf(await world.server.journal())
  expect(waits).toHaveLength(5)
  for (const [index, wait] of waits.entries()) expectBetween(wait, 800 * 2 ** index, 1_200 * 2 ** index)
  await world.advance(600_000)
  expect(await world.server.journal()).toHaveLength(6)
  await store.dispose()
})

test('the option reconnect says how a first connection is tried again', async () => {
  await world.server.script(unavailable)
  const store = createStore({ reconnect: { maxAttempts: 3, initialDelay: 100, growFactor: 3, maxDelay: 500 } })
  mount(store)
  await world.advance(60_000)
  const waits = intervalsOf(await world.server.journal())
  for (const [index, wait] of [100, 300, 500].entries()) expectBetween(waits[index], 0.8 * wait, 1.2 * wait)
  expect(waits).toHaveLength(3)
  await store.dispose()
})

test('retry() ends the delay before the next attempt, and makes no second attempt beside one under way', async () => {
  await world.server.script(
    { ...unavailable, nth: 1 },
    { ...unavailable, nth: 2, do: [{ delay: 5_000 }, { pass: true }] },
  )
  const store = createStore()
  mount(store)
  await world.advance(100)
  store.retry()
  await world.settle()
  expect(await count(world, 'initialize')).toEqual([2])
  for (let click = 0; click < 5; click++) store.retry()
  await world.advance(10_000)
  expect(store.get().status).toBe('ready')
  expect(await count(world, 'initialize')).toEqual([2])
  store.retry()
  await world.advance(1_000)
  expect(await count(world, 'initialize')).toEqual([2])
  await world.until(store.dispose())
})

test('an attempt that was given up never overwrites a newer one, and its client is closed', async () => {
  const opened: { resolve(client: Client): void }[] = []
  const connect: Connect = () => new Promise((resolve) => opened.push({ resolve }))
  const store = createStore({ grace: 10 }, connect)
  mount(store)()
  const unmount = mount(store)
  await world.settle()
  unmount()
  await world.advance(10)
  expect(store.get().status).toBe('idle')
  mount(store)
  await world.settle()
  expect(opened).toHaveLength(2)
  const [late, current] = [await world.connect(legacy), await world.connect(legacy)]
  opened[1]!.resolve(current)
  await world.advance(1_000)
  expect(store.get()).toMatchObject({ status: 'ready', client: current })
  opened[0]!.resolve(late)
  await world.advance(1_000)
  expect(store.get().client).toBe(current)
  expect([late, current].map(({ connection }) => connection.status)).toEqual(['closed', 'connected'])
  await world.until(store.dispose())
})

test('a store that is disposed of while connecting leaves no request and no session behind', async () => {
  await world.server.script({ on: { rpcMethod: 'initialize' }, do: [{ delay: 5_000 }, { pass: true }] })
  const store = createStore()
  mount(store)
  await world.advance(1_000)
  await store.dispose()
  mount(store)
  await world.advance(60_000)
  expect(store.get().status).toBe('idle')
  expect(await count(world, 'initialize', 'tools/list')).toEqual([1, 0])
})

test('changes during a load make one further load', async () => {
  const store = createStore({ ...modern, lists: ['tools'] })
  mount(store)
  await world.advance(2_000)
  expect(await count(world, 'tools/list')).toEqual([1])
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ delay: 1_000 }, { pass: true }] })
  const change = { notify: { method: 'notifications/tools/list_changed' } }
  for (let times = 0; times < 5; times++) {
    await world.server.act(change)
    await world.advance(10)
  }
  await world.advance(10_000)
  expect(await count(world, 'tools/list')).toEqual([3])
  await world.until(store.dispose())
})

test.each([
  ['2026-07-28', modern, onListen(1, { delay: 1_000 }, { pass: true })],
  ['a session', legacy, onEveryGet({ delay: 1_000 }, { pass: true })],
])(
  'lists do not wait for a slow subscription, and are loaded again when it has started: %s',
  async (_, options, rule) => {
    await world.server.script(rule)
    const store = createStore({ ...options, lists: ['tools'] })
    mount(store)
    await world.advance(300)
    expect(store.get().status).toBe('ready')
    expect(await count(world, 'tools/list')).toEqual([1])
    await world.advance(5_000)
    expect(await count(world, 'tools/list')).toEqual([2])
    await world.until(store.dispose())
  },
)

test('a thousand subscriptions make no further request', async () => {
  const store = createStore()
  const unmount = mount(store)
  await world.advance(1_000)
  const before = (await world.server.journal()).length
  for (let times = 0; times < 1_000; times++) mount(store)()
  await world.advance(60_000)
  expect(await world.server.journal()).toHaveLength(before)
  unmount()
  await world.until(store.dispose())
})

test('with keepSession the session is left to whoever continues it', async () => {
  const store = createStore({ keepSession: true })
  const unmount = mount(store)
  await world.advance(1_000)
  unmount()
  await world.advance(10_000)
  expect([store.get().status, ...(await connects())]).toEqual(['idle', 1, 0])
})

test('a store shows the lists of a cache at once, and then refreshes them', async () => {
  await world.server.configure({ cache: { ttlMs: 3_600_000, cacheScope: 'public' } })
  const cache: NonNullable<ConnectOptions['cache']> = createMapCache()
  const first = createStore({ ...modern, cache, lists: ['tools'] })
  mount(first)
  await world.advance(1_000)
  const { tools } = first.get()
  await world.until(first.dispose())
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ delay: 5_000 }, { pass: true }] })
  const [before] = await count(world, 'tools/list')
  const second = createStore({ ...modern, cache, lists: ['tools'] })
  mount(second)
  await world.advance(500)
  expect([second.get().status, second.get().tools]).toEqual(['ready', tools])
  await world.advance(10_000)
  expect(await count(world, 'tools/list')).toEqual([before! + 1])
  await world.until(second.dispose())
})

test('client.server is one frozen object until the server introduces itself again, which is told', async () => {
  const client = await world.until(world.connect(legacy))
  const { server } = client
  expect([client.server === server, Object.isFrozen(server)]).toEqual([true, true])
  const seen: unknown[] = []
  client.subscribe(() => seen.push(client.server))
  await world.server.act({ expireSessions: true })
  await world.until(client.callTool('echo', { text: 'x' }))
  expect(client.server).not.toBe(server)
  expect(seen.at(-1)).toBe(client.server)
})

test('a user who refuses to sign in is told so, and no longer when a sign-in begins', async () => {
  const listeners = new Set<() => void>()
  const auth = {
    status: { status: 'needs-user' },
    fetch: world.fetch,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async signIn() {},
  }
  const setStatus = (status: string) => {
    auth.status = { status }
    for (const listener of listeners) listener()
  }
  await world.server.script({ on: {}, do: [{ respond: { status: 401 } }] })
  const store = createStore({ auth })
  mount(store)
  await world.advance(100)
  expect(store.get()).toMatchObject({ status: 'needs-user', reason: undefined })
  setStatus('denied')
  expect(store.get()).toMatchObject({ status: 'needs-user', reason: 'denied' })
  setStatus('authorizing')
  expect(store.get()).toMatchObject({ status: 'needs-user', reason: undefined })
  await world.until(store.dispose())
})

test('servers are added to a group store and removed from it, and without servers it is ready', async () => {
  const connectGroup = createConnectGroup(world.environment, createConnect(world.environment))
  const options = { fetch: world.fetch, ...legacy }
  const store = createGroupStoreFactory(world.environment, connectGroup)({}, { lists: ['tools'] })
  store.add('early', { url: world.server.url, ...options })
  expect(() => store.add('early', world.server.url)).toThrow('add: the store has a server early already')
  expect(() => store.add('none', '')).toThrow('add: expected a name and a url')
  await store.remove('early')
  const unmount = store.subscribe(() => {})
  await world.advance(1_000)
  expect(store.get()).toMatchObject({ status: 'ready', servers: {}, tools: [] })
  store.add('one', { url: world.server.url, ...options })
  await world.advance(1_000)
  expect(store.get().servers.one?.status).toBe('ready')
  const journal = await world.server.journal()
  const initialize = journal.find(({ rpcMethod }) => rpcMethod === 'initialize')
  expect(JSON.stringify(initialize?.body)).toContain('elicitation')
  expect(store.get().tools.length).toBeGreaterThan(0)
  await world.until(store.remove('one'))
  await store.remove('nobody')
  expect(store.get()).toMatchObject({ status: 'ready', servers: {}, tools: [] })
  expect(await connects()).toEqual([1, 1])
  unmount()
  await world.until(store.dispose())
})
