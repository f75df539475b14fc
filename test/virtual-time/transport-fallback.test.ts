/** Falling back on virtual time: an endpoint that never comes. */
import { expect, test } from 'vitest'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** The stream opens and stays alive, but says nothing that matters. */
async function neverSayEndpoint(world: VirtualWorld): Promise<void> {
  await world.server.configure({ get: 'sse', sse: { endpoint: 'never' } })
  await world.server.script(
    { on: { http: 'POST', path: '/mcp' }, do: [{ respond: { status: 405, body: 'no' } }] },
    { on: { http: 'GET' }, do: [{ pass: true }, { trickle: { bytes: 20, every: 500 } }] },
  )
}

test('F-07 a stream that only has comments is left after ten seconds, and the error lists both attempts', async () => {
  const world = createVirtualWorld()
  await neverSayEndpoint(world)
  const start = world.clock.now()
  const error = await world.until(world.connect({ versions }).catch((error) => error))
  expect(world.clock.now() - start).toBe(10_000)
  expect(error).toMatchObject({ code: 'connect', message: expect.stringMatching(/endpoint/) })
  expect(error.attempts).toMatchObject([
    { transport: 'streamable-http', status: 405, bodyHead: 'no' },
    { transport: 'sse', error: { code: 'timeout' } },
  ])
  await world.advance(1_000)
  const opened = (await world.server.journal()).find(({ http }) => http === 'GET')
  expect(opened?.ended).toBe('client-left')
  expect(world.timers()).toBe(0)
  await world.end()
})

test('F-07 so it is when connecting as a whole takes too long', async () => {
  const world = createVirtualWorld()
  await neverSayEndpoint(world)
  const start = world.clock.now()
  const error = await world.until(world.connect({ versions, connectTimeout: 4_000 }).catch((error) => error))
  expect(world.clock.now() - start).toBe(4_000)
  expect(error.attempts).toMatchObject([
    { transport: 'streamable-http', status: 405 },
    { transport: 'sse', error: { code: 'timeout', limit: 'connectTimeout' } },
  ])
  expect(world.timers()).toBe(0)
  await world.end()
})
