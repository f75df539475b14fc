/** How long a response is read after its answer. */
import { expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { callsIn, getsIn, onCall, textsOf } from '../../scenarios/steps/calls.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const openCalls = async () => callsIn(await world.server.journal()).filter(({ ended }) => ended === undefined)

/** Every call is answered on a stream that the server never ends. */
const holdAllCalls = () =>
  world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 'forever' }] })

/** The most streams that were open while this many calls were made one after another, and how long they took. */
async function callRepeatedly(client: Client, calls: number): Promise<{ most: number; took: number }> {
  const started = world.clock.now()
  let most = 0
  for (let index = 0; index < calls; index++) {
    const call = world.until(client.callTool('echo', { text: `${index}` }))
    expect(textsOf(await call)).toEqual([`${index}`])
    most = Math.max(most, (await openCalls()).length)
  }
  return { most, took: world.clock.now() - started }
}

test('in a page, five streams are open where the server never ends one, and none in the end [D-02]', async () => {
  world.environment.inPage = () => true
  await holdAllCalls()
  const { most, took } = await callRepeatedly(await world.connect(), 20)
  expect(most).toBe(5)
  // The first call that finds no room waits for longer, since it knows nothing of the server yet.
  expect(took).toBeLessThanOrEqual(100 + 14 * 5)
  await world.advance(300)
  expect(await openCalls()).toEqual([])
})

test('elsewhere, 64 streams are open where the server never ends one, five once one timed out, and none in the end [D-02]', async () => {
  await holdAllCalls()
  const client = await world.connect()
  const { most, took } = await callRepeatedly(client, 80)
  expect(most).toBe(64)
  // The first call that finds 48 open waits to learn when this server ends its streams.
  expect(took).toBeLessThanOrEqual(30 + 16 * 5)
  await world.advance(300)
  expect(await openCalls()).toEqual([])
  expect((await callRepeatedly(client, 20)).most).toBe(5)
  await world.advance(300)
  expect(await openCalls()).toEqual([])
})

test.each([true, false])('no stream is cut that ends 50 ms after its answer, in a page: %s [D-01]', async (inPage) => {
  world.environment.inPage = () => inPage
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { answer: true }, { hold: 50 }] })
  const { most, took } = await callRepeatedly(await world.connect(), 60)
  await world.advance(300)
  expect(callsIn(await world.server.journal()).map(({ ended }) => ended)).toEqual(Array(60).fill('closed'))
  expect([most, took]).toEqual(inPage ? [5, 550] : [60, 30])
})

test('thirty calls beside a listening stream never wait for longer than a drain may take [D-03]', async () => {
  world.environment.inPage = () => true
  await holdAllCalls()
  const client = await world.connect({ handlers: { roots: () => [] } })
  await world.settle()
  expect(client.connection.listening).toBe('open')
  for (let index = 0; index < 30; index++) {
    const started = world.clock.now()
    expect(textsOf(await world.until(client.callTool('echo', { text: `${index}` })))).toEqual([`${index}`])
    expect(world.clock.now() - started).toBeLessThan(400)
    const open = (await world.server.journal()).filter(({ ended }) => ended === undefined)
    expect(open.length).toBeLessThanOrEqual(5)
  }
  await world.advance(400)
  expect(await openCalls()).toEqual([])
})

test('a stream that breaks after its answer is not resumed, not even later [D-04]', async () => {
  await world.server.script(
    onCall({ stream: {} }, { prime: { retry: 100 } }, { answer: true, store: true }, { delay: 50 }, { fault: true }),
  )
  const reports: unknown[] = []
  const client = await world.connect({
    onEvent: (event) => (event.type === 'warning' || event.type === 'reconnect') && reports.push(event),
  })
  expect(textsOf(await world.until(client.callTool('echo', { text: 'once' })))).toEqual(['once'])
  await world.advance(2_000)
  expect(reports).toEqual([])
  expect(getsIn(await world.server.journal())).toEqual([])
})

test('a stream that goes on after its answer is cancelled after 250 ms [D-09]', async () => {
  await world.server.script(onCall({ stream: {} }, { answer: true }, { trickle: { bytes: 1_000, every: 10 } }))
  const client = await world.connect()
  const answered = await world.until(client.callTool('echo', { text: 'x' }).then(() => world.clock.now()))
  await world.advance(1_000)
  const [call] = callsIn(await world.server.journal())
  expect(call?.ended).toBe('client-left')
  expect((call?.endedAt ?? Number.NaN) - answered).toBe(250)
})

test('a stream that goes on fast after its answer is cancelled after 64 KiB [D-09]', async () => {
  await world.server.script(onCall({ stream: {} }, { answer: true }, { trickle: { bytes: 8_000, every: 1 } }))
  const client = await world.connect()
  const answered = await world.until(client.callTool('echo', { text: 'x' }).then(() => world.clock.now()))
  await world.advance(1_000)
  const [call] = callsIn(await world.server.journal())
  expect(call?.ended).toBe('client-left')
  expect((call?.endedAt ?? Number.NaN) - answered).toBeLessThan(20)
  expect(call?.bytes).toBeLessThan(65_536 + 3 * 8_000)
})

test('a call takes no longer because its stream stays open [D-10]', async () => {
  await world.server.script(onCall({ stream: {} }, { delay: 100 }, { answer: true }, { hold: 60_000 }))
  const client = await world.connect({ drain: { maxMs: 60_000 } })
  const started = world.clock.now()
  await world.until(client.callTool('echo', { text: 'x' }))
  expect(world.clock.now() - started).toBe(100)
})

test('closing while a stream is drained takes at most 100 ms and leaves no timer [D-11]', async () => {
  await world.server.script(onCall({ stream: {} }, { answer: true }, { hold: 'forever' }))
  const client = await world.connect({ drain: { maxMs: 60_000 } })
  await world.until(client.callTool('echo', { text: 'x' }))
  expect((await openCalls()).length).toBe(1)
  const started = world.clock.now()
  await world.until(client.close())
  expect(world.clock.now() - started).toBeLessThanOrEqual(100)
  expect(await openCalls()).toEqual([])
  expect(world.timers()).toBe(0)
})

test('eight calls that time out send eight cancellations and leave no stream open [D-12]', async () => {
  await world.server.script({
    on: { rpcMethod: 'tools/call' },
    do: [{ stream: {} }, { prime: true }, { hold: 'forever' }],
  })
  const client = await world.connect()
  const calls = Array.from({ length: 8 }, () => client.callTool('echo', {}, { timeout: 100 }).catch(({ code }) => code))
  expect(await world.until(Promise.all(calls))).toEqual(Array(8).fill('timeout'))
  await world.advance(1_500)
  expect(await openCalls()).toEqual([])
  const methods = await world.server.methods()
  expect(methods.filter((method) => method === 'notifications/cancelled').length).toBe(8)
  expect(methods).not.toContain('GET')
})
