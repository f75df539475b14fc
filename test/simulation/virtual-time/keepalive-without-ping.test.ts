/** Keepalive with servers that do not support ping or do not answer it. */
import { expect, test } from 'vitest'
import { connectObserved, count } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const UNKNOWN = { code: -32601, message: 'Method not found' }

/** The shortest interval there is: five ticks take 25 seconds. */
const keepAlive = { interval: 5_000 }

const world = useVirtualWorld()

test.each([
  UNKNOWN,
  { code: 0, message: 'Unknown method: ping' },
  { code: -32000, message: 'method not supported' },
  { code: -32603, message: 'not found: ping' },
])('a server that answers ping with $message ($code) gets a list request instead [K-03, K-05]', async (ping) => {
  const tools = Array.from({ length: 800 }, (_, n) => ({
    name: `t${n}`,
    description: 'x'.repeat(1_200),
    inputSchema: {},
  }))
  await world.server.configure({ ping })
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools } }] })
  const { client, of } = await connectObserved(world, { keepAlive })
  await world.advance(25_000)
  expect(await count(world, 'ping', 'tools/list', 'initialize')).toEqual([1, 4, 1])
  expect(client.connection).toMatchObject({ status: 'connected', keepAlive: { interval: 5_000, ping: false } })
  expect(of('keepalive').map(({ method, ok }) => [method, ok])).toEqual([
    ['ping', true],
    ...Array(4).fill(['tools/list', true]),
  ])
  expect(of('reconnect')).toEqual([])
})

test.each([
  [{ prompts: {}, resources: {} }, 'prompts/list'],
  [{ resources: {} }, 'resources/list'],
])('a server with the capabilities %o and no ping gets %s [K-03]', async (capabilities, method) => {
  await world.server.configure({ ping: UNKNOWN, capabilities })
  await world.connect({ keepAlive })
  await world.advance(25_000)
  expect(await count(world, 'ping', method, 'tools/list', 'initialize')).toEqual([1, 4, 0, 1])
})

test('a server without ping and without capabilities gets no more keepalives [K-04]', async () => {
  await world.server.configure({ ping: UNKNOWN, capabilities: {} })
  const client = await world.connect({ keepAlive })
  await world.advance(25_000)
  expect(await world.server.methods()).toEqual(['initialize', 'notifications/initialized', 'ping'])
  expect(client.connection.status).toBe('connected')
})

test('any other JSON-RPC error shows that the server is alive, and pings go on [K-06]', async () => {
  await world.server.configure({ ping: { code: -32602, message: 'Invalid params' } })
  const { client, of } = await connectObserved(world, { keepAlive })
  await world.advance(25_000)
  expect(await count(world, 'ping', 'tools/list', 'initialize')).toEqual([5, 0, 1])
  expect(client.connection).toMatchObject({ status: 'connected', keepAlive: { ping: true } })
  expect(of('reconnect')).toEqual([])
})

test('a ping that is not answered is followed by a list request, and pings go on [K-07]', async () => {
  await world.server.configure({ ping: 'never' })
  const { client, of } = await connectObserved(world, { keepAlive: { interval: 5_000, timeout: 100 } })
  await world.advance(5_099)
  expect(await count(world, 'ping', 'tools/list')).toEqual([1, 0])
  await world.advance(1)
  expect(await count(world, 'ping', 'tools/list')).toEqual([1, 1])
  await world.advance(20_000)
  const [pings, lists, initializes] = await count(world, 'ping', 'tools/list', 'initialize')
  expect(initializes).toBe(1)
  expect(pings).toBeGreaterThanOrEqual(4)
  expect(lists).toBe(pings)
  expect(client.connection).toMatchObject({ status: 'connected', keepAlive: { ping: true } })
  expect(of('reconnect')).toEqual([])
})

test('a server that has answered a ping in this session and does not answer the next one has lost it', async () => {
  const { client, of } = await connectObserved(world, { keepAlive: { interval: 5_000, timeout: 100 } })
  await world.advance(5_000)
  await world.server.configure({ ping: 'never' })
  await world.advance(5_200)
  expect(await count(world, 'ping', 'tools/list', 'initialize')).toEqual([2, 0, 2])
  expect(of('session-replaced').length).toBe(1)
  expect(client.connection.keepAlive).toMatchObject({ ping: true })
})

test.each([
  ['Streamable HTTP', '/mcp', { barrier: 'never' }],
  ['HTTP+SSE', '/sse', { respond: { status: 202 } }],
] as const)(
  'the session is replaced if neither ping nor the list request is answered, over %s [K-08]',
  async (_, path, never) => {
    await world.server.configure({ ping: 'never', sse: { retry: 0 } })
    await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [never] })
    const url = world.server.url.replace('/mcp', path)
    const { client, of } = await connectObserved(world, { url, keepAlive: { interval: 5_000, timeout: 100 } })
    await world.advance(5_150)
    expect(await count(world, 'ping', 'tools/list', 'initialize')).toEqual([1, 1, 1])
    await world.server.configure({ ping: 'ok' })
    await world.advance(3_000)
    expect(await count(world, 'ping', 'tools/list', 'initialize')).toEqual([1, 1, 2])
    expect(of('keepalive')).toMatchObject([{ method: 'ping', ok: false }])
    expect(of('reconnect').map(({ target }) => target)).toEqual(['session'])
    expect(of('reconnect')[0]?.reason).toMatch(/ping|tools\/list/)
    expect(client.connection).toMatchObject({
      status: 'connected',
      lastError: { message: expect.stringMatching(/\S/) },
    })
    const again = (await world.server.journal()).findLast(({ rpcMethod }) => rpcMethod === 'initialize')
    expect(again?.headers['mcp-session-id']).toBeUndefined()
    const abandoned = (await world.server.journal()).find(({ httpMethod }) => httpMethod === 'GET')
    if (path === '/sse') expect(abandoned?.ended).toBe('client-left')
    await world.advance(25_000)
    expect(await count(world, 'initialize')).toEqual([2])
    await client.callTool('echo', { text: 'works again' })
  },
)

test('a server that supports ping after a restart is pinged again [K-09]', async () => {
  await world.server.configure({ ping: UNKNOWN })
  const { client, of } = await connectObserved(world, { keepAlive })
  await world.advance(10_000)
  expect(client.connection.keepAlive).toMatchObject({ ping: false })
  await world.server.configure({ ping: 'ok' })
  await world.server.act({ restart: true })
  await world.advance(20_000)
  expect(client.connection).toMatchObject({ status: 'connected', keepAlive: { ping: true } })
  expect(of('session-replaced').length).toBe(1)
  const sent = await world.server.methods()
  expect(sent.filter((method) => method === 'initialize').length).toBe(2)
  expect(sent.slice(sent.lastIndexOf('initialize'))).toContain('ping')
})
