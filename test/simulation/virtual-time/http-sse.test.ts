/** HTTP+SSE over minutes: streams without an endpoint event, silence, reconnecting, slow handlers. */
import { expect, test } from 'vitest'
import type { ConnectOptions, WireEvent } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import { count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const connect = (options?: ConnectOptions) => world.connect({ url: world.server.sseUrl, ...options })

async function streams(): Promise<JournalEntry[]> {
  return (await world.server.journal()).filter(({ path }) => path === '/sse')
}

test.each([
  ['no endpoint event', []],
  ['only comments', [{ comment: 'wait' }, { trickle: { bytes: 20, every: 500 } }] as const],
])('connecting to a stream with %s fails after ten seconds and cancels the stream [L-06, T-11]', async (_, steps) => {
  await world.server.script({ on: { path: '/sse' }, do: [{ stream: {} }, ...steps, { hold: 'forever' }] })
  const start = world.clock.now()
  const error = await world.until(connect({ transport: 'sse' }).catch((reason) => reason))
  expect(world.clock.now() - start).toBe(10_000)
  expect(error).toMatchObject({ delivery: 'not-executed', message: expect.stringContaining('endpoint') })
  await world.settle()
  expect((await streams()).map(({ ended }) => ended)).toEqual(['client-left'])
  expect(await world.server.methods()).toEqual(['GET'])
})

test('a stream that ends is opened again after its retry interval, not earlier and not much later [L-07]', async () => {
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
  ['30 minutes', 1_800_000, 1_800_000],
  ['2 hours', 7_200_000, 3_600_000],
])('a retry interval of %s is honored, up to an hour', async (_, retry, honored) => {
  await world.server.configure({ sse: { retry } })
  const client = await connect()
  await world.server.act({ closeStreams: 'sse' })
  await world.advance(honored - 1)
  expect(await streams()).toHaveLength(1)
  await world.advance(2)
  expect(await streams()).toHaveLength(2)
  expect(client.connection.status).toBe('connected')
})

test.each([
  ['100 ms', 100, 15_000],
  ['20 s', 20_000, 60_000],
])('a stream that had a keepalive every %s and falls silent is replaced [L-12]', async (_, keepalive, limit) => {
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

test('a stream without keepalives may be silent for five minutes, but not longer', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const client = await connect({ keepAlive: false })
  await world.advance(299_999)
  expect(await streams()).toHaveLength(1)
  expect(client.connection.status).toBe('connected')
  await world.advance(1_001)
  expect((await streams()).map(({ ended }) => ended)).toEqual(['client-left', undefined])
})

test('two hundred handlers of two seconds each delay neither the stream nor a call [L-13]', async () => {
  await world.server.configure({ sse: { sendTimeout: 100 } })
  const problems: WireEvent[] = []
  let running = 0
  let maxRunning = 0
  let answered = 0
  const client = await connect({
    onEvent: (event) => ['warning', 'ignored', 'reconnect'].includes(event.type) && problems.push(event),
    handlers: {
      async roots() {
        maxRunning = Math.max(maxRunning, ++running)
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
  expect(maxRunning).toBeLessThanOrEqual(4)
  expect(problems).toEqual([])
  expect(await streams()).toHaveLength(1)
})

test('a call whose stream ends before it was sent goes out in the next session', async () => {
  let wait = 0
  const headers = async () => {
    if (wait) await world.clock.wait(wait)
    return { 'x-any': 'x' }
  }
  const client = await world.until(world.connect({ url: world.server.sseUrl, keepAlive: false, headers }))
  wait = 10
  const call = outcomeOf(world, client.callTool('counter'))
  await world.advance(5)
  await world.server.act({ closeStreams: 'all' })
  const { value, error } = await world.until(call)
  expect(error).toBeUndefined()
  expect(value?.structuredContent).toEqual({ executions: 1 })
  expect(await count(world, 'tools/call', 'initialize')).toEqual([1, 2])
})
