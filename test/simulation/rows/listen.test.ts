/** Who listens: how long silence may last, and when a broken stream is opened again, on virtual time. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { getsIn, onEveryGet, textsOf } from '../../scenarios/steps/calls.ts'
import { follow, listensIn, onListen } from '../../scenarios/steps/listen.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(async () => {
  await world.end()
  expect(world.timers()).toBe(0)
})

const MINUTE = 60_000
const filter = { toolsListChanged: true }
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions
const legacy = { versions: ['2025-11-25'], keepAlive: false } satisfies ConnectOptions
const change = { notify: { method: 'notifications/tools/list_changed' } }

/** Milliseconds between one listening request and the next. */
async function intervals(): Promise<number[]> {
  const times = listensIn(await world.server.journal()).map(({ at }) => at)
  return times.slice(1).map((at, index) => at - times[index]!)
}

test.each([
  ['2026-07-28', modern],
  ['a session', legacy],
])('protocol:S-14 ten minutes of silence, and then a change: %s', async (_, options) => {
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

test('protocol:S-14 what limits a call does not limit who listens', async () => {
  const client = await world.until(world.connect({ ...modern, timeout: 1_000, maxTimeout: 2_000 }))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  await world.advance(120 * MINUTE)
  await world.server.act(change)
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  expect(listensIn(await world.server.journal())).toHaveLength(1)
})

test('protocol:S-11 a broken stream is opened again after about a second', async () => {
  await world.server.script(onListen(1, { pass: true }, { delay: 5_000 }, { close: true }))
  const client = await world.until(world.connect(modern))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
  const [wait] = await intervals()
  expect(wait).toBeGreaterThanOrEqual(6_000)
  expect(wait).toBeLessThanOrEqual(6_100)
})

test('protocol:S-11 attempts that fail come ever later, and five in a row are the end', async () => {
  await world.server.script(
    onListen(1, { pass: true }, { delay: 5_000 }, { close: true }),
    onListen(undefined, { respond: { status: 500 } }),
  )
  const client = await world.until(world.connect(modern))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  await expect(world.until(changes.next())).rejects.toMatchObject({ code: 'connection' })
  const waits = (await intervals()).slice(1)
  expect(waits).toHaveLength(4)
  for (const [index, wait] of waits.entries()) {
    const planned = 1_000 * 1.5 ** (index + 1)
    expect(wait).toBeGreaterThanOrEqual(planned)
    expect(wait).toBeLessThanOrEqual(planned * 1.1 + 1)
  }
  expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
})

test('protocol:S-11 a server that promises and leaves at once is asked ever more rarely', async () => {
  await world.server.script(onListen(undefined, { pass: true }, { delay: 1 }, { close: true }))
  const client = await world.until(world.connect(modern))
  const listening = client.listen(filter)
  await world.advance(MINUTE)
  const { length } = listensIn(await world.server.journal())
  expect(length).toBeGreaterThan(3)
  expect(length).toBeLessThanOrEqual(12)
  listening.close()
})

test('protocol:S-11 the wait before the next attempt ends when nobody listens any more', async () => {
  await world.server.script(onListen(1, { pass: true }, { delay: 1 }, { close: true }))
  const client = await world.until(world.connect(modern))
  const listening = client.listen(filter)
  await world.until(follow(listening).next())
  await world.advance(500)
  listening.close()
  await world.advance(MINUTE)
  expect(listensIn(await world.server.journal())).toHaveLength(1)
})

test('protocol:S-21 a server that sees a conflict for two minutes disturbs no call', async () => {
  await world.server.script(onEveryGet({ respond: { status: 409 } }))
  const client = await world.until(world.connect(legacy))
  const changes = follow(client.listen(filter))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
  for (let time = 0; time < 2 * MINUTE; time += MINUTE / 2) {
    expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
    await world.advance(MINUTE / 2)
  }
  expect(client.connection.status).toBe('connected')
  const times = getsIn(await world.server.journal()).map(({ at }) => at)
  expect(times.length).toBeGreaterThan(1)
  expect(times.slice(1).every((at, index) => at - times[index]! >= 1_000)).toBe(true)
})
