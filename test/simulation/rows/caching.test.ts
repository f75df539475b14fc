/** How long answers are kept, on virtual time. */
import { expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { createStore } from '../../scenarios/steps/cache-store.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'
import { connectObserved, count } from './observed.ts'

const HOUR = 3_600_000
const SHARED = { ttlMs: 1_000, cacheScope: 'public' }

/** Stores of its own: the default ones are shared by all worlds, whose clocks all begin at the same time. */
const modern = () => ({ versions: ['2026-07-28'] as const, cache: createStore(), eraCache: new Map() })

const connectModern = (world: VirtualWorld) => connectObserved(world, modern())

/** The list that just came is asked for again after that time, and not before. */
async function expectFreshFor(milliseconds: number, world: VirtualWorld, client: Client): Promise<void> {
  await world.advance(milliseconds - 1)
  await client.listTools()
  expect(await count(world, 'tools/list')).toEqual([1])
  await world.advance(1)
  await client.listTools()
  expect(await count(world, 'tools/list')).toEqual([2])
}

test('protocol:C-2 an answer is fresh for as long as the server says, from when it came, and not a moment longer', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ cache: SHARED })
  await world.server.script({ on: { rpc: 'tools/list' }, nth: 1, do: [{ delay: 5_000 }, { pass: true }] })
  const { client } = await connectModern(world)
  await world.until(client.listTools())
  await expectFreshFor(1_000, world, client)
  await world.end()
})

test('protocol:C-5 what grows old is asked for when it is wanted, and by no timer', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ cache: SHARED })
  const { client } = await connectModern(world)
  await client.listTools()
  await world.advance(HOUR)
  expect(world.timers()).toBe(0)
  expect(await count(world, 'tools/list')).toEqual([1])
  await world.end()
})

test.each([
  ['a server that is down', { respond: { status: 503 } }],
  ['a connection that breaks', { fault: true }],
] as const)('protocol:C-12 %s leaves the old answer, which is said', async (_, step) => {
  const world = createVirtualWorld()
  await world.server.configure({ cache: SHARED })
  const { client, of } = await connectModern(world)
  const tools = await client.listTools()
  await world.advance(2_000)
  await world.server.script({ on: { rpc: 'tools/list' }, do: [step] })
  expect(await world.until(client.listTools())).toEqual(tools)
  expect(of('warning')).toHaveLength(1)
  await world.server.script()
  await client.listTools()
  expect(of('warning')).toHaveLength(1)
  await world.end()
})

test('protocol:C-12 a refusal is not a failure: it is what the server says now', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ cache: SHARED })
  const { client } = await connectModern(world)
  await client.listTools()
  await world.advance(2_000)
  await world.server.script({ on: { rpc: 'tools/list' }, do: [{ answerError: { code: -32603, message: 'no' } }] })
  await expect(client.listTools()).rejects.toMatchObject({ code: 'rpc', rpcCode: -32603 })
  await world.end()
})

test('protocol:C-13 each page has its own time, and only the one that is old is asked for again', async () => {
  const world = createVirtualWorld()
  const [long, short] = [HOUR, 1_000].map((ttlMs) => ({ ttlMs, cacheScope: 'public' }))
  await world.server.configure({ cache: { methods: { 'prompts/list': [long!, short!, long!] } }, pageSize: 2 })
  const { client } = await connectModern(world)
  const prompts = await client.listPrompts()
  const cursors = async () => {
    const sent = (await world.server.journal()).filter(({ rpc }) => rpc === 'prompts/list')
    return sent.map(({ body }) => (body as { params: { cursor?: string } }).params.cursor)
  }
  const once = await cursors()
  expect(once).toHaveLength(3)
  await world.advance(1_000)
  expect(await client.listPrompts()).toEqual(prompts)
  expect(await cursors()).toEqual([...once, once[1]])
  await world.end()
})

test('protocol:C-21 nothing is kept longer than a day, whatever the server says', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ cache: { ttlMs: 1e15, cacheScope: 'public' } })
  const { client } = await connectModern(world)
  await client.listTools()
  await expectFreshFor(24 * HOUR, world, client)
  await world.end()
})

test('protocol:C-21 no more than 256 answers are kept, and the oldest go first', async () => {
  const world = createVirtualWorld()
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
  await world.end()
})

test('a store that never answers is as good as none, after a while', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ cache: { ttlMs: HOUR, cacheScope: 'public' } })
  const never = () => new Promise<never>(() => {})
  const stores = { cache: { get: never, set: never, delete: never }, eraCache: new Map() }
  for (const server of ['unknown', 'remembered']) {
    const begun = world.clock.now()
    const client = await world.until(world.connect({ ...modern(), ...stores }))
    const tools = await world.until(client.listTools())
    expect(tools.length, server).toBeGreaterThan(0)
    expect(world.clock.now() - begun, server).toBeLessThanOrEqual(10_000)
  }
  await world.end()
})
