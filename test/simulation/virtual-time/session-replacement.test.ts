/** Replacing a session that broke: how long the client waits, how often it tries, and when it counts from one again. */
import { expect, test } from 'vitest'
import type { WireEvent } from '../../../src/core/index.ts'
import { expectBetween } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

const HOUR = 3_600_000

/** The delays of five attempts, without their random part. */
const FIVE_DELAYS = [1_000, 2_000, 4_000, 8_000, 16_000]

const world = useVirtualWorld()

const text = (value: string) => [{ type: 'text', text: value }]

/** Each stream breaks right after the handshake. A negative `retry` is invalid, so the server asks for no delay. */
async function connectToFlapping(world: VirtualWorld) {
  await world.server.configure({ sse: { retry: -1 } })
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ pass: true }, { delay: 100 }, { close: true }] })
  const reconnects: Extract<WireEvent, { type: 'reconnect' }>[] = []
  const client = await world.connect({
    url: world.server.sseUrl,
    onEvent: (event) => event.type === 'reconnect' && reconnects.push(event),
  })
  return { client, reconnects }
}

/** Milliseconds from the end of each stream to the opening of the next. */
async function pauses(world: VirtualWorld): Promise<number[]> {
  const opened = (await world.server.journal()).filter(({ httpMethod }) => httpMethod === 'GET')
  return opened.slice(1).map(({ receivedAt }, index) => receivedAt - (opened[index]?.endedAt ?? Number.NaN))
}

function expectAbout(actual: number[], expected: number[]): void {
  expect(actual.length).toBe(expected.length)
  for (const [index, delay] of expected.entries()) expectBetween(actual[index], delay * 0.8, delay * 1.2)
}

test.each([1, 2, 3])(
  'a connection that breaks after every handshake is given up after five attempts (seed %i) [K-21]',
  async (seed) => {
    const world = createVirtualWorld({ seed })
    const { client, reconnects } = await connectToFlapping(world)
    await world.advance(60_000)
    expectAbout(await pauses(world), FIVE_DELAYS)
    expectAbout(
      reconnects.map(({ delay }) => delay),
      FIVE_DELAYS,
    )
    expect(reconnects.map(({ target, attempt }) => [target, attempt])).toEqual(
      FIVE_DELAYS.map((_, index) => ['session', index + 1]),
    )
    expect(client.connection).toMatchObject({ status: 'failed', lastError: { code: 'connection' } })
    await world.advance(HOUR)
    expect((await pauses(world)).length).toBe(5)
    await world.end()
    expect(world.timers()).toBe(0)
  },
)

test('a request that is accepted and never answered does not reset the count of attempts [K-21]', async () => {
  const { client } = await connectToFlapping(world)
  await world.server.script(
    { on: { httpMethod: 'GET' }, do: [{ pass: true }, { delay: 100 }, { close: true }] },
    { on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 202 } }] },
  )
  const codes: unknown[] = []
  for (let call = 0; call < 6; call++) {
    codes.push(await world.until(client.callTool('echo', { text: 'x' }).catch(({ code }) => code)))
  }
  expect(codes).toEqual(Array(6).fill('connection'))
  expectAbout(await pauses(world), FIVE_DELAYS)
  await world.settle()
  expect(client.connection.status).toBe('failed')
})

test('a server that is gone is given up after five attempts, and so is a call that waits for it [K-21]', async () => {
  await world.server.configure({ sse: { retry: -1 } })
  const client = await world.connect({ url: world.server.sseUrl })
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ respond: { status: 503 } }] })
  await world.server.act({ closeStreams: 'sse' })
  await world.advance(10)
  expect(client.connection.status).toBe('reconnecting')
  const waiting = client.callTool('echo', { text: 'x' }).catch((error) => error)
  expect(await world.until(waiting)).toMatchObject({ code: 'session-lost', delivery: 'not-executed' })
  expectAbout(await pauses(world), FIVE_DELAYS)
  expect(client.connection).toMatchObject({ status: 'failed', lastError: { status: 503 } })
  await world.advance(HOUR)
  expect((await pauses(world)).length).toBe(5)
})

test('the delays differ from client to client [K-21]', async () => {
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

test('a call that succeeds resets the count of attempts [K-22]', async () => {
  const { client } = await connectToFlapping(world)
  while ((await pauses(world)).length < 3) await world.clock.step()
  expect((await world.until(client.callTool('echo', { text: 'proof' }))).content).toEqual(text('proof'))
  await world.advance(60_000)
  expectAbout(await pauses(world), [1_000, 2_000, 4_000, ...FIVE_DELAYS])
  expect(client.connection.status).toBe('failed')
})

test('after a connection was given up, the next call tries once more', async () => {
  const { client } = await connectToFlapping(world)
  await world.advance(60_000)
  expect(client.connection.status).toBe('failed')
  await world.server.script()
  expect((await world.until(client.callTool('echo', { text: 'back' }))).content).toEqual(text('back'))
  expect(client.connection.status).toBe('connected')
})

test('a session that was given up is not opened again because its old stream ends', async () => {
  await world.server.configure({ sse: { retry: -1 } })
  const client = await world.connect({ url: world.server.sseUrl, keepAlive: false })
  await world.server.script(
    { on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 404, body: 'no such session' } }] },
    { on: { httpMethod: 'GET' }, nth: 1, do: [{ respond: { status: 403 } }] },
  )
  const error = await world.until(client.callTool('echo', { text: 'x' }).catch((error) => error))
  expect(error).toMatchObject({ code: 'session-lost', delivery: 'not-executed' })
  expect(client.connection.status).toBe('failed')
  await world.server.act({ closeStreams: 'sse' })
  await world.advance(HOUR)
  expect((await pauses(world)).length).toBe(1)
  expect((await world.until(client.callTool('echo', { text: 'on demand' }))).content).toEqual(text('on demand'))
})

