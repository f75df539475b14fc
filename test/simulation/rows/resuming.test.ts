/** When streams are resumed, on a clock that shows it to the millisecond. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rule, Step } from '../../../src/testing/index.ts'
import { callsIn, cursorsIn, getsIn, onCall, onEveryGet, onGet, textsOf } from '../../scenarios/steps/calls.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(() => world.end())

const cutCall = (prime: { id?: string; retry?: number }, ...rest: Step[]): Rule =>
  onCall({ stream: {} }, { prime }, { closeConnection: true }, ...rest)

/** Milliseconds from the end of the call's first response to each GET. */
async function gaps(): Promise<number[]> {
  const journal = await world.server.journal()
  const ended = callsIn(journal)[0]?.endedAt ?? Number.NaN
  return getsIn(journal).map(({ at }) => at - ended)
}

/** Milliseconds between one GET and the next. */
async function intervals(): Promise<number[]> {
  const times = getsIn(await world.server.journal()).map(({ at }) => at)
  return times.slice(1).map((at, index) => at - times[index]!)
}

/** What the call came to, and after how many milliseconds. */
function outcomeOf<T>(call: Promise<T>): Promise<{ value?: T; error?: Record<string, unknown>; took: number }> {
  const started = world.clock.now()
  const took = () => world.clock.now() - started
  return call.then(
    (value) => ({ value, took: took() }),
    (error) => ({ error, took: took() }),
  )
}

test('R-01 a stream is resumed when the server said, not earlier and hardly later', async () => {
  await world.server.script(cutCall({ id: 'p1', retry: 500 }, { answer: true }))
  const client = await world.connect()
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  const [gap, ...others] = await gaps()
  expect(gap).toBeGreaterThanOrEqual(500)
  expect(gap).toBeLessThanOrEqual(600)
  expect(others).toEqual([])
  expect(cursorsIn(await world.server.journal())).toEqual(['p1'])
})

test('R-02 without a word of the server a stream is resumed after a second', async () => {
  await world.server.script(cutCall({ id: 'p1' }, { answer: true }))
  const client = await world.connect()
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  const [gap] = await gaps()
  expect(gap).toBeGreaterThanOrEqual(1_000)
  expect(gap).toBeLessThanOrEqual(1_150)
})

test('R-02 a wish that is no whole number of milliseconds is none', async () => {
  for (const wish of ['-5', '1.5', 'soon', '', '0x10']) {
    world = createVirtualWorld()
    const wished: Step = { event: { id: 'p1', retry: wish, data: '' } }
    await world.server.script(onCall({ stream: {} }, wished, { closeConnection: true }, { answer: true }))
    const client = await world.connect()
    await world.until(client.callTool('echo', { text: 'x' }))
    const [gap] = await gaps()
    expect(gap).toBeGreaterThanOrEqual(1_000)
    expect(gap).toBeLessThanOrEqual(1_150)
    await world.end()
  }
})

test('R-07 two seconds of polls that bring nothing are at most ten, and none follows', async () => {
  const poll: Step[] = [{ stream: {} }, { prime: { retry: 0 } }, { closeConnection: true }]
  await world.server.script(cutCall({ retry: 0 }), onEveryGet(...poll))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(client.callTool('echo', {}, { timeout: 2_000 })))
  expect(error).toMatchObject({ code: 'timeout', limit: 'timeout' })
  expect(took).toBe(2_000)
  const { length } = await gaps()
  expect(length).toBeGreaterThan(2)
  expect(length).toBeLessThanOrEqual(10)
  await world.advance(60_000)
  expect((await gaps()).length).toBe(length)
})

test('R-07 polls that bring something may go on for ever', async () => {
  await world.server.configure({ retry: 100 })
  const say: Step = {
    notify: { method: 'notifications/message', params: { level: 'info', data: 'alive' } },
    store: true,
  }
  await world.server.script(
    cutCall({ retry: 100 }),
    onGet(100, { stream: {} }, { answer: true }),
    onEveryGet({ stream: {} }, { prime: true }, say, { closeConnection: true }),
  )
  const client = await world.connect()
  const { value, took } = await world.until(outcomeOf(client.callTool('echo', { text: 'x' }, { timeout: 2_000 })))
  expect(value && textsOf(value)).toEqual(['x'])
  expect(took).toBeLessThanOrEqual(100 * 110)
})

test('R-08 a wish to come back after years is honoured for five minutes', async () => {
  await world.server.script(cutCall({ id: 'p1', retry: 99_999_999_999 }, { answer: true }))
  const client = await world.connect()
  const { value } = await world.until(outcomeOf(client.callTool('echo', { text: 'x' }, { timeout: 400_000 })))
  expect(value && textsOf(value)).toEqual(['x'])
  expect(await gaps()).toEqual([300_000])
})

