/** The GET stream for server requests and notifications: when it is opened again after it broke or was refused. */
import { expect, test } from 'vitest'
import type { Step } from '../../../src/testing/index.ts'
import { cursorsIn, getsIn, onCall, onGet, textsOf } from '../../scenarios/steps/calls.ts'
import { responsesIn } from '../../scenarios/steps/journal.ts'
import { follow } from '../../scenarios/steps/listen.ts'
import { expectBetween, intervalsOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

const world = useVirtualWorld()

/** A client with a handler for server requests opens the GET stream. */
const handlers = { roots: () => [] }
const legacy = { versions: ['2025-11-25'], keepAlive: false, handlers } as const
const filter = { toolsListChanged: true }

const gets = async () => getsIn(await world.server.journal())

test('a GET stream that carried a response to an unknown request is resumed within five seconds [R-15]', async () => {
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
  await world.advance(5_000)
  expect(cursorsIn(await world.server.journal())).toEqual([undefined, 'p1'])
  const [wait] = intervalsOf(await gets())
  expectBetween(wait, 250, 5_000)
})

test('a GET stream that is closed again and again is opened ever more rarely, as `degraded` [R-16]', async () => {
  await world.server.configure({ get: 'acceptAndClose' })
  const client = await world.connect({ handlers, keepAlive: false })
  await world.advance(60_000)
  expectBetween((await gets()).length, 4, 20)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'degraded' })
  await world.advance(600_000)
  const before = (await gets()).length
  await world.advance(HOUR)
  // Half a minute on average, and never more than one.
  expectBetween((await gets()).length - before, 60, 160)
  expectBetween(Math.max(...intervalsOf(await gets())), 30_000, 60_100)
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
  await world.advance(5_000)
  const [ended, again] = await gets()
  expectBetween((again?.receivedAt ?? Number.NaN) - (ended?.endedAt ?? Number.NaN), 250, 5_000)
  expect(textsOf(await world.until(call))).toEqual(['x'])
})

test('a GET stream that fails at first is opened again after random delays, whose limit grows [R-29]', async () => {
  await world.server.script(onGet(1, { respond: { status: 500 } }), onGet(2, { respond: { status: 500 } }))
  const reconnects: unknown[] = []
  const client = await world.connect({
    handlers,
    onEvent: (event) => event.type === 'reconnect' && reconnects.push(event.target),
  })
  await world.advance(20_000)
  expect(reconnects).toEqual(['listening', 'listening'])
  const [first, second] = intervalsOf(await gets())
  expectBetween(first, 250, 7_500)
  expectBetween(second, 250, 11_250)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'open' })
})

test('a GET stream with a retry interval of 0 and one message each time is opened four times a second at most', async () => {
  const log: Step = { notify: { method: 'notifications/message', params: { level: 'info', data: 'x' } }, store: true }
  await world.server.script({
    on: { httpMethod: 'GET' },
    do: [{ stream: {} }, { prime: { retry: 0 } }, log, { closeConnection: true }],
  })
  await world.connect({ handlers, keepAlive: false })
  await world.advance(10_000)
  expectBetween((await gets()).length, 30, 41)
})

test('a retry interval of days keeps a GET stream closed for an hour', async () => {
  await world.server.script(onGet(1, { stream: {} }, { prime: { retry: 100 * HOUR } }, { closeConnection: true }))
  await world.connect({ handlers, keepAlive: false })
  await world.advance(2 * HOUR)
  const [wait, ...others] = intervalsOf(await gets())
  expectBetween(wait, HOUR, 1.1 * HOUR)
  expect(others).toEqual([])
})

test('a server that gives all events of the GET stream one id is heard after the stream was opened again', async () => {
  const said = (data: string): Step => ({
    event: {
      id: 'session',
      data: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } },
    },
  })
  const asked = (id: number, method: string): Step => ({
    event: { id: 'session', data: { jsonrpc: '2.0', id, method } },
  })
  await world.server.script(
    onGet(1, { stream: {} }, said('one'), said('two'), { closeConnection: true }),
    onGet(2, { stream: {} }, said('three'), asked(1, 'roots/list'), asked(2, 'ping'), said('one'), { hold: 'forever' }),
  )
  const logs: unknown[] = []
  await world.connect({
    keepAlive: false,
    handlers,
    onNotification: (method, params) => method === 'notifications/message' && logs.push(params.data),
  })
  await world.advance(5_000)
  expect(logs).toEqual(['one', 'two', 'three', 'one'])
  expect(responsesIn(await world.server.journal()).size).toBe(2)
})

