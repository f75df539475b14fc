/** The GET stream for server requests and notifications: when it is opened again after it broke or was refused. */
import { expect, test } from 'vitest'
import { cursorsIn, getsIn, onCall, onGet, textsOf } from '../scenarios/steps/calls.ts'
import { follow } from '../scenarios/steps/listen.ts'
import { expectBetween, intervalsOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

const world = useVirtualWorld()

/** A client with a handler for server requests opens the GET stream. */
const handlers = { roots: () => [] }
const legacy = { versions: ['2025-11-25'], keepAlive: false, handlers } as const
const filter = { toolsListChanged: true }

const gets = async () => getsIn(await world.server.journal())

test('a GET stream that carried a response to an unknown request is resumed after a second [R-15]', async () => {
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
  const [wait] = intervalsOf(await gets())
  expectBetween(wait, 1_000, 1_150)
})

test('a GET stream that is closed again and again is opened ever more rarely, as `degraded` [R-16]', async () => {
  await world.server.configure({ get: 'acceptAndClose' })
  const client = await world.connect({ handlers, keepAlive: false })
  await world.advance(60_000)
  expectBetween((await gets()).length, 4, 12)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'degraded' })
  await world.advance(600_000)
  expectBetween(intervalsOf(await gets()).at(-1), 30_000, 33_000)
  await world.server.configure({ get: 'accept' })
  await world.advance(60_000)
  await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
  await world.settle()
  expect(client.connection).toMatchObject({ listening: 'open' })
})

test('the retry interval of a call does not delay the GET stream [R-18]', async () => {
  await world.server.script(
    onCall({ stream: {} }, { prime: { retry: 3_000 } }, { notify: 1, store: true }, { hold: 10_000 }, { answer: true }),
  )
  const client = await world.connect({ handlers })
  await world.settle()
  const call = client.callTool('echo', { text: 'x' })
  await world.advance(2_000)
  await world.server.act({ closeStreams: 'get' })
  await world.advance(2_000)
  const [ended, again] = await gets()
  expectBetween((again?.receivedAt ?? Number.NaN) - (ended?.endedAt ?? Number.NaN), 1_000, 1_150)
  expect(textsOf(await world.until(call))).toEqual(['x'])
})

test('a GET stream that fails at first is opened again after a second, then later [R-29]', async () => {
  await world.server.script(onGet(1, { respond: { status: 500 } }), onGet(2, { respond: { status: 500 } }))
  const reconnects: unknown[] = []
  const client = await world.connect({
    handlers,
    onEvent: (event) => event.type === 'reconnect' && reconnects.push(event.target),
  })
  await world.advance(10_000)
  expect(reconnects).toEqual(['listening', 'listening'])
  const [first, second] = intervalsOf(await gets())
  expect(first).toBeGreaterThanOrEqual(1_000)
  expect(second).toBeGreaterThan(first!)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'open' })
})

test('a GET stream that failed five times in a row is opened again later, and a listener is told of the gap', async () => {
  const failing = [2, 3, 4, 5, 6].map((nth) => onGet(nth, { respond: { status: 503 } }))
  await world.server.script(onGet(1, { pass: true }, { delay: 1_000 }, { close: true }), ...failing)
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed', granted: filter })
  await world.advance(25_000)
  expect(await gets()).toHaveLength(6)
  expect(client.connection.listening).toBe('unavailable')
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  expect(await gets()).toHaveLength(7)
  expect(client.connection.listening).toBe('open')
  await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
})

test('a server without its GET stream is asked for it ever more rarely', async () => {
  await world.server.script(onGet(1, { pass: true }, { delay: 1_000 }, { close: true }))
  const client = await world.until(world.connect(legacy))
  await world.advance(500)
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ respond: { status: 405 } }] })
  await world.server.act({ closeStreams: 'get' })
  await world.advance(HOUR)
  const waits = intervalsOf((await gets()).slice(1))
  expectBetween(waits[0], 30_000, 33_000)
  expectBetween(waits.at(-1), 300_000, 300_100)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'unavailable' })
})

test('a GET stream that the server refused is not requested again', async () => {
  await world.server.configure({ get: { status: 405 } })
  const client = await world.until(world.connect(legacy))
  await world.settle()
  expect(await world.until(follow(client.listen(filter)).next())).toMatchObject({ type: 'subscribed' })
  await world.advance(HOUR)
  expect(await gets()).toHaveLength(1)
})