test('R-08 a call that ends before that is resumed never', async () => {
  await world.server.script(cutCall({ id: 'p1', retry: 99_999_999_999 }))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(client.callTool('echo', {}, { timeout: 1_500 })))
  expect(error).toMatchObject({ code: 'timeout' })
  expect(took).toBe(1_500)
  await world.advance(600_000)
  expect(await gaps()).toEqual([])
})

test('R-09 five failures in a row take less than fifteen seconds, ever longer apart', async () => {
  await world.server.script(cutCall({ retry: 20 }), onEveryGet({ respond: { status: 503 } }))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(client.callTool('echo')))
  expect(error).toMatchObject({ code: 'connection', delivery: 'unknown' })
  expect(error?.message).toMatch(/\b5\b.*503/)
  expect(took).toBeLessThan(15_000)
  const times = await gaps()
  expect(times.length).toBe(5)
  expect(times[0]).toBeGreaterThanOrEqual(20)
  const between = await intervals()
  expect([...between].sort((a, b) => a - b)).toEqual(between)
})

test('R-10 a stream that opened forgives the failures before it', async () => {
  await world.server.script(
    cutCall({ retry: 20 }),
    onGet(3, { stream: {} }, { prime: { retry: 20 } }, { closeConnection: true }),
    onEveryGet({ respond: { status: 503 } }),
  )
  const client = await world.connect()
  const { error } = await world.until(outcomeOf(client.callTool('echo')))
  expect(error).toMatchObject({ code: 'connection' })
  expect((await gaps()).length).toBe(3 + 5)
})

test('a resumption that is told when to come back comes back then', async () => {
  await world.server.script(
    cutCall({ id: 'p1', retry: 20 }, { answer: true }),
    onGet(1, { respond: { status: 503, headers: { 'retry-after': '4' } } }),
  )
  const client = await world.connect()
  const { value } = await world.until(outcomeOf(client.callTool('echo', { text: 'x' })))
  expect(value && textsOf(value)).toEqual(['x'])
  const [wait] = await intervals()
  expect(wait).toBeGreaterThanOrEqual(4_000)
})

test('R-12 an abort during the pause ends the call at that instant and leaves no timer', async () => {
  await world.server.script(cutCall({ retry: 60_000 }))
  const client = await world.connect({ keepAlive: false })
  const stop = new AbortController()
  const call = outcomeOf(client.callTool('echo', {}, { signal: stop.signal, timeout: 100_000 }))
  await world.advance(10_000)
  stop.abort('enough')
  expect(await world.until(call)).toEqual({ error: 'enough', took: 10_000 })
  await world.advance(600_000)
  expect(await world.server.methods()).toEqual([
    'initialize',
    'notifications/initialized',
    'tools/call',
    'notifications/cancelled',
  ])
  expect(world.timers()).toBe(0)
})

test('R-13 closing ends two calls in their pauses and leaves no timer', async () => {
  await world.server.script({
    on: { rpc: 'tools/call' },
    do: [{ stream: {} }, { prime: { retry: 30_000 } }, { closeConnection: true }],
  })
  const client = await world.connect()
  const calls = [outcomeOf(client.callTool('echo')), outcomeOf(client.callTool('echo'))]
  await world.advance(5_000)
  await world.until(client.close())
  for (const { error, took } of await Promise.all(calls)) {
    expect(error).toMatchObject({ code: 'closed' })
    expect(took).toBe(5_000)
  }
  await world.advance(600_000)
  expect((await world.server.methods()).slice(2)).toEqual(['tools/call', 'tools/call', 'DELETE'])
  expect(world.timers()).toBe(0)
  expect(world.clock.pending()).toBe(0)
})

test('R-24 three seconds of a forgotten position are at most ten requests, and none follows', async () => {
  await world.server.configure({ unknownCursor: 'empty' })
  const lost: Step = { frame: 'id: forgotten\nretry: 0\ndata:\n\n' }
  await world.server.script(onCall({ stream: {} }, lost, { closeConnection: true }))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(client.callTool('echo', {}, { timeout: 3_000 })))
  expect(error).toMatchObject({ code: 'timeout' })
  expect(took).toBe(3_000)
  const { length } = await gaps()
  expect(length).toBeGreaterThan(2)
  expect(length).toBeLessThanOrEqual(10)
  await world.advance(60_000)
  expect((await gaps()).length).toBe(length)
})

test('polls with nothing but ids are no sign of life: the timeout is that of the silence', async () => {
  const poll: Step[] = [{ stream: {} }, { prime: { retry: 900 } }, { closeConnection: true }]
  await world.server.script(cutCall({ retry: 900 }), onEveryGet(...poll))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(client.callTool('echo', {}, { timeout: 20_000 })))
  expect(error).toMatchObject({ code: 'timeout' })
  expect(took).toBe(20_000)
})
