/** How long a busy server is waited for, on a clock that shows it to the millisecond. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callsIn, textsOf } from '../../scenarios/steps/calls.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(() => world.end())

const busy = (status: number, after: string) => ({ respond: { status, headers: { 'retry-after': after } } })

test('K-24 what a busy server refused is sent again when it said, once', async () => {
  for (const status of [429, 503]) {
    await world.server.script(
      { on: { rpc: 'tools/list' }, nth: 1, do: [busy(status, '1')] },
      { on: { rpc: 'tools/call' }, nth: 1, do: [busy(status, '10')] },
    )
    const client = await world.connect()
    const started = world.clock.now()
    expect((await world.until(client.listTools())).length).toBeGreaterThan(0)
    const listed = world.clock.now()
    expect(listed - started).toBeGreaterThanOrEqual(1_000)
    expect(listed - started).toBeLessThanOrEqual(1_500)
    expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
    expect(world.clock.now() - listed).toBeGreaterThanOrEqual(10_000)
    expect(world.clock.now() - listed).toBeLessThanOrEqual(11_000)
  }
})

test('a date is a time to come back to as well', async () => {
  const client = await world.connect()
  const date = new Date(world.clock.now() + 5_000).toUTCString()
  await world.server.script({ on: { rpc: 'tools/call' }, nth: 1, do: [busy(429, date)] })
  const started = world.clock.now()
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  expect(world.clock.now() - started).toBeGreaterThanOrEqual(5_000)
  expect(world.clock.now() - started).toBeLessThanOrEqual(5_500)
})

test('K-24 the second refusal carries its own time and is not waited for', async () => {
  await world.server.script({ on: { rpc: 'tools/call' }, do: [busy(429, '3')] })
  const client = await world.connect()
  const started = world.clock.now()
  const error = await world.until(client.callTool('echo', { text: 'x' }).catch((reason) => reason))
  expect(error).toMatchObject({ code: 'http', status: 429, retryAfterMs: 3_000, delivery: 'not-executed' })
  expect(world.clock.now() - started).toBeLessThanOrEqual(3_300)
  expect(callsIn(await world.server.journal()).length).toBe(2)
})

test('closing ends the wait for a busy server', async () => {
  await world.server.script({ on: { rpc: 'tools/call' }, do: [busy(503, '9')] })
  const client = await world.connect()
  const call = client.callTool('echo', { text: 'x' }).catch((reason) => reason)
  await world.advance(1_000)
  await world.until(client.close())
  expect(await call).toMatchObject({ code: 'closed' })
  await world.advance(60_000)
  expect(callsIn(await world.server.journal()).length).toBe(1)
  expect(world.timers()).toBe(0)
})
