/** Subscriptions: how long they may be silent, and when a broken stream is opened again. */
import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { getsIn, onEveryGet, textsOf } from '../../scenarios/steps/calls.ts'
import { acknowledge, follow, listensIn, onListen } from '../../scenarios/steps/listen.ts'
import { expectBetween, intervalsOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const MINUTE = 60_000
const filter = { toolsListChanged: true }
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions
const legacy = { versions: ['2025-11-25'], keepAlive: false } satisfies ConnectOptions
const change = { notify: { method: 'notifications/tools/list_changed' } }

const world = useVirtualWorld()

const listens = async () => listensIn(await world.server.journal())

test.each([
  ['2026-07-28', modern],
  ['a session', legacy],
])('a change after ten minutes of silence is delivered: %s [protocol:S-14]', async (_, options) => {
  const client = await world.until(world.connect(options))
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
  const before = (await world.server.journal()).length
  await world.advance(10 * MINUTE)
  await world.server.act(change)
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  expect((await world.server.journal()).length).toBe(before)
  expect(client.connection).toMatchObject({ status: 'connected', listening: 'open' })
})

test('timeout and maxTotalTimeout do not apply to a subscription [protocol:S-14]', async () => {
  const client = await world.until(world.connect({ ...modern, timeout: 1_000, maxTotalTimeout: 2_000 }))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  await world.advance(120 * MINUTE)
  await world.server.act(change)
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  expect(await listens()).toHaveLength(1)
})

test('a broken stream is opened again within five seconds [protocol:S-11]', async () => {
  await world.server.script(onListen(1, { pass: true }, { delay: 5_000 }, { close: true }))
  const client = await world.until(world.connect(modern))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  const [wait] = intervalsOf(await listens())
  expectBetween(wait, 5_250, 10_000)
})

test.each([
  [20_000, 20_000],
  [100, 250],
  [0, 250],
])('a stream of 2026-07-28 with `retry: %i` is opened again after %i ms', async (retry, wait) => {
  const listen = [{ stream: {} }, acknowledge(filter), { event: { retry } }, { delay: 5_000 }, { close: true }] as const
  // The value stays for later connections that do not repeat it.
  await world.server.script(onListen(1, ...listen), onListen(2, ...listen.filter((step) => !('event' in step))))
  const client = await world.until(world.connect(modern))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  await world.advance(2 * MINUTE)
  const waits = intervalsOf(await listens())
  expect(waits).toHaveLength(2)
  for (const passed of waits) expectBetween(passed, 5_000 + wait, 5_000 + Math.max(wait, retry * 1.1))
})

test('failed attempts come after random delays whose limit grows to a minute, and never end [protocol:S-11]', async () => {
  await world.server.script(
    onListen(1, { pass: true }, { delay: 5_000 }, { close: true }),
    onListen(undefined, { respond: { status: 500 } }),
  )
  const client = await world.until(world.connect(modern))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  await world.advance(20 * MINUTE)
  const waits = intervalsOf(await listens()).slice(1)
  for (const [index, wait] of waits.entries()) {
    const longest = Math.min(MINUTE, 5_000 * 1.5 ** (index + 1))
    expectBetween(wait, longest / 20, longest + 1)
  }
  expect(client.connection).toMatchObject({ listening: 'degraded', reachable: true, lastError: { status: 500 } })
  expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
  await world.server.script()
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  expect(client.connection.listening).toBe('open')
})

test('a server that acknowledges and closes at once is asked ever more rarely [protocol:S-11]', async () => {
  await world.server.script(onListen(undefined, { pass: true }, { delay: 1 }, { close: true }))
  const client = await world.until(world.connect(modern))
  const subscription = client.listen(filter)
  await world.advance(MINUTE)
  expectBetween((await listens()).length, 4, 12)
  subscription.close()
})

test('the delay before the next attempt ends when the subscription is closed [protocol:S-11]', async () => {
  await world.server.script(onListen(1, { pass: true }, { delay: 1 }, { close: true }))
  const client = await world.until(world.connect(modern))
  const subscription = client.listen(filter)
  await world.until(follow(subscription).next())
  await world.advance(500)
  subscription.close()
  await world.advance(MINUTE)
  expect(await listens()).toHaveLength(1)
})

test('a server that answers the GET with 409 for two minutes disturbs no call [protocol:S-21]', async () => {
  await world.server.script(onEveryGet({ respond: { status: 409 } }))
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
  for (let time = 0; time < 2 * MINUTE; time += MINUTE / 2) {
    expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
    await world.advance(MINUTE / 2)
  }
  expect(client.connection.status).toBe('connected')
  const intervals = intervalsOf(getsIn(await world.server.journal()))
  expect(intervals.length).toBeGreaterThan(0)
  expect(intervals.every((interval) => interval >= 1_000)).toBe(true)
})

test('a subscription that is never acknowledged ends with a timeout, also with comments on its stream', async () => {
  await world.server.script(
    onListen(undefined, { stream: {} }, { trickle: { bytes: 5, every: 10_000 } }, { hold: 'forever' }),
  )
  const client = await world.until(world.connect(modern))
  const failed = follow(client.listen(filter))
    .next()
    .catch((error) => error)
  const started = world.clock.now()
  expect(await world.until(failed)).toMatchObject({ code: 'timeout', limit: 'timeout', retryable: true })
  expect(world.clock.now() - started).toBe(60_000)
  await world.settle()
  expect((await listens()).map(({ ended }) => ended)).toEqual(['client-left'])
  expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
})

test('a later stream that is not acknowledged in time is opened again', async () => {
  await world.server.script(
    onListen(1, { pass: true }, { delay: 5_000 }, { close: true }),
    onListen(2, { stream: {} }, { hold: 'forever' }),
  )
  const client = await world.until(world.connect(modern))
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  expect(await listens()).toHaveLength(3)
  await world.server.act(change)
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
})

const RESOURCE = 'test://watched-resource'
const watched = { resourceSubscriptions: [RESOURCE] }

test('after a new session the gap is reported when the resources are subscribed again', async () => {
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen(watched))
  await world.until(changes.next())
  await world.server.act({ expireSessions: true })
  const retryAfter = { respond: { status: 429, headers: { 'retry-after': '3' } } }
  await world.server.script({ on: { rpcMethod: 'resources/subscribe' }, nth: 1, do: [retryAfter] })
  let gap: unknown
  void changes.next().then((change) => {
    gap = change
  })
  await world.until(client.callTool('echo', { text: 'x' }))
  await world.advance(2_000)
  expect(gap).toBeUndefined()
  await world.advance(2_000)
  expect(gap).toMatchObject({ type: 'may-have-changed' })
  await world.server.act({ notify: { method: 'notifications/resources/updated', params: { uri: RESOURCE } } })
  expect(await world.until(changes.next())).toEqual({ type: 'resource', uri: RESOURCE })
})

