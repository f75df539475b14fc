/** HTTP+SSE over minutes: silence, reconnecting, handlers that take their time. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectOptions, WireEvent } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'
import { cutWhenQuiet } from './cut-when-quiet.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})
afterEach(async () => {
  await world.end()
  expect(world.timers()).toBe(0)
})

const connect = (options?: ConnectOptions) => world.connect({ url: world.server.sseUrl, ...options })

async function streams(): Promise<JournalEntry[]> {
  return (await world.server.journal()).filter(({ path }) => path === '/sse')
}

test.each([
  ['the endpoint never comes', []],
  ['only comments come', [{ comment: 'wait' }, { trickle: { bytes: 20, every: 500 } }] as const],
])('L-06 T-11 where %s, connecting is given up after ten seconds, and the stream released', async (_, steps) => {
  await world.server.script({ on: { path: '/sse' }, do: [{ stream: {} }, ...steps, { hold: 'forever' }] })
  const start = world.clock.now()
  const error = await world.until(connect({ transport: 'sse' }).catch((reason) => reason))
  expect(world.clock.now() - start).toBe(10_000)
  expect(error).toMatchObject({ delivery: 'not-executed', message: expect.stringContaining('endpoint') })
  await world.settle()
  expect((await streams()).map(({ ended }) => ended)).toEqual(['client-left'])
  expect(await world.server.methods()).toEqual(['GET'])
})

test('L-07 a stream that ends is opened again after its retry, neither earlier nor much later', async () => {
  await world.server.configure({ sse: { retry: 100 } })
  const client = await connect()
  const call = client.callTool('slow', { ms: 600_000 }).catch((error) => ({ ...error, at: world.clock.now() }))
  await world.settle()
  await world.server.act({ closeStreams: 'sse' })
  expect(await call).toMatchObject({ code: 'connection', delivery: 'unknown', at: world.clock.now() })
  expect(client.connection.status).toBe('reconnecting')
  await world.advance(99)
  expect(await streams()).toHaveLength(1)
  await world.advance(101)
  expect(await streams()).toHaveLength(2)
  expect(client.connection.status).toBe('connected')
})

test.each([
  ['every 100 ms', 100, 15_000],
  ['every 20 s', 20_000, 60_000],
])('L-12 a server that kept itself alive %s and stops is given up', async (_, keepalive, limit) => {
  await world.server.configure({ sse: { keepalive, retry: 10 } })
  const client = await connect({ keepAlive: false })
  await world.advance(5 * keepalive)
  const call = client.callTool('slow', { ms: 3_600_000 }, { timeout: 3_600_000 }).catch((error) => error)
  await world.settle()
  await world.server.configure({ sse: { keepalive: 0 } })
  await world.advance(limit - 1 - keepalive)
  expect(await streams()).toHaveLength(1)
  await world.advance(keepalive + 1)
  expect(await call).toMatchObject({ code: 'connection', delivery: 'unknown' })
  await world.advance(1_000)
  const [first, ...others] = await streams()
  expect(first).toMatchObject({ ended: 'client-left' })
  expect(others).toHaveLength(1)
  expect(client.connection.status).toBe('connected')
})

test('a stream without keepalives may be silent for almost five minutes, but not longer', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const client = await connect({ keepAlive: false })
  await world.advance(299_999)
  expect(await streams()).toHaveLength(1)
  expect(client.connection.status).toBe('connected')
  await world.advance(1_001)
  expect((await streams()).map(({ ended }) => ended)).toEqual(['client-left', undefined])
})

test('K-27 where silence of 60 s is cut, an idle connection lives on, and a call needs no new one', async () => {
  const client = await connect({ fetch: cutWhenQuiet(world.fetch, world.clock, 60_000) })
  await world.advance(90_000)
  expect((await client.callTool('echo', { text: 'alive' })).content).toEqual([{ type: 'text', text: 'alive' }])
  await world.advance(3_600_000)
  expect(await streams()).toHaveLength(1)
  expect((await streams())[0]).not.toHaveProperty('ended')
  expect((await world.server.methods()).filter((method) => method === 'initialize')).toHaveLength(1)
})

test('K-27 without keepalive such a connection is cut, which shows that the cut is real', async () => {
  await connect({ fetch: cutWhenQuiet(world.fetch, world.clock, 60_000), keepAlive: false })
  await world.advance(90_000)
  expect((await streams()).length).toBeGreaterThan(1)
})

test('L-13 handlers of two seconds each, two hundred times, hold up neither the stream nor a call', async () => {
  await world.server.configure({ sse: { sendTimeout: 100 } })
  const remarks: WireEvent[] = []
  let running = 0
  let most = 0
  let answered = 0
  const client = await connect({
    onEvent: (event) => ['warning', 'quarantined', 'reconnect'].includes(event.type) && remarks.push(event),
    handlers: {
      async roots() {
        most = Math.max(most, ++running)
        await world.clock.wait(2_000)
        running--
        answered++
        return []
      },
    },
  })
  for (let index = 0; index < 200; index++) await world.server.act({ serverRequest: { method: 'roots/list' } })
  const seen: number[] = []
  const start = world.clock.now()
  await world.until(client.callTool('count', { to: 200 }, { onProgress: ({ progress }) => seen.push(progress) }))
  expect(world.clock.now() - start).toBeLessThan(100)
  expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
  await world.advance(200 * 2_000)
  expect(answered).toBe(200)
  expect(most).toBeLessThanOrEqual(4)
  expect(remarks).toEqual([])
  expect(await streams()).toHaveLength(1)
})
