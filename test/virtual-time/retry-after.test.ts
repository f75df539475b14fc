/** Servers that are busy for the moment: their Retry-After, on virtual time. */
import { expect, test } from 'vitest'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const inThreeSeconds = (world: VirtualWorld) => new Date(world.clock.now() + 3_000).toUTCString()

test.each([
  ['429', 429, () => '1', 1_000],
  ['503', 503, () => '1', 1_000],
  ['ten seconds', 429, () => '10', 10_000],
  ['a date', 429, inThreeSeconds, 3_000],
] as const)('K-24 Retry-After is waited for, and the request sent once more (%s)', async (_, status, after, wait) => {
  for (const rpc of ['tools/list', 'tools/call']) {
    const world = createVirtualWorld()
    const headers = { 'retry-after': after(world) }
    await world.server.script({ on: { rpc }, nth: 1, do: [{ respond: { status, headers } }] })
    const client = await world.connect()
    const call: Promise<unknown> = rpc === 'tools/list' ? client.listTools() : client.callTool('echo', { text: 'x' })
    await world.until(call)
    const sent = (await world.server.journal()).filter((entry) => entry.rpc === rpc)
    expect(sent.length).toBe(2)
    const pause = (sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)
    expect(pause).toBeGreaterThanOrEqual(wait)
    expect(pause).toBeLessThanOrEqual(wait * 1.2)
    await world.end()
  }
})

test('K-24 who is told to wait a second time gets the error, with the time to wait', async () => {
  const world = createVirtualWorld()
  await world.server.script({
    on: { rpc: 'tools/call' },
    do: [{ respond: { status: 429, headers: { 'retry-after': '2' } } }],
  })
  const client = await world.connect()
  const error = await world.until(client.callTool('echo', { text: 'x' }).catch((error) => error))
  expect(error).toMatchObject({
    code: 'http',
    status: 429,
    delivery: 'not-executed',
    retryable: true,
    retryAfterMs: 2_000,
  })
  expect((await world.server.methods()).filter((method) => method === 'tools/call').length).toBe(2)
  await world.end()
})

test('K-24 a call that is aborted while it waits to be sent again is not sent again', async () => {
  const world = createVirtualWorld()
  const headers = { 'retry-after': '5' }
  await world.server.script({ on: { rpc: 'tools/call' }, do: [{ respond: { status: 429, headers } }] })
  const client = await world.connect()
  const stop = new AbortController()
  const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal }).catch((error) => error)
  await world.advance(1_000)
  stop.abort('enough')
  expect(await world.until(call)).toBe('enough')
  await world.advance(60_000)
  expect((await world.server.methods()).filter((method) => method === 'tools/call').length).toBe(1)
  await world.end()
})
