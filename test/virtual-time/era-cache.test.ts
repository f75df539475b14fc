/** How long the era of a server is remembered. */
import { expect, test } from 'vitest'
import type { KnownServer } from '../../src/core/index.ts'
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
