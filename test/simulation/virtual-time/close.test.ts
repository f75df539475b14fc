/** Closing a client: how long it takes, and what is left behind. */
import { expect, test } from 'vitest'
import { HANDSHAKES } from '../../scenarios/steps/handshake-versions.ts'
import { count } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

const world = useVirtualWorld()

/** The era cache is wrong: the server has only legacy revisions. */
const rememberedAsModern = () =>
  ({
    era: 'modern',
    transport: 'streamable-http',
    protocolVersion: '2026-07-28',
    checkedAt: world.clock.now(),
    server: {},
  }) as const

test('closing waits at most two seconds for a server that does not answer the DELETE [K-23]', async () => {
  await world.server.configure({ delete: 'hang' })
  const client = await world.connect()
  const start = world.clock.now()
  await world.until(client.close())
  expect(world.clock.now() - start).toBeLessThanOrEqual(2_000)
  const journal = await world.server.journal()
  expect(journal.filter(({ httpMethod }) => httpMethod === 'DELETE').length).toBe(1)
  expect(world.timers()).toBe(0)
})

test('a client that is closed by its era cache during a change of the era leaves no session and no timer', async () => {
  await world.server.configure({ versions: [...HANDSHAKES] })
  const set = (): void => {
    void client.close()
  }
  const client = await world.until(world.connectAny({ eraCache: { get: rememberedAsModern, set } }))
  const call = client.callTool('echo', { text: 'x' }).catch((error) => error)
  expect(await world.until(call)).toMatchObject({ code: 'closed' })
  await world.settle()
  expect(world.timers()).toBe(0)
  expect(await count(world, 'initialize', 'DELETE')).toEqual([1, 1])
  const { length } = await world.server.journal()
  await world.advance(HOUR)
  expect((await world.server.journal()).length).toBe(length)
})

test('a client that is closed by the event of a change of the era leaves no session and no timer', async () => {
  await world.server.configure({ versions: [...HANDSHAKES] })
  const client = await world.until(
    world.connectAny({
      eraCache: { get: rememberedAsModern, set() {} },
      onEvent: (event) => event.type === 'era' && event.reason === 'corrected' && void client.close(),
    }),
  )
  const call = client.callTool('echo', { text: 'x' }).catch((error) => error)
  expect(await world.until(call)).toMatchObject({ code: 'closed' })
  await world.settle()
  expect(world.timers()).toBe(0)
  expect(await count(world, 'initialize', 'DELETE')).toEqual([1, 1])
})