test('a listener that waits for its first subscription while the session is replaced subscribes once in the new one', async () => {
  const client = await world.until(world.connect(legacy))
  await world.server.script({
    on: { rpcMethod: 'resources/subscribe' },
    nth: 1,
    do: [{ delay: 1_000 }, { pass: true }],
  })
  const changes = follow(client.listen(watched))
  await world.advance(500)
  await world.server.act({ expireSessions: true })
  await world.until(client.callTool('echo', { text: 'x' }))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed', granted: watched })
  await world.advance(5_000)
  const journal = await world.server.journal()
  const session = journal.filter(({ rpcMethod }) => rpcMethod === 'notifications/initialized').at(-1)?.headers[
    'mcp-session-id'
  ]
  const subscribed = journal.filter(
    ({ rpcMethod, headers }) => rpcMethod === 'resources/subscribe' && headers['mcp-session-id'] === session,
  )
  expect(subscribed).toHaveLength(1)
  await world.server.act({ notify: { method: 'notifications/resources/updated', params: { uri: RESOURCE } } })
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  expect(await world.until(changes.next())).toEqual({ type: 'resource', uri: RESOURCE })
})

test('a resource subscription that is never answered keeps no other change back', async () => {
  await world.server.script({
    on: { rpcMethod: 'resources/subscribe' },
    do: [{ stream: {} }, { event: { id: 'a', data: '', retry: 500 } }, { close: true }],
  })
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen({ ...filter, ...watched }))
  await world.advance(5_000)
  await world.server.act(change)
  const granted = { type: 'subscribed', granted: filter, refused: watched }
  let received: unknown
  void changes.take(2).then((both) => {
    received = both
  })
  await world.advance(6_000)
  expect(received).toEqual([granted, { type: 'tools' }])
})

test('a resource subscription that is answered late is granted then, and what it missed is reported', async () => {
  await world.server.script({
    on: { rpcMethod: 'resources/subscribe' },
    do: [{ delay: 30_000 }, { pass: true }],
  })
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen({ ...filter, ...watched }))
  const first = { type: 'subscribed', granted: filter, refused: watched }
  expect(await world.until(changes.next())).toEqual(first)
  const late = { type: 'subscribed', granted: { ...filter, ...watched }, refused: {} }
  expect(await world.until(changes.next())).toEqual(late)
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  await world.server.act({ notify: { method: 'notifications/resources/updated', params: { uri: RESOURCE } } })
  expect(await world.until(changes.next())).toEqual({ type: 'resource', uri: RESOURCE })
})

test('an idle listener follows a server that has become a stateless one, as the keepalive finds out', async () => {
  await world.server.configure({ versions: ['2025-11-25'] })
  const client = await world.until(world.connectAny())
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
  await world.server.configure({ versions: ['2026-07-28'] })
  await world.advance(50_000)
  expect(client.connection).toMatchObject({ era: 'modern', status: 'connected' })
  await world.server.act(change)
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
})
