/** Healing on virtual time: how long is waited, how often it is tried, and when that begins anew. */
import { expect, test } from 'vitest'
import type { WireEvent } from '../../src/core/index.ts'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const HOUR = 3_600_000

const text = (value: string) => [{ type: 'text', text: value }]

/** Streams that break right after the handshake. A negative `retry` is no number to any parser, so none is given. */
async function connectToFlapping(world: VirtualWorld) {
  await world.server.configure({ sse: { retry: -1 } })
  await world.server.script({ on: { http: 'GET' }, do: [{ pass: true }, { delay: 100 }, { close: true }] })
  const reconnects: Extract<WireEvent, { type: 'reconnect' }>[] = []
  const client = await world.connect({
    url: world.server.sseUrl,
    onEvent: (event) => event.type === 'reconnect' && reconnects.push(event),
  })
  return { client, reconnects }
}

/** Milliseconds from the end of each stream to the opening of the next. */
async function pauses(world: VirtualWorld): Promise<number[]> {
  const opened = (await world.server.journal()).filter(({ http }) => http === 'GET')
  return opened.slice(1).map(({ at }, index) => at - (opened[index]?.endedAt ?? Number.NaN))
}

function expectAbout(actual: number[], nominal: number[]): void {
  expect(actual.length).toBe(nominal.length)
  for (const [index, expected] of nominal.entries()) {
    expect(actual[index]).toBeGreaterThanOrEqual(expected * 0.8)
    expect(actual[index]).toBeLessThanOrEqual(expected * 1.2)
  }
}

test('F-11 a connection that fell back is opened again as HTTP+SSE, without another refused handshake', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ get: 'sse' })
  await world.server.script({ on: { http: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
  const client = await world.connect({ versions: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] })
  await world.server.act({ closeStreams: 'get' })
  await world.advance(10_000)
  expect(await world.server.methods()).toEqual([
    'initialize',
    ...['GET', 'initialize', 'notifications/initialized'],
    ...['GET', 'initialize', 'notifications/initialized'],
  ])
  const refused = (await world.server.journal()).filter(({ http, path }) => http === 'POST' && path === '/mcp')
  expect(refused.length).toBe(1)
  expect(client.connection).toMatchObject({ transport: 'sse', fellBack: true, status: 'connected' })
  expect((await client.callTool('echo', { text: 'again' })).content).toEqual(text('again'))
  await world.end()
})

test.each([1, 2, 3])(
  'K-21 a connection that breaks after every handshake is given up after five (seed %i)',
  async (seed) => {
    const world = createVirtualWorld({ seed })
    const { client, reconnects } = await connectToFlapping(world)
    await world.advance(60_000)
    const nominal = [1_000, 2_000, 4_000, 8_000, 16_000]
    expectAbout(await pauses(world), nominal)
    expectAbout(
      reconnects.map(({ delay }) => delay),
      nominal,
    )
    expect(reconnects.map(({ what, attempt }) => [what, attempt])).toEqual(
      nominal.map((_, index) => ['session', index + 1]),
    )
    expect(client.connection).toMatchObject({ status: 'failed', lastError: { code: 'connection' } })
    await world.advance(HOUR)
    expect((await pauses(world)).length).toBe(5)
    await world.end()
    expect(world.timers()).toBe(0)
  },
)

test('K-21 requests that are accepted and never answered prove nothing', async () => {
  const world = createVirtualWorld()
  const { client } = await connectToFlapping(world)
  await world.server.script(
    { on: { http: 'GET' }, do: [{ pass: true }, { delay: 100 }, { close: true }] },
    { on: { rpc: 'tools/call' }, do: [{ respond: { status: 202 } }] },
  )
  const codes: unknown[] = []
  for (let call = 0; call < 6; call++) {
    codes.push(await world.until(client.callTool('echo', { text: 'x' }).catch(({ code }) => code)))
  }
  expect(codes).toEqual(Array(6).fill('connection'))
  expectAbout(await pauses(world), [1_000, 2_000, 4_000, 8_000, 16_000])
  await world.settle()
  expect(client.connection.status).toBe('failed')
  await world.end()
})

test('K-21 a server that is gone is given up after five attempts, and so is a call that waited for it', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ sse: { retry: -1 } })
  const client = await world.connect({ url: world.server.sseUrl })
  await world.server.script({ on: { http: 'GET' }, do: [{ respond: { status: 503 } }] })
  await world.server.act({ closeStreams: 'sse' })
  await world.advance(10)
  expect(client.connection.status).toBe('reconnecting')
  const waiting = client.callTool('echo', { text: 'x' }).catch((error) => error)
  expect(await world.until(waiting)).toMatchObject({ code: 'session-lost', delivery: 'not-executed' })
  expectAbout(await pauses(world), [1_000, 2_000, 4_000, 8_000, 16_000])
  expect(client.connection).toMatchObject({ status: 'failed', lastError: { status: 503 } })
  await world.advance(HOUR)
  expect((await pauses(world)).length).toBe(5)
  await world.end()
})

test('K-21 the pauses differ from client to client', async () => {
  const first = await Promise.all(
    [1, 2].map(async (seed) => {
      const world = createVirtualWorld({ seed })
      await connectToFlapping(world)
      await world.advance(2_000)
      const [pause] = await pauses(world)
      await world.end()
      return pause
    }),
  )
  expect(first[0]).not.toBe(first[1])
})

test('K-22 a call that succeeds makes the counting begin anew', async () => {
  const world = createVirtualWorld()
  const { client } = await connectToFlapping(world)
  while ((await pauses(world)).length < 3) await world.clock.step()
  expect((await world.until(client.callTool('echo', { text: 'proof' }))).content).toEqual(text('proof'))
  await world.advance(60_000)
  expectAbout(await pauses(world), [1_000, 2_000, 4_000, 1_000, 2_000, 4_000, 8_000, 16_000])
  expect(client.connection.status).toBe('failed')
  await world.end()
})

test('after it was given up, the next call tries once more', async () => {
  const world = createVirtualWorld()
  const { client } = await connectToFlapping(world)
  await world.advance(60_000)
  expect(client.connection.status).toBe('failed')
  await world.server.script()
  expect((await world.until(client.callTool('echo', { text: 'back' }))).content).toEqual(text('back'))
  expect(client.connection.status).toBe('connected')
  await world.end()
})

test('K-23 closing waits at most two seconds for a server that does not answer', async () => {
  const world = createVirtualWorld()
  await world.server.configure({ delete: 'hang' })
  const client = await world.connect()
  const start = world.clock.now()
  await world.until(client.close())
  expect(world.clock.now() - start).toBeLessThanOrEqual(2_000)
  const journal = await world.server.journal()
  expect(journal.filter(({ http }) => http === 'DELETE').length).toBe(1)
  expect(world.timers()).toBe(0)
  await world.end()
})
