/** How long the era of a server is remembered. */
import { expect, test } from 'vitest'
import type { KnownServer, ProtocolVersion } from '../../../src/core/index.ts'
import { count } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

const world = useVirtualWorld()

test('a legacy server is probed again after 24 hours [N-11]', async () => {
  const eraCache = new Map<string, KnownServer>()
  await world.server.configure({ versions: ['2025-11-25'] })
  const probes = async () => {
    await (await world.connectAny({ eraCache })).close()
    return (await count(world, 'server/discover'))[0]
  }
  expect(await probes()).toBe(1)
  await world.advance(24 * HOUR - 1)
  expect(await probes()).toBe(1)
  await world.advance(2)
  expect(await probes()).toBe(2)
  await world.advance(HOUR)
  expect(await probes()).toBe(2)
})

test('capabilities are asked for again when they are out of date, and before anything is refused [protocol:C-2]', async () => {
  const MINUTE = 60_000
  const versions: ProtocolVersion[] = ['2026-07-28']
  const withPrompts = { tools: {}, prompts: {} }
  await world.server.configure({
    versions,
    capabilities: { tools: {} },
    cache: { methods: { 'server/discover': { ttlMs: 5 * MINUTE, cacheScope: 'public' } } },
  })
  const eraCache = new Map<string, KnownServer>()
  const discovered = async () => (await count(world, 'server/discover'))[0]
  const client = await world.connectAny({ eraCache })
  const seen: object[] = []
  client.subscribe(() => seen.at(-1) !== client.server && seen.push(client.server))
  expect(await client.listPrompts()).toEqual([])
  await world.server.configure({ capabilities: withPrompts })
  await world.advance(4 * MINUTE)
  expect(await client.listPrompts()).toEqual([])
  expect(await discovered()).toBe(1)
  await world.advance(MINUTE)
  expect((await client.listPrompts()).length).toBeGreaterThan(0)
  expect(await discovered()).toBe(2)
  await client.getPrompt('test_simple_prompt')
  expect(seen.at(-1)).toMatchObject({ capabilities: withPrompts })
  // In the background, once it is out of date and the server is used.
  await world.server.configure({ capabilities: { ...withPrompts, completions: {} } })
  await world.advance(5 * MINUTE)
  expect(await discovered()).toBe(2)
  await client.callTool('echo', { text: 'x' })
  await world.advance(1_000)
  expect(await discovered()).toBe(3)
  expect(seen.at(-1)).toMatchObject({ capabilities: { completions: {} } })
  // The same answer again is no change.
  const { length } = seen
  await world.advance(5 * MINUTE)
  await client.callTool('echo', { text: 'x' })
  await world.advance(1_000)
  expect(await discovered()).toBe(4)
  expect(seen.length).toBe(length)
  expect(client.server).toBe(seen.at(-1))
  await client.close()
  const next = await world.connectAny({ eraCache })
  expect(next.server.capabilities?.completions).toEqual({})
  expect(await discovered()).toBe(4)
})

test.each([
  ['5 s', 5_000, 5_000],
  ['1 ms', 1, 1_000],
  ['nothing', 0, 60_000],
])('a server that is used is asked again when what it said has aged: it allows %s', async (_, ttlMs, age) => {
  await world.server.configure({
    versions: ['2026-07-28'],
    capabilities: { tools: {} },
    cache: { methods: { 'server/discover': { ttlMs, cacheScope: 'public' } } },
  })
  const client = await world.connectAny({ eraCache: new Map<string, KnownServer>() })
  await world.server.configure({ capabilities: { tools: {}, prompts: {} } })
  const use = async () => {
    await world.until(client.callTool('echo', { text: 'x' }))
    await world.settle()
    return client.server.capabilities
  }
  await world.advance(age - 1)
  expect(await use()).toEqual({ tools: {} })
  await world.advance(1)
  expect(await use()).toEqual({ tools: {}, prompts: {} })
  await use()
  expect((await count(world, 'server/discover'))[0]).toBe(2)
})

test('a server that is down while it is asked again is refused as before', async () => {
  await world.server.configure({ versions: ['2026-07-28'], capabilities: { tools: {} } })
  const client = await world.connectAny({ eraCache: new Map<string, KnownServer>() })
  await world.advance(2_000)
  await world.server.script({ on: { rpcMethod: 'server/discover' }, do: [{ respond: { status: 500 } }] })
  await expect(world.until(client.getPrompt('test_simple_prompt'))).rejects.toMatchObject({ code: 'capability' })
})

test('a server of another era than remembered is not asked for what it supports as if it were modern', async () => {
  await world.server.configure({ versions: ['2025-11-25'] })
  const eraCache = new Map<string, KnownServer>([
    [
      world.server.url,
      {
        era: 'modern',
        transport: 'streamable-http',
        protocolVersion: '2026-07-28',
        checkedAt: world.clock.now() - HOUR,
        server: { capabilities: { tools: {} } },
      },
    ],
  ])
  const client = await world.connectAny({ eraCache })
  expect((await client.callTool('echo', { text: 'x' })).content).toMatchObject([{ text: 'x' }])
  await world.settle()
  expect(client.connection.era).toBe('legacy')
  const asked = (await world.server.journal()).filter(({ rpcMethod }) => rpcMethod === 'server/discover')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.map(({ headers }) => headers?.['mcp-session-id'])).toEqual(asked.map(() => undefined))
})
