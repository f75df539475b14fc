/** The stateless revision while time passes: nothing is sent unasked, and what is remembered ages as it should. */
import { expect, test } from 'vitest'
import type { Verdict } from '../../src/core/index.ts'
import { count } from './observed.ts'
import { createVirtualWorld } from './virtual-world.ts'

const HOUR = 3_600_000

const MODERN = '2026-07-28'

test('K-20 a stateless server is left alone for as long as nobody asks for anything', async () => {
  const world = createVirtualWorld()
  const client = await world.connect({ versions: [MODERN], keepAlive: { interval: 5_000 } })
  await client.callTool('echo', { text: 'x' })
  await world.advance(10 * 180_000)
  expect(await world.server.methods()).toEqual(['server/discover', 'tools/call'])
  await client.close()
  expect(await world.server.methods()).toEqual(['server/discover', 'tools/call'])
  for (const { headers } of await world.server.journal()) expect(headers).not.toHaveProperty('mcp-session-id')
  expect(world.timers()).toBe(0)
  await world.end()
})

test('T-77 a comment every second keeps a silent call alive for a minute', async () => {
  const world = createVirtualWorld()
  const client = await world.connect({ versions: [MODERN], timeout: 5_000 })
  const trickle = { bytes: 2, every: 1_000, times: 60 }
  await world.server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { trickle }, { answer: true }] })
  const result = await world.until(client.callTool('echo', { text: 'alive' }))
  expect(result.content).toEqual([{ type: 'text', text: 'alive' }])
  await world.end()
})

test('N-11 that a server is old is believed for 24 hours', async () => {
  const world = createVirtualWorld()
  const eraCache = new Map<string, Verdict>()
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
  await world.end()
})