test('a notification that a later GET stream repeats under one id for all events is heard from the second time on', async () => {
  const changed: Step = {
    event: { id: 'session', data: { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } },
  }
  await world.server.script(
    onGet(1, { stream: {} }, changed, { closeConnection: true }),
    onGet(2, { stream: {} }, changed, changed, changed, { closeConnection: true }),
    onGet(3, { stream: {} }, changed, changed, { hold: 'forever' }),
  )
  const heard: string[] = []
  await world.connect({ keepAlive: false, handlers, onNotification: (method) => heard.push(method) })
  await world.advance(10_000)
  // The first one of the second stream may be a replay.
  expect(heard).toHaveLength(1 + 2 + 2)
})

test('an event is a replay when its id and its data came before, and a request that comes again gets the same reply', async () => {
  const params = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } }
  const question: Step = { event: { id: 'e2', data: { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params } } }
  const again: Step = { event: { id: 'e9', data: { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params } } }
  const log: Step = {
    event: {
      id: 'e1',
      data: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } },
    },
  }
  await world.server.script(
    onGet(1, { stream: {} }, log, question, { delay: 1_000 }, { closeConnection: true }),
    onGet(2, { stream: {} }, log, question, again, { hold: 'forever' }),
  )
  const logs: unknown[] = []
  const asked: string[] = []
  const elicit = ({ message }: { message: string }) => {
    asked.push(message)
    return { action: 'decline' } as const
  }
  const onNotification = (method: string) => logs.push(method)
  await world.connect({ keepAlive: false, handlers: { elicit }, onNotification })
  await world.advance(7_000)
  expect([asked, logs]).toEqual([['Name?'], ['notifications/message']])
  const replies = (await world.server.journal()).filter(({ rpcMethod }) => rpcMethod === 'response')
  expect(replies.map(({ body }) => body)).toEqual(
    Array(3).fill({ jsonrpc: '2.0', id: 7, result: { action: 'decline' } }),
  )
})

test('a GET stream that fails again and again is opened again, and a listener is told of the gap', async () => {
  const failing = Array.from({ length: 9 }, (_, index) => onGet(index + 2, { respond: { status: 503 } }))
  await world.server.script(onGet(1, { pass: true }, { delay: 1_000 }, { close: true }), ...failing)
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed', granted: filter })
  await world.advance(25_000)
  expect(client.connection).toMatchObject({ listening: 'degraded', lastError: { status: 503 } })
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  expect(await gets()).toHaveLength(11)
  expect(client.connection.listening).toBe('open')
  await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
})

test('a server that has its GET stream no more is asked for it at least once a minute', async () => {
  await world.server.script(onGet(1, { pass: true }, { delay: 1_000 }, { close: true }))
  const client = await world.until(world.connect(legacy))
  await world.advance(500)
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ respond: { status: 405 } }] })
  await world.server.act({ closeStreams: 'get' })
  await world.advance(HOUR)
  expectBetween((await gets()).length, 60, 170)
  expectBetween(Math.max(...intervalsOf(await gets())), 30_000, 60_100)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'degraded' })
})

test.each([
  ['an error', new Error('sign in first')],
  ['nothing', undefined],
  ['a number', 0],
])(
  'a GET stream that the application refuses with %s, as when a user must sign in, is opened again later',
  async (_, reason) => {
    let isSignedIn = true
    const headers = () => (isSignedIn ? {} : Promise.reject(reason))
    const client = await world.until(world.connect({ ...legacy, headers }))
    const changes = follow(client.listen(filter))
    expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
    isSignedIn = false
    await world.server.act({ closeStreams: 'get' })
    await world.advance(HOUR)
    expect(client.connection).toMatchObject({ status: 'connected', listening: 'degraded' })
    expect(world.timers()).toBeGreaterThan(0)
    if (reason) expect(client.connection.lastError).toBe(reason)
    isSignedIn = true
    await world.until(client.ping())
    await world.advance(5_000)
    expect(client.connection).toMatchObject({ listening: 'open' })
    expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
    await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
    expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  },
)

test('a GET stream that the server refused is not requested again', async () => {
  await world.server.configure({ get: { status: 405 } })
  const client = await world.until(world.connect(legacy))
  await world.settle()
  expect(await world.until(follow(client.listen(filter)).next())).toMatchObject({ type: 'subscribed' })
  await world.advance(HOUR)
  expect(await gets()).toHaveLength(1)
})
