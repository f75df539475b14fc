/** When keepalive is sent, on virtual time. */
import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../src/core/index.ts'
import { cutWhenQuiet } from './cut-when-quiet.ts'
import { connectObserved, count } from './observed.ts'
import { createVirtualWorld } from './virtual-world.ts'

const HOUR = 3_600_000

/** The shortest interval there is. */
const keepAlive = { interval: 5_000 }

test('K-01 an idle session outlives its time to live', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ session: { ttl: 15_000 } })
  const client = await world.connect({ keepAlive })
  await world.advance(50_000)
  await client.callTool('echo', { text: 'still here' })
  const [pings, initializes] = await count(world, 'ping', 'initialize')
  expect(initializes).toBe(1)
  expect(pings).toBeGreaterThanOrEqual(8)
  expect(pings).toBeLessThanOrEqual(10)
  const sessions = (await world.server.journal()).slice(1).map(({ headers }) => headers['mcp-session-id'])
  expect(new Set(sessions).size).toBe(1)
  await world.end()
  expect(world.timers()).toBe(0)
})

test.each([
  ['is 180 s with a session', undefined, '/mcp', 180_000],
  ['is 45 s over HTTP+SSE', undefined, '/sse', 45_000],
  ['is what the option says', { interval: 10_000 }, '/mcp', 10_000],
  ['is what the option says, also over HTTP+SSE', { interval: 10_000 }, '/sse', 10_000],
  ['is 5 s at least', { interval: 100 }, '/mcp', 5_000],
] as const)('K-02 the interval %s', async (_, keepAlive, path, interval) => {
  const world = createVirtualWorld()
  const url = world.server.url.replace('/mcp', path)
  const { client, of } = await connectObserved(world, { url, ...(keepAlive && { keepAlive }) })
  expect(client.connection.keepAlive).toEqual({ interval, ping: true })
  await world.advance(interval - 1)
  expect(await count(world, 'ping')).toEqual([0])
  await world.advance(1)
  expect(await count(world, 'ping')).toEqual([1])
  await world.advance(interval)
  expect(await count(world, 'ping')).toEqual([2])
  expect(of('keepalive')).toMatchObject(Array(2).fill({ method: 'ping', ok: true }))
  expect(of('warning').length).toBe(keepAlive?.interval === 100 ? 1 : 0)
  await world.end()
})

test.each([
  ['interval 0', { interval: 0 }],
  ['false', false],
] as const)('K-02 %s turns it off', async (_, keepAlive: ConnectOptions['keepAlive']) => {
  const world = createVirtualWorld()
  for (const url of [world.server.url, world.server.sseUrl]) {
    const client = await world.connect({ url, keepAlive: keepAlive! })
    expect(client.connection.keepAlive).toBe(false)
  }
  await world.advance(HOUR)
  expect(await count(world, 'ping')).toEqual([0])
  await world.end()
})

test('K-10 nothing is sent while a call runs', async () => {
  const world = createVirtualWorld()
  for (const url of [world.server.url, world.server.sseUrl]) {
    const client = await world.connect({ url, keepAlive })
    await world.until(client.callTool('slow', { ms: 25_000 }))
    expect(await count(world, 'ping')).toEqual([0])
    await client.close()
  }
  await world.end()
})

test('K-10 the interval begins when the call has ended', async () => {
  const world = createVirtualWorld()
  const client = await world.connect({ keepAlive })
  await world.until(client.callTool('slow', { ms: 7_000 }))
  await world.advance(4_999)
  expect(await count(world, 'ping')).toEqual([0])
  await world.advance(1)
  expect(await count(world, 'ping')).toEqual([1])
  await world.end()
})

test('K-11 a server that is heard of needs no ping', async () => {
  const world = createVirtualWorld()
  const client = await world.connect({ keepAlive, handlers: { roots: () => [] } })
  await world.server.until((entries) => entries.some(({ http, status }) => http === 'GET' && status === 200))
  await world.settle()
  expect(client.connection.listening).toBe('open')
  for (let tick = 0; tick < 10; tick++) {
    await world.advance(2_500)
    await world.server.act({ notify: { method: 'notifications/message', params: { level: 'info', data: tick } } })
    await world.settle()
  }
  expect(await count(world, 'ping')).toEqual([0])
  await world.advance(5_000)
  expect(await count(world, 'ping')).toEqual([1])
  await world.end()
})

test('K-11 nor does one that keeps its HTTP+SSE stream alive itself', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ sse: { keepalive: 2_500 } })
  await world.connect({ url: world.server.sseUrl, keepAlive })
  await world.advance(25_000)
  expect(await count(world, 'ping', 'GET')).toEqual([0, 1])
  await world.end()
})

test('K-20 where there is no session there is nothing to keep alive', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ session: { issue: false } })
  const client = await world.connect()
  expect(client.connection.keepAlive).toBe(false)
  await world.advance(10 * 180_000)
  await client.close()
  expect(await world.server.methods()).toEqual(['initialize', 'notifications/initialized'])
  expect(world.timers()).toBe(0)
  await world.end()
})

test('K-27 an idle HTTP+SSE connection survives a proxy that cuts after 60 s of silence', async () => {
  const world = createVirtualWorld()
  const fetch = cutWhenQuiet(world.fetch, world.clock, 60_000)
  const client = await world.connect({ url: world.server.sseUrl, fetch })
  await world.advance(90_000)
  await client.callTool('echo', { text: 'no reconnect needed' })
  expect(client.connection.status).toBe('connected')
  expect(await count(world, 'GET', 'initialize', 'ping')).toEqual([1, 1, 2])
  await world.end()
})
