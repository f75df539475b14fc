/** HTTP+SSE: keepalive, heartbeat, send timeout and cleanup timeout, on a virtual clock. */
import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../../src/testing/clock/seeded-random.ts'
import { collectEvents } from '../../read-events.ts'
import { createConnection, createTransport } from './fixtures.ts'

describe('keepalive', () => {
  test('comes at once, then after each silent interval, which a message restarts [B-02]', async () => {
    const { clock, connection } = createConnection({ keepalive: 30_000 })
    const { events } = collectEvents(connection.connect(), clock.now)
    await clock.advance(75_000)
    await connection.send({ n: 1 })
    await clock.advance(60_000)
    expect(events.slice(1).map(({ event, data, at }) => [event, data, at])).toEqual([
      ['keepalive', '{}', 0],
      ['keepalive', '{}', 30_000],
      ['keepalive', '{}', 60_000],
      ['message', '{"n":1}', 75_000],
      ['keepalive', '{}', 105_000],
      ['keepalive', '{}', 135_000],
    ])
  })

  test('is not sent while messages come more often than its interval [B-02]', async () => {
    const { clock, connection } = createConnection({ keepalive: 100 })
    const { events } = collectEvents(connection.connect(), clock.now)
    for (let n = 0; n < 50; n++) {
      await clock.advance(99)
      await connection.send({ n })
    }
    expect(events.filter(({ event }) => event === 'keepalive')).toHaveLength(1)
  })

  test('stops for good when it is turned off while the connection is open [B-02]', async () => {
    const { clock, connection, config } = createConnection({ keepalive: 100 })
    const { events } = collectEvents(connection.connect(), clock.now)
    await clock.advance(150)
    config.keepalive = 0
    await clock.advance(10_000)
    expect(events.map(({ event }) => event)).toEqual(['endpoint', 'keepalive', 'keepalive'])
    expect(clock.pending()).toBe(0)
  })

  test('does not pile up for a client that does not read, and neither do heartbeats [B-02]', async () => {
    const { clock, connection } = createConnection({ keepalive: 100 }, { heartbeat: 30 })
    const response = connection.connect()
    await clock.advance(10_000)
    const { events, text } = collectEvents(response, clock.now)
    await clock.settle()
    expect(events.map(({ event }) => event)).toEqual(['endpoint', 'keepalive'])
    expect(text()).not.toContain('\n:')
  })
})

test('with keepalive off nothing is sent during silence, and a client that leaves is noticed at once [B-03]', async () => {
  const { clock, connection, reasons } = createConnection()
  const stream = collectEvents(connection.connect(), clock.now)
  await clock.advance(3_600_000)
  expect(stream.events.map(({ event }) => event)).toEqual(['endpoint'])
  await stream.cancel()
  await clock.settle()
  expect(reasons).toEqual(['client-left'])
})

test('heartbeats are comments, which a parser does not dispatch [B-03]', async () => {
  const { clock, connection } = createConnection({}, { heartbeat: 1_000 })
  const stream = collectEvents(connection.connect(), clock.now)
  await clock.advance(2_500)
  expect(stream.events.map(({ event }) => event)).toEqual(['endpoint'])
  expect(stream.text().split('\n\n').slice(1)).toEqual([':', ':', ''])
})

describe('a client that stops reading', () => {
  test('is disconnected after the send timeout and cleaned up once, and queued messages are rejected [B-06]', async () => {
    const { clock, connection, reasons } = createConnection({ sendTimeout: 50 })
    const reader = connection.connect().body!.getReader()
    await reader.read()
    const next = reader.read()
    await clock.advance(1_000)
    const outcomes = Promise.allSettled([connection.send({ n: 1 }), connection.send({ n: 2 })])
    await next
    await clock.advance(49)
    expect(reasons).toEqual([])
    await clock.advance(1)
    expect(reasons).toEqual(['send-timeout'])
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(reader.read()).rejects.toThrow('send-timeout')
    await clock.advance(1_000)
    expect([reasons.length, clock.pending()]).toEqual([1, 0])
  })

  test('is disconnected also when it never read the first frame, counted from the connect [B-06]', async () => {
    const { clock, connection, reasons } = createConnection({ sendTimeout: 50 })
    await clock.advance(1_000)
    connection.connect()
    await clock.advance(49)
    expect(reasons).toEqual([])
    await clock.advance(1)
    expect(reasons).toEqual(['send-timeout'])
  })

  test('keeps its connection when the send timeout is 0, and gets everything when it reads again [B-06]', async () => {
    const { clock, connection, reasons } = createConnection({ sendTimeout: 0 })
    const response = connection.connect()
    const sent = Promise.all([connection.send({ n: 1 }), connection.send({ n: 2 })])
    await clock.advance(86_400_000)
    expect(reasons).toEqual([])
    const { events } = collectEvents(response, clock.now)
    await sent
    expect(events.slice(1).map(({ data }) => data)).toEqual(['{"n":1}', '{"n":2}'])
  })

  test('is not one that reads slowly [B-06]', async () => {
    const { clock, connection, reasons } = createConnection({ sendTimeout: 50 })
    const reader = connection.connect().body!.getReader()
    const sent = Promise.all(Array.from({ length: 20 }, (_, n) => connection.send({ n })))
    for (let n = 0; n < 21; n++) {
      await clock.advance(49)
      await reader.read()
    }
    await sent
    expect(reasons).toEqual([])
  })
})

test('a message at the very time of the keepalive is neither lost nor doubled, 1,000 times [B-09]', async () => {
  const orders = new Set<string>()
  for (let seed = 0; seed < 1_000; seed++) {
    const { clock, connection } = createConnection({ keepalive: 100 })
    const random = createSeededRandom(seed)
    const hops = Math.floor(random() * 12)
    const sendInTime = () =>
      clock.schedule(100, async () => {
        for (let hop = 0; hop < hops; hop++) await undefined
        await connection.send({ seed })
      })
    const isFirst = random() < 0.5
    if (isFirst) sendInTime()
    const { events } = collectEvents(connection.connect(), clock.now)
    if (!isFirst) sendInTime()
    await clock.advance(250)
    const tail = events.slice(2)
    expect(tail.filter(({ event }) => event === 'message').map(({ data, at }) => [data, at])).toEqual([
      [`{"seed":${seed}}`, 100],
    ])
    const keepalives = tail.filter(({ event }) => event === 'keepalive').map(({ at }) => at)
    expect([[100, 200], [200]]).toContainEqual(keepalives)
    orders.add(tail.map(({ event }) => event).join())
    connection.disconnect()
  }
  expect([...orders].sort()).toEqual(['keepalive,message,keepalive', 'message,keepalive'])
})

test('a cleanup whose task ignores its cancellation is abandoned after five seconds, on one timer [B-11]', async () => {
  const ended: unknown[] = []
  let waits = 0
  const { clock, open, transport } = createTransport(
    {},
    { handle: () => new Promise(() => {}), onEnded: (_id, outcome) => ended.push([clock.now(), outcome]) },
  )
  const { wait } = clock
  clock.wait = (...args) => {
    waits++
    return wait(...args)
  }
  const client = await open()
  await client.initialize()
  await client.post({ id: 2, method: 'stubborn' })
  await client.cancel()
  await clock.advance(4_999)
  expect([ended, transport.size()]).toEqual([[], 0])
  await clock.advance(1)
  expect(ended).toEqual([[5_000, { reason: 'client-left', cleanup: 'abandoned' }]])
  await clock.advance(100_000)
  expect([waits, clock.pending(), ended.length]).toEqual([1, 0, 1])
})