test('after a failed attempt the next call does not try at once, however long the attempt took', async () => {
  const client = await world.connect()
  await world.server.act({ expireSessions: true })
  await world.server.script({ on: { rpcMethod: 'initialize' }, do: [{ delay: 5_000 }, { respond: { status: 403 } }] })
  const attempt = () => world.until(client.callTool('echo', { text: 'x' }).catch(({ code }) => code))
  expect([await attempt(), await attempt()]).toEqual(['session-lost', 'session-lost'])
  const [, first, second] = (await world.server.journal()).filter(({ rpcMethod }) => rpcMethod === 'initialize')
  expect(second!.receivedAt - first!.receivedAt).toBeGreaterThanOrEqual(6_000)
})

test('reconnect.growFactor and reconnect.maxDelay hold for sessions too', async () => {
  await world.server.configure({ sse: { retry: -1 } })
  const reconnect = { initialDelay: 500, growFactor: 3, maxDelay: 3_000 }
  await world.connect({ url: world.server.sseUrl, reconnect })
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ respond: { status: 503 } }] })
  await world.server.act({ closeStreams: 'sse' })
  await world.advance(HOUR)
  expectAbout(await pauses(world), [500, 1_500, 3_000, 3_000, 3_000])
})

test('a call that is made by a listener of the status waits for the new connection', async () => {
  await world.server.configure({ sse: { retry: 100 } })
  const client = await world.connect({ url: world.server.sseUrl })
  let call: Promise<unknown> | undefined
  client.subscribe(() => {
    if (client.connection.status === 'reconnecting') call ??= client.callTool('echo', { text: 'later' })
  })
  await world.server.act({ closeStreams: 'sse' })
  await world.advance(10)
  expect(call).toBeDefined()
  expect(await world.until(call!)).toMatchObject({ content: text('later') })
  const calls = (await world.server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
  expect(calls).toHaveLength(1)
})

test('a session that opens after its era was left is ended', async () => {
  const client = await world.connectAny({ versions: ['2026-07-28', '2025-11-25'], ...(await legacySnapshot()) })
  await world.server.act({ expireSessions: true })
  await world.server.script(
    { on: { rpcMethod: 'initialize' }, do: [{ delay: 5_000 }, { pass: true }] },
    { on: { rpcMethod: 'tools/call', tool: 'slow' }, nth: 1, do: [{ delay: 1_000 }, UNSUPPORTED] },
  )
  const slow = client.callTool('slow', { ms: 1 })
  await world.settle()
  const echo = client.callTool('echo', { text: 'on' })
  expect(await world.until(slow)).toMatchObject({ content: text('waited 1 ms') })
  expect(await world.until(echo)).toMatchObject({ content: text('on') })
  await world.advance(10_000)
  expect(client.connection).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28', listening: 'off' })
  const journal = await world.server.journal()
  const opened = journal.filter(({ rpcMethod }) => rpcMethod === 'notifications/initialized').at(-1)
  const ended = journal.filter(({ httpMethod }) => httpMethod === 'DELETE')
  expect(ended.map(({ headers }) => headers['mcp-session-id'])).toEqual([opened?.headers['mcp-session-id']])
  expect(journal.filter(({ httpMethod, ended }) => httpMethod === 'GET' && !ended)).toEqual([])
})

test('messages over the old stream do not shorten the delays of the attempts to replace it', async () => {
  await world.server.configure({ sse: { retry: 0 } })
  const client = await world.connect({ url: world.server.sseUrl, keepAlive: false })
  const onProgress = () => {}
  const running = client.callTool('count', { to: 60, every: 50 }, { onProgress }).catch(({ code }) => code)
  await world.advance(100)
  await world.server.script(
    { on: { rpcMethod: 'tools/call', tool: 'echo' }, nth: 1, do: [{ respond: { status: 410 } }] },
    { on: { httpMethod: 'GET' }, nth: 1, do: [{ delay: 200 }, { respond: { status: 503 } }] },
  )
  expect(await world.until(client.callTool('echo', { text: 'on' }))).toMatchObject({ content: text('on') })
  const [, first, second] = (await world.server.journal()).filter(({ httpMethod }) => httpMethod === 'GET')
  expect(second!.receivedAt - first!.receivedAt).toBeGreaterThanOrEqual(800)
  expect(await world.until(running)).toBe('connection')
})

/** A server of the stateless revision refuses a request of the legacy era. */
const UNSUPPORTED = {
  respond: {
    status: 400,
    body: { jsonrpc: '2.0', id: null, error: { code: -32_022, message: 'no', data: { supported: ['2026-07-28'] } } },
  },
}

/** Options that continue the session of another client, which then detaches. */
async function legacySnapshot() {
  const first = await world.connect({ versions: ['2025-11-25'], handlers: { roots: () => [] } })
  const snapshot = first.snapshot()
  await world.until(first.detach())
  return { snapshot, keepAlive: false, handlers: { roots: () => [] }, eraCache: new Map() } as const
}
