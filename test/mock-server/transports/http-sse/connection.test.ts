/** HTTP+SSE: sending on one connection, and its end. */
import { describe, expect, test } from 'vitest'
import { collectEvents } from '../../read-events.ts'
import { createConnection } from './fixtures.ts'

/** JSON.stringify throws on it. */
const unwritable = { number: 1n }

describe('a connection', () => {
  test('a message before the connection is refused [B-05]', async () => {
    const { connection } = createConnection()
    await expect(connection.send({ early: true })).rejects.toThrow('Not connected')
    const { events, until } = collectEvents(connection.connect())
    await until(({ length }) => length === 1)
    expect(events.map(({ event }) => event)).toEqual(['endpoint'])
  })

  test('disconnecting before connecting or a second time has no effect [B-05]', async () => {
    const { connection, reasons } = createConnection()
    connection.disconnect()
    const stream = collectEvents(connection.connect())
    await connection.send({ n: 1 })
    expect(reasons).toEqual([])
    connection.disconnect()
    connection.disconnect()
    expect(await connection.closed).toEqual({ reason: 'server-closed', cleanup: 'done' })
    expect(await stream.ended).toBe('closed')
    expect(stream.events.map(({ event }) => event)).toEqual(['endpoint', 'message'])
    expect(reasons).toEqual(['server-closed'])
    await expect(connection.send({ n: 2 })).rejects.toThrow('The connection ended: server-closed')
    expect(() => connection.connect()).toThrow('connected before')
  })

  test('the third send error in a row ends the connection, without a further frame [B-07]', async () => {
    const { connection, reasons } = createConnection()
    const stream = collectEvents(connection.connect())
    for (let n = 0; n < 3; n++) await expect(connection.send(unwritable)).rejects.toThrow('cannot be written')
    expect(await connection.closed).toEqual({ reason: 'send-errors', cleanup: 'done' })
    expect(await stream.ended).toBe('closed')
    expect(stream.events.map(({ event }) => event)).toEqual(['endpoint'])
    expect(reasons).toEqual(['send-errors'])
  })

  test('a success in between resets the count of send errors, also when the client reads late [B-07]', async () => {
    const { connection, reasons } = createConnection()
    const response = connection.connect()
    const sent = [unwritable, unwritable, { n: 1 }, unwritable, unwritable, { n: 2 }].map(connection.send)
    const outcomes = Promise.allSettled(sent)
    const { events } = collectEvents(response)
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(events.slice(1).map(({ data }) => JSON.parse(data))).toEqual([{ n: 1 }, { n: 2 }])
    expect(reasons).toEqual([])
  })

  test('a burst to a reading client arrives complete and in order, and does not end the connection [B-08]', async () => {
    const { clock, connection, reasons } = createConnection({ sendTimeout: 30_000, keepalive: 30_000 })
    const stream = collectEvents(connection.connect())
    for (let n = 0; n < 100; n++) {
      void connection.send({ n })
      if (n % 2) await clock.advance(1)
    }
    await clock.advance(29_000)
    const numbers = stream.events.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data).n)
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect(reasons).toEqual([])
  })

  test('cutAfterRapid ends the stream after that many messages less than 100 ms apart, and delivers those', async () => {
    const { clock, connection } = createConnection({ cutAfterRapid: 3 })
    const stream = collectEvents(connection.connect())
    for (const pause of [100, 99, 100, 99, 99]) {
      await connection.send({ pause })
      await clock.advance(pause)
    }
    const sent = [connection.send({ last: true }), connection.send({ lost: true })]
    const outcomes = await Promise.allSettled(sent)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(stream.events.filter(({ event }) => event === 'message')).toHaveLength(6)
    expect(await connection.closed).toMatchObject({ reason: 'rapid' })
    expect(await stream.ended).toBe('closed')
  })
})

test('cutAfterRapid is exact also for a client with several pending reads', async () => {
  const { connection } = createConnection({ cutAfterRapid: 1 })
  const reader = connection.connect().body!.getReader()
  const reads = Promise.all([reader.read(), reader.read(), reader.read()])
  const sent = Promise.allSettled([connection.send({ n: 1 }), connection.send({ n: 2 })])
  expect((await sent).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect((await reads).map(({ done }) => done)).toEqual([false, false, true])
})

describe('the end of a connection', () => {
  for (const framesTaken of [0, 1, 2, 3]) {
    test(`is reported once when the client leaves after ${framesTaken} frames [B-10]`, async () => {
      const { connection, reasons, clock } = createConnection({ keepalive: 30_000, sendTimeout: 30_000 })
      const reader = connection.connect().body!.getReader()
      void connection.send({ n: 1 }).catch(() => {})
      for (let n = 0; n < framesTaken; n++) await reader.read()
      await reader.cancel()
      expect(await connection.closed).toEqual({ reason: 'client-left', cleanup: 'done' })
      await clock.advance(100_000)
      expect(reasons).toEqual(['client-left'])
      expect(clock.pending()).toBe(0)
    })
  }

  test('is reported once, with the first reason, when close, error, timeout and cancel coincide [B-10]', async () => {
    for (const order of permutations(['server-closed', 'send-errors', 'send-timeout', 'client-left'])) {
      const { clock, connection, reasons } = createConnection({ sendTimeout: 50 })
      const reader = connection.connect().body!.getReader()
      await reader.read()
      void connection.send({ stuck: true }).catch(() => {})
      await clock.advance(49)
      const endings: Record<string, () => unknown> = {
        'server-closed': () => connection.disconnect(),
        // The stuck message is ahead of the errors in the queue: reading it lets all three count at once.
        'send-errors': () => {
          for (let n = 0; n < 3; n++) void connection.send(unwritable).catch(() => {})
          reader.read().catch(() => {})
          reader.read().catch(() => {})
        },
        'send-timeout': () => clock.advance(1),
        'client-left': () => reader.cancel().catch(() => {}),
      }
      for (const reason of order) await endings[reason]?.()
      await connection.closed
      await clock.advance(1_000)
      expect(reasons, order.join()).toEqual([order[0]])
      expect(clock.pending(), order.join()).toBe(0)
    }
  })

  for (const [how, onDisconnect] of [
    ['throws', () => expect.unreachable('thrown')],
    ['rejects', () => Promise.reject(new Error('rejected'))],
  ] as const) {
    test(`is reported once when the callback ${how} [B-10]`, async () => {
      let calls = 0
      const callback = () => {
        calls++
        return onDisconnect()
      }
      const { connection } = createConnection({}, { onDisconnect: callback })
      const stream = collectEvents(connection.connect())
      await connection.send({ n: 1 })
      connection.disconnect()
      expect(await connection.closed).toEqual({ reason: 'server-closed', cleanup: 'failed' })
      expect([await stream.ended, stream.events.length, calls]).toEqual(['closed', 2, 1])
    })
  }
})

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}
