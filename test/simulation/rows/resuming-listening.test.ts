/** When the listening stream is opened again, on a clock that shows it to the millisecond. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cursorsIn, getsIn, onCall, onGet, textsOf } from '../../scenarios/steps/calls.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(() => world.end())

/** A handler is a reason to listen. */
const handlers = { roots: () => [] }

/** Milliseconds between one GET and the next. */
async function intervals(): Promise<number[]> {
  const times = getsIn(await world.server.journal()).map(({ at }) => at)
  return times.slice(1).map((at, index) => at - times[index]!)
}

test('R-15 a listening stream that carried a response to nobody is resumed after a second', async () => {
  await world.server.script(
    onGet(
      1,
      { stream: {} },
      { prime: { id: 'p1' } },
      { answerWithId: 'nobody', result: {} },
      { closeConnection: true },
    ),
  )
  await world.connect({ handlers })
  await world.advance(2_000)
  expect(cursorsIn(await world.server.journal())).toEqual([undefined, 'p1'])
  const [wait] = await intervals()
  expect(wait).toBeGreaterThanOrEqual(1_000)
  expect(wait).toBeLessThanOrEqual(1_150)
})

test('R-16 a listening stream that is closed again and again is opened ever more rarely, and that is shown', async () => {
  await world.server.configure({ get: 'acceptAndClose' })
  const client = await world.connect({ handlers, keepAlive: false })
  await world.advance(60_000)
  const { length } = getsIn(await world.server.journal())
  expect(length).toBeGreaterThan(3)
  expect(length).toBeLessThanOrEqual(12)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'degraded' })
  await world.advance(600_000)
  const last = (await intervals()).at(-1)
  expect(last).toBeGreaterThanOrEqual(30_000)
  expect(last).toBeLessThanOrEqual(33_000)
  await world.server.configure({ get: 'accept' })
  await world.advance(60_000)
  await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
  await world.settle()
  expect(client.connection).toMatchObject({ listening: 'open' })
})

test('R-18 what the stream of a call wished for does not delay the listening stream', async () => {
  await world.server.script(
    onCall({ stream: {} }, { prime: { retry: 3_000 } }, { notify: 1, store: true }, { hold: 10_000 }, { answer: true }),
  )
  const client = await world.connect({ handlers })
  await world.settle()
  const call = client.callTool('echo', { text: 'x' })
  await world.advance(2_000)
  await world.server.act({ closeStreams: 'get' })
  await world.advance(2_000)
  const [ended] = getsIn(await world.server.journal())
  const again = getsIn(await world.server.journal())[1]
  const wait = (again?.at ?? Number.NaN) - (ended?.endedAt ?? Number.NaN)
  expect(wait).toBeGreaterThanOrEqual(1_000)
  expect(wait).toBeLessThanOrEqual(1_150)
  expect(textsOf(await world.until(call))).toEqual(['x'])
})

test('R-29 a listening stream that fails at first is opened again after a second, then later', async () => {
  await world.server.script(onGet(1, { respond: { status: 500 } }), onGet(2, { respond: { status: 500 } }))
  const told: unknown[] = []
  const client = await world.connect({
    handlers,
    onEvent: (event) => event.type === 'reconnect' && told.push(event.what),
  })
  await world.advance(10_000)
  expect(told).toEqual(['listening', 'listening'])
  const [first, second] = await intervals()
  expect(first).toBeGreaterThanOrEqual(1_000)
  expect(second).toBeGreaterThan(first!)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'open' })
})
