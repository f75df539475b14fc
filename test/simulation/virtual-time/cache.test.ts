/** How long cached answers are used. */
import { expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { createStore } from '../../scenarios/steps/cache-store.ts'
import { connectObserved, count } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000
const PUBLIC = { ttlMs: 1_000, cacheScope: 'public' }

const world = useVirtualWorld()

/** With its own stores: the default ones are shared by all worlds, whose clocks all begin at the same time. */
const modern = () => ({ versions: ['2026-07-28'] as const, cache: createStore(), eraCache: new Map() })

/** The list that was just read is requested again after that time, and not before. */
async function expectFreshFor(milliseconds: number, client: Client): Promise<void> {
  await world.advance(milliseconds - 1)
  await client.listTools()
  expect(await count(world, 'tools/list')).toEqual([1])
  await world.advance(1)
  await client.listTools()
  expect(await count(world, 'tools/list')).toEqual([2])
}

test('an answer is fresh for its time to live, counted from when it arrived, and not longer [protocol:C-2]', async () => {
  await world.server.configure({ cache: PUBLIC })
  await world.server.script({ on: { rpcMethod: 'tools/list' }, nth: 1, do: [{ delay: 5_000 }, { pass: true }] })
  const { client } = await connectObserved(world, modern())
  await world.until(client.listTools())
  await expectFreshFor(1_000, client)
})

test('a stale answer is requested again when it is needed, and not by a timer [protocol:C-5]', async () => {
  await world.server.configure({ cache: PUBLIC })
  const { client } = await connectObserved(world, modern())
  await client.listTools()
  await world.advance(HOUR)
  expect(world.timers()).toBe(0)
  expect(await count(world, 'tools/list')).toEqual([1])
})

test.each([
  ['the server is down', { respond: { status: 503 } }],
  ['the connection breaks', { fault: true }],
] as const)(
  'where %s, a stale answer is used only with staleIfError, until its maxAge [protocol:C-12]',
  async (_, step) => {
    await world.server.configure({ cache: PUBLIC })
    const options = { ...modern(), staleIfError: { maxAge: 60_000 } }
    const { client, of } = await connectObserved(world, options)
    const { client: strict } = await connectObserved(world, { ...options, staleIfError: undefined })
    const tools = await client.listTools()
    expect(client.connection.lastError).toBeUndefined()
    await world.advance(2_000)
    await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [step] })
    await expect(world.until(strict.listTools())).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) })
    expect(await world.until(client.listTools())).toEqual(tools)
    expect(of('warning')).toHaveLength(1)
    expect(client.connection.lastError).toMatchObject({ message: expect.stringContaining('tools/list') })
    await world.advance(60_000)
    await expect(world.until(client.listTools())).rejects.toThrow()
    expect(of('warning')).toHaveLength(1)
    await world.server.script()
    expect(await client.listTools()).toEqual(tools)
  },
)

test.each(['close', 'detach'] as const)(
  '%s() waits for what is being written to caches, two seconds at most',
  async (end) => {
    await world.server.configure({ cache: { ttlMs: HOUR, cacheScope: 'public' } })
    for (const [delay, expected] of [
      [500, 500],
      [HOUR, 2_000],
    ] as const) {
      const store = createStore()
      const written: string[] = []
      const slow = {
        ...store,
        async set(...[key, entry]: Parameters<typeof store.set>) {
          await world.clock.wait(delay)
          written.push(key)
          store.set(key, entry)
        },
      }
      const client = await world.connect({ ...modern(), cache: slow })
      await client.listTools()
      const start = world.clock.now()
      await world.until(client[end]())
      expect(world.clock.now() - start).toBe(expected)
      expect(written).toHaveLength(delay === 500 ? 1 : 0)
    }
  },
)

test('a cache without deletePrefix, such as a Map, is refused', async () => {
  const cache = new Map() as never
  await expect(world.connect({ ...modern(), cache })).rejects.toThrow(
    'cache: expected an object with get, set and deletePrefix',
  )
})

test('a JSON-RPC error is an answer, so the stale one is not used [protocol:C-12]', async () => {
  await world.server.configure({ cache: PUBLIC })
  const { client } = await connectObserved(world, modern())
  await client.listTools()
  await world.advance(2_000)
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerError: { code: -32603, message: 'no' } }] })
  await expect(client.listTools()).rejects.toMatchObject({ code: 'rpc', rpcCode: -32603 })
})

test('each page has its own time to live, and only stale pages are requested again [protocol:C-13]', async () => {
  const [long, short] = [HOUR, 1_000].map((ttlMs) => ({ ttlMs, cacheScope: 'public' }))
  await world.server.configure({ cache: { methods: { 'prompts/list': [long!, short!, long!] } }, pageSize: 2 })
  const { client } = await connectObserved(world, modern())
  const prompts = await client.listPrompts()
  const cursors = async () => {
    const sent = (await world.server.journal()).filter(({ rpcMethod }) => rpcMethod === 'prompts/list')
    return sent.map(({ body }) => (body as { params: { cursor?: string } }).params.cursor)
  }
  const once = await cursors()
  expect(once).toHaveLength(3)
  await world.advance(1_000)
  expect(await client.listPrompts()).toEqual(prompts)
  expect(await cursors()).toEqual([...once, once[1]])
})

test('no answer is cached for longer than a day, whatever its time to live [protocol:C-21]', async () => {
  await world.server.configure({ cache: { ttlMs: 1e15, cacheScope: 'public' } })
  const { client } = await connectObserved(world, modern())
  await client.listTools()
  await expectFreshFor(24 * HOUR, client)
})

test('at most 256 answers are cached, and the oldest are dropped first [protocol:C-21]', async () => {
  await world.server.configure({ cache: { ttlMs: HOUR, cacheScope: 'public' } })
  const { cache: _, ...options } = modern()
  const client = await world.connect({ ...options, url: `${world.server.url}?bounded` })
  const read = (id: number) => client.readResource(`test://template/${id}/data`)
  for (let id = 0; id < 300; id++) await read(id)
  expect(await count(world, 'resources/read')).toEqual([300])
  await read(299)
  await read(100)
  expect(await count(world, 'resources/read')).toEqual([300])
  await read(0)
  expect(await count(world, 'resources/read')).toEqual([301])
})

test('a store that never answers is given up after at most ten seconds', async () => {
  await world.server.configure({ cache: { ttlMs: HOUR, cacheScope: 'public' } })
  const never = () => new Promise<never>(() => {})
  const stores = { cache: { get: never, set: never, deletePrefix: never }, eraCache: new Map() }
  for (const server of ['unknown', 'remembered']) {
    const started = world.clock.now()
    const client = await world.until(world.connect({ ...modern(), ...stores }))
    const tools = await world.until(client.listTools())
    expect(tools.length, server).toBeGreaterThan(0)
    expect(world.clock.now() - started, server).toBeLessThanOrEqual(10_000)
  }
})
