/** Falling back to HTTP+SSE: a stream without an endpoint event, and a connection that breaks afterwards. */
import { expect, test } from 'vitest'
import { useVirtualWorld } from './use-virtual-world.ts'

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

const world = useVirtualWorld()

/** The HTTP+SSE stream opens and has comments, but no endpoint event. */
async function neverSendEndpoint(): Promise<void> {
  await world.server.configure({ get: 'sse', sse: { endpoint: 'never' } })
  await world.server.script(
    { on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405, body: 'no' } }] },
    { on: { httpMethod: 'GET' }, do: [{ pass: true }, { trickle: { bytes: 20, every: 500 } }] },
  )
}

test('a stream without an endpoint event is cancelled after ten seconds, and the error has both attempts [F-07]', async () => {
  await neverSendEndpoint()
  const start = world.clock.now()
  const error = await world.until(world.connect({ versions }).catch((error) => error))
  expect(world.clock.now() - start).toBe(10_000)
  expect(error).toMatchObject({ code: 'connect', message: expect.stringMatching(/endpoint/) })
  expect(error.attempts).toMatchObject([
    { transport: 'streamable-http', status: 405, bodyPreview: 'no' },
    { transport: 'sse', error: { code: 'timeout' } },
  ])
  await world.advance(1_000)
  const opened = (await world.server.journal()).find(({ httpMethod }) => httpMethod === 'GET')
  expect(opened?.ended).toBe('client-left')
  expect(world.timers()).toBe(0)
})

test('a stream without an endpoint event is cancelled after connectTimeout if that is shorter [F-07]', async () => {
  await neverSendEndpoint()
  const start = world.clock.now()
  const error = await world.until(world.connect({ versions, connectTimeout: 4_000 }).catch((error) => error))
  expect(world.clock.now() - start).toBe(4_000)
  expect(error.attempts).toMatchObject([
    { transport: 'streamable-http', status: 405 },
    { transport: 'sse', error: { code: 'timeout', limit: 'connectTimeout' } },
  ])
  expect(world.timers()).toBe(0)
})

test('a proxy that keeps back the whole response is named as a possible reason, ten seconds after the request', async () => {
  await world.server.configure({ get: 'sse' })
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ delay: 60_000 }, { pass: true }] })
  const start = world.clock.now()
  const error = await world.until(world.connect({ versions, transport: 'sse' }).catch((error) => error))
  expect(world.clock.now() - start).toBe(10_000)
  expect(error).toMatchObject({
    code: 'connect',
    delivery: 'not-executed',
    message: expect.stringMatching(/endpoint event took more than 10000 ms; a proxy may buffer the stream/),
  })
})

test('a connection that fell back is opened again as HTTP+SSE, without another refused POST [F-11]', async () => {
  await world.server.configure({ get: 'sse' })
  await world.server.script({ on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
  const client = await world.connect({ versions })
  await world.server.act({ closeStreams: 'get' })
  await world.advance(10_000)
  expect(await world.server.methods()).toEqual([
    'initialize',
    ...['GET', 'initialize', 'notifications/initialized'],
    ...['GET', 'initialize', 'notifications/initialized'],
  ])
  const refused = (await world.server.journal()).filter(
    ({ httpMethod, path }) => httpMethod === 'POST' && path === '/mcp',
  )
  expect(refused.length).toBe(1)
  expect(client.connection).toMatchObject({ transport: 'sse', fellBack: true, status: 'connected' })
  expect((await client.callTool('echo', { text: 'again' })).content).toEqual([{ type: 'text', text: 'again' }])
})
