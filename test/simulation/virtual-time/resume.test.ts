/** When the stream of a call is resumed. */
import { expect, test } from 'vitest'
import type { Fetch } from '../../../src/core/index.ts'
import type { Rule, Step } from '../../../src/testing/index.ts'
import { callsIn, cursorsIn, getsIn, onCall, onEveryGet, onGet, textsOf } from '../../scenarios/steps/calls.ts'
import { expectBetween, intervalsOf, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const cutCall = (prime: { id?: string; retry?: number }, ...rest: Step[]): Rule =>
  onCall({ stream: {} }, { prime }, { closeConnection: true }, ...rest)

/** Milliseconds from the end of the call's first response to each GET. */
async function gaps(): Promise<number[]> {
  const journal = await world.server.journal()
  const ended = callsIn(journal)[0]?.endedAt ?? Number.NaN
  return getsIn(journal).map(({ receivedAt }) => receivedAt - ended)
}

test('a stream is resumed after its retry interval, not earlier and hardly later [R-01]', async () => {
  await world.server.script(cutCall({ id: 'p1', retry: 500 }, { answer: true }))
  const client = await world.connect()
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  const [gap, ...others] = await gaps()
  expectBetween(gap, 500, 600)
  expect(others).toEqual([])
  expect(cursorsIn(await world.server.journal())).toEqual(['p1'])
})

test('a stream without a retry interval is resumed after a second [R-02]', async () => {
  await world.server.script(cutCall({ id: 'p1' }, { answer: true }))
  const client = await world.connect()
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  const [gap] = await gaps()
  expectBetween(gap, 1_000, 1_150)
})

test.each(['-5', '1.5', 'soon', '', '0x10'])('the retry interval "%s" is ignored [R-02]', async (retry) => {
  const primed: Step = { event: { id: 'p1', retry, data: '' } }
  await world.server.script(onCall({ stream: {} }, primed, { closeConnection: true }, { answer: true }))
  const client = await world.connect()
  await world.until(client.callTool('echo', { text: 'x' }))
  const [gap] = await gaps()
  expectBetween(gap, 1_000, 1_150)
})

test('a server that sends a new event id each time is polled every 250 ms at most, and not after the call [R-07]', async () => {
  const poll: Step[] = [{ stream: {} }, { prime: { retry: 0 } }, { closeConnection: true }]
  await world.server.script(cutCall({ retry: 0 }), onEveryGet(...poll))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(world, client.callTool('echo', {}, { maxTotalTimeout: 2_000 })))
  expect(error).toMatchObject({ code: 'timeout', limit: 'maxTotalTimeout' })
  expect(took).toBe(2_000)
  const { length } = await gaps()
  expectBetween(length, 3, 8)
  await world.advance(60_000)
  expect((await gaps()).length).toBe(length)
})

test('a stream that brings messages is resumed without end and does not slow down [R-07]', async () => {
  await world.server.configure({ retry: 300 })
  const message: Step = {
    notify: { method: 'notifications/message', params: { level: 'info', data: 'alive' } },
    store: true,
  }
  await world.server.script(
    cutCall({ retry: 300 }),
    onGet(100, { stream: {} }, { answer: true }),
    onEveryGet({ stream: {} }, { prime: true }, message, { closeConnection: true }),
  )
  const client = await world.connect()
  const call = client.callTool('echo', { text: 'x' }, { timeout: 2_000 })
  const { value, took } = await world.until(outcomeOf(world, call))
  expect(value && textsOf(value)).toEqual(['x'])
  expectBetween(took, 100 * 300, 100 * 330)
})

test.each<[string, Step[], number]>([
  ['with a new event id each', [{ prime: true }], 37_000],
  ['empty', [], 42_000],
])('an answer after 36 s is delivered within seconds, over polls that were %s', async (_, steps, latest) => {
  await world.server.configure({ retry: 500 })
  await world.server.script(
    cutCall({ retry: 500 }, { delay: 36_000 }, { answer: true, store: true }),
    onEveryGet({ stream: {} }, ...steps, { closeConnection: true }),
  )
  const client = await world.connect()
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }))
  await world.advance(36_000)
  const intervals = intervalsOf(getsIn(await world.server.journal()))
  if (steps.length) for (const interval of intervals) expectBetween(interval, 500, 550)
  expect(Math.max(...intervals)).toBeLessThanOrEqual(5_000)
  await world.server.script()
  const { value, took } = await world.until(call)
  expect(value && textsOf(value)).toEqual(['x'])
  expectBetween(took, 36_000, latest)
})

test('a retry interval is honored however long it is, and does not count for the timeout [R-08]', async () => {
  await world.server.script(cutCall({ id: 'p1', retry: 1_800_000 }, { answer: true }))
  const client = await world.connect()
  const { value } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value && textsOf(value)).toEqual(['x'])
  const [gap] = await gaps()
  expectBetween(gap, 1_800_000, 1_980_000)
})

test.each([99_999_999_999, 9_000_000_000_000_000])(
  'a retry interval of %s ms, longer than what is left of a call, fails it at once [R-08]',
  async (retry) => {
    await world.server.script(cutCall({ id: 'p1', retry }))
    const client = await world.connect({ keepAlive: false })
    const { error, took } = await world.until(outcomeOf(world, client.callTool('echo')))
    expect(error).toMatchObject({ code: 'timeout', limit: 'maxTotalTimeout', delivery: 'unknown' })
    expect(error?.message).toMatch(/retry.*maxTotalTimeout/)
    expect(took).toBe(0)
    await world.advance(7_200_000)
    expect(await gaps()).toEqual([])
    expect((await world.server.methods()).at(-1)).toBe('notifications/cancelled')
  },
)

