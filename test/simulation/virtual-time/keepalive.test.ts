/** When keepalive pings are sent. */
import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { cutWhenIdle } from './cut-when-idle.ts'
import { connectObserved, count, expectBetween } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

/** The shortest interval there is. */
const keepAlive = { interval: 5_000 }

const world = useVirtualWorld()

test('keepalive keeps an idle session alive beyond its time to live [K-01]', async () => {
  await world.server.configure({ session: { ttl: 15_000 } })
  const client = await world.connect({ keepAlive })
  await world.advance(50_000)
  await client.callTool('echo', { text: 'still here' })
  const [pings, initializes] = await count(world, 'ping', 'initialize')
  expect(initializes).toBe(1)
  expectBetween(pings, 8, 10)
  const sessions = (await world.server.journal()).slice(1).map(({ headers }) => headers['mcp-session-id'])
  expect(new Set(sessions).size).toBe(1)
})

test.each([
  ['is 45 s with a session', undefined, '/mcp', 45_000],
  ['is 45 s over HTTP+SSE', undefined, '/sse', 45_000],
  ['is that of the option', { interval: 10_000 }, '/mcp', 10_000],
  ['is that of the option over HTTP+SSE', { interval: 10_000 }, '/sse', 10_000],
  ['is 5 s at least', { interval: 100 }, '/mcp', 5_000],
] as const)('the keepalive interval %s [K-02]', async (_, keepAlive, path, interval) => {
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
})

test.each([
  ['an interval of 0', { interval: 0 }],
  ['false', false],
] as const)('%s turns keepalive off [K-02]', async (_, keepAlive: ConnectOptions['keepAlive']) => {
  for (const url of [world.server.url, world.server.sseUrl]) {
    const client = await world.connect({ url, keepAlive: keepAlive! })
    expect(client.connection.keepAlive).toBe(false)
  }
  await world.advance(HOUR)
  expect(await count(world, 'ping')).toEqual([0])
})

test('no ping is sent while a call runs [K-10]', async () => {
  const client = await world.connect({ keepAlive })
  await world.until(client.callTool('slow', { ms: 25_000 }))
  expect(await count(world, 'ping')).toEqual([0])
})

test('over HTTP+SSE pings keep the stream of a long, silent call alive [K-10]', async () => {
  const client = await world.connect({ url: world.server.sseUrl, fetch: cutWhenIdle(world.fetch, world.clock, 60_000) })
  const { content } = await world.until(client.callTool('slow', { ms: 200_000 }, { timeout: HOUR }))
  expect(content).toEqual([{ type: 'text', text: 'waited 200000 ms' }])
  expect(await count(world, 'GET', 'initialize', 'ping')).toEqual([1, 1, 4])
})

test('over HTTP+SSE a server that is too busy to answer pings keeps its connection until the call has ended', async () => {
  await world.server.configure({ ping: 'never' })
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ hold: 'forever' }] })
  const client = await world.connect({ url: world.server.sseUrl, keepAlive })
  const { content } = await world.until(client.callTool('slow', { ms: 200_000 }, { timeout: HOUR }))
  expect(content).toEqual([{ type: 'text', text: 'waited 200000 ms' }])
  expect(await count(world, 'GET', 'initialize')).toEqual([1, 1])
  expect(client.connection.status).toBe('connected')
})

test('the keepalive interval begins when the call has ended [K-10]', async () => {
  const client = await world.connect({ keepAlive })
  await world.until(client.callTool('slow', { ms: 7_000 }))
  await world.advance(4_999)
  expect(await count(world, 'ping')).toEqual([0])
  await world.advance(1)
  expect(await count(world, 'ping')).toEqual([1])
})

test('no ping is sent while the server sends notifications [K-11]', async () => {
  const client = await world.connect({ keepAlive, handlers: { roots: () => [] } })
  await world.server.until((entries) =>
    entries.some(({ httpMethod, status }) => httpMethod === 'GET' && status === 200),
  )
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
})

test('no ping is sent while the server sends keepalives over HTTP+SSE [K-11]', async () => {
  await world.server.configure({ sse: { keepalive: 2_500 } })
  await world.connect({ url: world.server.sseUrl, keepAlive })
  await world.advance(25_000)
  expect(await count(world, 'ping', 'GET')).toEqual([0, 1])
})

test('a server without sessions is not pinged [K-20]', async () => {
  await world.server.configure({ session: { issue: false } })
  const client = await world.connect()
  expect(client.connection.keepAlive).toBe(false)
  await world.advance(10 * 180_000)
  await client.close()
  expect(await world.server.methods()).toEqual(['initialize', 'notifications/initialized'])
  expect(world.timers()).toBe(0)
})

test('a modern server gets no request without a call [K-20]', async () => {
  const client = await world.connect({ versions: ['2026-07-28'], keepAlive })
  await client.callTool('echo', { text: 'x' })
  await world.advance(10 * 180_000)
  expect(await world.server.methods()).toEqual(['server/discover', 'tools/call'])
  await client.close()
  expect(await world.server.methods()).toEqual(['server/discover', 'tools/call'])
  for (const { headers } of await world.server.journal()) expect(headers).not.toHaveProperty('mcp-session-id')
  expect(world.timers()).toBe(0)
})

test('an idle HTTP+SSE connection survives a proxy that cuts streams after 60 s of silence [K-27]', async () => {
  const client = await world.connect({ url: world.server.sseUrl, fetch: cutWhenIdle(world.fetch, world.clock, 60_000) })
  await world.advance(90_000)
  expect((await client.callTool('echo', { text: 'alive' })).content).toEqual([{ type: 'text', text: 'alive' }])
  expect(client.connection.status).toBe('connected')
  expect(await count(world, 'GET', 'initialize', 'ping')).toEqual([1, 1, 2])
  await world.advance(HOUR)
  expect(await count(world, 'GET', 'initialize')).toEqual([1, 1])
  const stream = (await world.server.journal()).find(({ path }) => path === '/sse')
  expect(stream).toBeDefined()
  expect(stream).not.toHaveProperty('ended')
})

test('without keepalive that proxy does cut an idle HTTP+SSE connection [K-27]', async () => {
  const fetch = cutWhenIdle(world.fetch, world.clock, 60_000)
  await world.connect({ url: world.server.sseUrl, fetch, keepAlive: false })
  await world.advance(90_000)
  const [streams] = await count(world, 'GET')
  expect(streams).toBeGreaterThan(1)
})
