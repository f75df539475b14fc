/** How long what follows an answer is read, on a clock that shows it to the millisecond. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callsIn, getsIn, onCall, textsOf } from '../../scenarios/steps/calls.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(() => world.end())

const openCalls = async () => callsIn(await world.server.journal()).filter(({ ended }) => ended === undefined)

test('D-02 a server that never ends its streams keeps none longer than a drain may last', async () => {
  await world.server.script({
    on: { rpc: 'tools/call' },
    do: [{ stream: {} }, { answer: true }, { hold: 'forever' }],
  })
  const client = await world.connect()
  const started = world.clock.now()
  for (let index = 0; index < 20; index++) {
    const call = world.until(client.callTool('echo', { text: `${index}` }))
    expect(textsOf(await call)).toEqual([`${index}`])
    expect((await openCalls()).length).toBeLessThanOrEqual(5)
  }
  expect(world.clock.now() - started).toBeLessThanOrEqual(20 * 5)
  await world.advance(400)
  expect(await openCalls()).toEqual([])
})

test('D-03 thirty calls beside a listening stream never wait longer than a drain is given to end', async () => {
  await world.server.script({
    on: { rpc: 'tools/call' },
    do: [{ stream: {} }, { answer: true }, { hold: 'forever' }],
  })
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

test('D-04 an answered stream that breaks is not resumed, not even later', async () => {
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

test('D-09 a stream that goes on for ever after its answer is left after a quarter of a second', async () => {
  await world.server.script(onCall({ stream: {} }, { answer: true }, { trickle: { bytes: 1_000, every: 10 } }))
  const client = await world.connect()
  const answered = await world.until(client.callTool('echo', { text: 'x' }).then(() => world.clock.now()))
  await world.advance(1_000)
  const [call] = callsIn(await world.server.journal())
  expect(call?.ended).toBe('client-left')
  expect((call?.endedAt ?? Number.NaN) - answered).toBe(250)
})

test('D-09 a stream that hurries after its answer is left after so many bytes', async () => {
  await world.server.script(onCall({ stream: {} }, { answer: true }, { trickle: { bytes: 8_000, every: 1 } }))
  const client = await world.connect()
  const answered = await world.until(client.callTool('echo', { text: 'x' }).then(() => world.clock.now()))
  await world.advance(1_000)
  const [call] = callsIn(await world.server.journal())
  expect(call?.ended).toBe('client-left')
  expect((call?.endedAt ?? Number.NaN) - answered).toBeLessThan(20)
  expect(call?.bytes).toBeLessThan(65_536 + 3 * 8_000)
})

test('D-10 a call takes no longer because its stream stays open', async () => {
  await world.server.script(onCall({ stream: {} }, { delay: 100 }, { answer: true }, { hold: 60_000 }))
  const client = await world.connect({ drain: { ms: 60_000 } })
  const started = world.clock.now()
  await world.until(client.callTool('echo', { text: 'x' }))
  expect(world.clock.now() - started).toBe(100)
})

test('D-11 closing while a stream is drained takes no time and leaves no timer', async () => {
  await world.server.script(onCall({ stream: {} }, { answer: true }, { hold: 'forever' }))
  const client = await world.connect({ drain: { ms: 60_000 } })
  await world.until(client.callTool('echo', { text: 'x' }))
  expect((await openCalls()).length).toBe(1)
  const started = world.clock.now()
  await world.until(client.close())
  expect(world.clock.now() - started).toBeLessThanOrEqual(100)
  expect(await openCalls()).toEqual([])
  expect(world.timers()).toBe(0)
})

test('D-12 eight calls that time out tell the server eight times and leave no stream behind', async () => {
  await world.server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { prime: true }, { hold: 'forever' }] })
  const client = await world.connect()
  const calls = Array.from({ length: 8 }, () => client.callTool('echo', {}, { timeout: 100 }).catch(({ code }) => code))
  expect(await world.until(Promise.all(calls))).toEqual(Array(8).fill('timeout'))
  await world.advance(1_500)
  expect(await openCalls()).toEqual([])
  const methods = await world.server.methods()
  expect(methods.filter((method) => method === 'notifications/cancelled').length).toBe(8)
  expect(methods).not.toContain('GET')
})