test('progress during a retry interval does not shorten it', async () => {
  await world.server.script(cutCall({ id: 'p1', retry: 120_000 }, { answer: true }))
  const client = await world.connect({ handlers: { roots: () => [] } })
  await world.advance(100)
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { onProgress() {} }))
  await world.advance(10_000)
  const { id } = callsIn(await world.server.journal())[0]!
  await world.server.act({ notify: { method: 'notifications/progress', params: { progressToken: id, progress: 1 } } })
  const { value, took } = await world.until(call)
  expect(value && textsOf(value)).toEqual(['x'])
  expectBetween(took, 120_000, 132_000)
})

test('five failures in a row take less than fifteen seconds, with ever longer delays [R-09]', async () => {
  await world.server.script(cutCall({ retry: 20 }), onEveryGet({ respond: { status: 503 } }))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(world, client.callTool('echo')))
  expect(error).toMatchObject({ code: 'connection', delivery: 'unknown' })
  expect(error?.message).toMatch(/\b5\b.*503/)
  expect(took).toBeLessThan(15_000)
  const times = await gaps()
  expect(times.length).toBe(5)
  expect(times[0]).toBeGreaterThanOrEqual(20)
  const intervals = intervalsOf(getsIn(await world.server.journal()))
  expect([...intervals].sort((a, b) => a - b)).toEqual(intervals)
})

test('a stream that opens resets the count of failures [R-10]', async () => {
  await world.server.script(
    cutCall({ retry: 20 }),
    onGet(3, { stream: {} }, { prime: { retry: 20 } }, { closeConnection: true }),
    onEveryGet({ respond: { status: 503 } }),
  )
  const client = await world.connect()
  const { error } = await world.until(outcomeOf(world, client.callTool('echo')))
  expect(error).toMatchObject({ code: 'connection' })
  expect((await gaps()).length).toBe(3 + 5)
})

test('a resumption that is refused with Retry-After is repeated after that time', async () => {
  await world.server.script(
    cutCall({ id: 'p1', retry: 20 }, { answer: true }),
    onGet(1, { respond: { status: 503, headers: { 'retry-after': '4' } } }),
  )
  const client = await world.connect()
  const { value } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value && textsOf(value)).toEqual(['x'])
  const [wait] = intervalsOf(getsIn(await world.server.journal()))
  expect(wait).toBeGreaterThanOrEqual(4_000)
})

test('an abort during the retry interval ends the call at once and leaves no timer [R-12]', async () => {
  await world.server.script(cutCall({ retry: 60_000 }))
  const client = await world.connect({ keepAlive: false })
  const stop = new AbortController()
  const call = outcomeOf(world, client.callTool('echo', {}, { signal: stop.signal, timeout: 100_000 }))
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

test('closing ends two calls during their retry intervals at once and leaves no timer [R-13]', async () => {
  await world.server.script({
    on: { rpcMethod: 'tools/call' },
    do: [{ stream: {} }, { prime: { retry: 30_000 } }, { closeConnection: true }],
  })
  const client = await world.connect()
  const calls = [outcomeOf(world, client.callTool('echo')), outcomeOf(world, client.callTool('echo'))]
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

test('an event id that the server has forgotten is sent at most ten times in three seconds [R-24]', async () => {
  await world.server.configure({ unknownCursor: 'empty' })
  const forgotten: Step = { frame: 'id: forgotten\nretry: 0\ndata:\n\n' }
  await world.server.script(onCall({ stream: {} }, forgotten, { closeConnection: true }))
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(world, client.callTool('echo', {}, { timeout: 3_000 })))
  expect(error).toMatchObject({ code: 'timeout' })
  expect(took).toBe(3_000)
  const { length } = await gaps()
  expectBetween(length, 3, 10)
  await world.advance(60_000)
  expect((await gaps()).length).toBe(length)
})

test('a new event id keeps a call from timing out, and an id that was seen before does not', async () => {
  const poll: Step[] = [{ stream: {} }, { prime: { retry: 900 } }, { closeConnection: true }]
  await world.server.script(cutCall({ retry: 900 }), onEveryGet(...poll))
  const client = await world.connect()
  const limits = { timeout: 5_000, maxTotalTimeout: 20_000 }
  const polled = await world.until(outcomeOf(world, client.callTool('echo', {}, limits)))
  // The last wait would be longer than what is left.
  expect(polled).toMatchObject({ error: { code: 'timeout', limit: 'maxTotalTimeout' } })
  expectBetween(polled.took, 19_000, 20_000)
  const same: Step[] = [{ stream: {} }, { frame: 'id: p1\ndata:\n\n' }, { closeConnection: true }]
  await world.server.script(cutCall({ id: 'p1', retry: 0 }), onEveryGet(...same))
  const { error, took } = await world.until(outcomeOf(world, client.callTool('echo', {}, limits)))
  expect(error).toMatchObject({ code: 'timeout', limit: 'timeout' })
  expect(took).toBe(5_000)
})

test('an answer that was waiting while the process was frozen is not lost', async () => {
  await world.server.script(onCall({ stream: {} }, { delay: 5_000 }, { answer: true }))
  let thaw = () => {}
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve
  })
  // What arrives in a frozen process is read after the timers that are due.
  const fetch: Fetch = async (url, init) => {
    const response = await world.fetch(url, init)
    if (!init.body?.includes('"tools/call"')) return response
    const frozen = new TransformStream<Uint8Array, Uint8Array>({
      transform: async (chunk, controller) => {
        await thawed
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body!.pipeThrough(frozen), response)
  }
  const client = await world.connect({ fetch })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 10_000 }))
  await world.advance(9_000)
  world.sleep(600_000, true)
  world.clock.schedule(1_001, thaw)
  const { value } = await world.until(call)
  expect(value && textsOf(value)).toEqual(['x'])
})
