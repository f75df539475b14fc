/** HTTP+SSE streams that die without a sign, while every POST is still answered with 202. */
import { expect, test } from 'vitest'
import type { Fetch } from '../../../src/core/index.ts'
import { forgetWhenIdle, goSilent } from './lossy-network.ts'
import { connectObserved, count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const HOUR = 3_600_000

const url = () => world.server.sseUrl

/** Streams that were opened before `kill()` deliver nothing after it. */
function mortal(): { fetch: Fetch; kill(): void } {
  let lives = 0
  return {
    async fetch(url, init) {
      const life = lives
      return goSilent(await world.fetch(url, init), () => life < lives)
    },
    kill() {
      lives++
    },
  }
}

test.each([undefined, false] as const)(
  'a call that times out after its 202 makes the client check the stream and open another (keepAlive: %s)',
  async (keepAlive) => {
    await world.server.configure({ sse: { retry: 10 } })
    const { fetch, kill } = mortal()
    const client = await world.connect({ url: url(), fetch, ...(keepAlive === false && { keepAlive }) })
    kill()
    const call = outcomeOf(world, client.callTool('slow', { ms: 10 }, { timeout: 20_000 }))
    const { error, took } = await world.until(call)
    expect(error).toMatchObject({ code: 'timeout', delivery: 'unknown' })
    expect(took).toBe(20_000)
    await world.settle()
    expect(await count(world, 'ping', 'GET')).toEqual([1, 1])
    // A call that comes meanwhile is not sent into the void.
    const next = outcomeOf(world, client.callTool('counter'))
    const { value, took: waited } = await world.until(next)
    expect(value).toMatchObject({ content: [{ text: '1' }] })
    expect(waited).toBeLessThan(31_000)
    expect(client.connection.status).toBe('connected')
    expect(await count(world, 'GET', 'initialize')).toEqual([2, 2])
  },
)

test('a call that times out without its 202 makes the client check the stream, since its connection may have died too', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const { fetch, kill } = mortal()
  let isLost = true
  const loseFirstCall: Fetch = (url, init) => {
    if (!isLost || !init.body?.includes('"slow"')) return fetch(url, init)
    isLost = false
    return new Promise(() => {})
  }
  const client = await world.connect({ url: url(), fetch: loseFirstCall })
  kill()
  const call = outcomeOf(world, client.callTool('slow', { ms: 10 }, { timeout: 20_000 }))
  const { error } = await world.until(call)
  expect(error).toMatchObject({ code: 'timeout', delivery: 'unknown' })
  const { value } = await world.until(outcomeOf(world, client.callTool('counter')))
  expect(value).toMatchObject({ content: [{ text: '1' }] })
  expect(await count(world, 'GET', 'initialize')).toEqual([2, 2])
})

test('a stream that still works is kept when a call times out', async () => {
  const client = await world.connect({ url: url() })
  const slow = client.callTool('slow', { ms: HOUR }, { timeout: 20_000 })
  await expect(world.until(slow)).rejects.toMatchObject({ code: 'timeout' })
  await world.advance(60_000)
  expect(await count(world, 'GET', 'initialize')).toEqual([1, 1])
  expect((await count(world, 'ping'))[0]).toBeGreaterThanOrEqual(1)
})

test('other calls of a stream that is given up wait for their answers on it', async () => {
  await world.server.configure({ ping: 'never', sse: { retry: 10 } })
  await world.server.script({ on: { rpcMethod: 'tools/list' }, do: [{ respond: { status: 202 } }] })
  const client = await world.connect({ url: url() })
  const long = client.callTool('slow', { ms: 90_000 }, { timeout: HOUR })
  const short = client.callTool('slow', { ms: HOUR }, { timeout: 20_000 })
  await expect(world.until(short)).rejects.toMatchObject({ code: 'timeout' })
  expect((await world.until(long)).content).toMatchObject([{ text: 'waited 90000 ms' }])
  await world.advance(1_000)
  const streams = (await world.server.journal()).filter(({ path }) => path === '/sse')
  expect(streams.map(({ ended }) => ended)).toEqual(['client-left', undefined])
})

test('keepalive looks at the stream only: calls that time out one after the other do not stop it', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const { fetch, kill } = mortal()
  const { client, of } = await connectObserved(world, { url: url(), fetch })
  kill()
  const calls = Array.from({ length: 12 }, async (_, index) => {
    await world.clock.wait(index * 10_000)
    return client.callTool('echo', { text: 'x' }).then(
      () => 'answered',
      ({ code }) => code,
    )
  })
  const outcomes = await world.until(Promise.all(calls))
  expect(of('keepalive').length).toBeGreaterThan(0)
  expect(outcomes.slice(-3)).toEqual(['answered', 'answered', 'answered'])
  expect(client.connection.status).toBe('connected')
})

test('a 202 is no sign of life: a dead stream is noticed within a minute although POSTs go on', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const { fetch, kill } = mortal()
  const client = await world.connect({ url: url(), fetch })
  kill()
  // None of them times out, so that no call makes the stream suspect.
  const calls = Array.from({ length: 6 }, async (_, index) => {
    await world.clock.wait(index * 10_000)
    return client.callTool('echo', { text: 'x' }, { timeout: 50 * 60_000 }).catch(({ code }) => code)
  })
  await world.advance(60_000)
  expect(await count(world, 'ping', 'tools/call')).toEqual([1, 6])
  await world.until(Promise.all(calls))
})

test.each([60_000, 30_000])('a NAT that forgets connections after %d ms of silence costs no call', async (limit) => {
  await world.server.configure({ sse: { retry: 10 } })
  const fetch = forgetWhenIdle(world.fetch, world.clock, limit)
  const client = await world.connect({ url: url(), fetch })
  await world.advance(70_000)
  const { value, error } = await world.until(outcomeOf(world, client.callTool('counter')))
  expect(error).toBeUndefined()
  expect(value).toMatchObject({ content: [{ text: '1' }] })
})

test('the stream of a lost session is closed when no other session can be opened', async () => {
  const client = await world.connect({ url: url() })
  await world.server.act({ expireSessions: true })
  await world.server.script({ on: { rpcMethod: 'initialize' }, do: [{ respond: { status: 404 } }] })
  const call = world.until(client.callTool('counter'))
  await expect(call).rejects.toMatchObject({ code: 'session-lost', delivery: 'not-executed' })
  await world.advance(HOUR)
  expect(await count(world, 'ping')).toEqual([0])
  const streams = (await world.server.journal()).filter(({ path }) => path === '/sse')
  expect(streams.map(({ ended }) => ended)).toEqual(['client-left', 'client-left'])
})

test('an answer that arrived while the process was frozen is read before the stream is given up as silent', async () => {
  let isFrozen = false
  let thaw = () => {}
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve
  })
  // What arrives in a frozen process is read after the timers that are due.
  const fetch: Fetch = async (url, init) => {
    const response = await world.fetch(url, init)
    if (init.method !== 'GET') return response
    const late = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        if (isFrozen) await thawed
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body!.pipeThrough(late), response)
  }
  const client = await world.connect({ url: url(), fetch, keepAlive: false })
  const call = outcomeOf(world, client.callTool('slow', { ms: 298_000 }, { timeout: HOUR }))
  await world.advance(297_500)
  isFrozen = true
  world.sleep(600_000, true)
  world.clock.schedule(2_501, thaw)
  const { value, error } = await world.until(call)
  expect(error).toBeUndefined()
  expect(value).toMatchObject({ content: [{ text: 'waited 298000 ms' }] })
  expect(await count(world, 'GET', 'initialize')).toEqual([1, 1])
})
