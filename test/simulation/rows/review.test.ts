/** What is left behind by corrections, and what is tried again, on virtual time. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getsIn, onGet, textsOf } from '../../scenarios/steps/calls.ts'
import { HANDSHAKES } from '../../scenarios/steps/handshake-versions.ts'
import { follow } from '../../scenarios/steps/listen.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'
import { count } from './observed.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(async () => {
  await world.end()
  expect(world.timers()).toBe(0)
})

const HOUR = 3_600_000
const tools = { toolsListChanged: true }

const modern = () =>
  ({ era: 'modern', transport: 'streamable-http', protocolVersion: '2026-07-28', at: world.clock.now() }) as const

test('a client that is closed while it learns what the server speaks leaves no session and no timer', async () => {
  await world.server.configure({ versions: [...HANDSHAKES] })
  const set = (): void => {
    void client.close()
  }
  const client = await world.until(world.connectAny({ eraCache: { get: modern, set } }))
  const call = client.callTool('echo', { text: 'x' }).catch((error) => error)
  expect(await world.until(call)).toMatchObject({ code: 'closed' })
  await world.settle()
  expect(world.timers()).toBe(0)
  expect(await count(world, 'initialize', 'DELETE')).toEqual([1, 1])
  const { length } = await world.server.journal()
  await world.advance(HOUR)
  expect((await world.server.journal()).length).toBe(length)
})

test('neither does one that is closed by who is told what the server speaks', async () => {
  await world.server.configure({ versions: [...HANDSHAKES] })
  const client = await world.until(
    world.connectAny({
      eraCache: { get: modern, set() {} },
      onEvent: (event) => event.type === 'era' && event.why === 'corrected' && void client.close(),
    }),
  )
  const call = client.callTool('echo', { text: 'x' }).catch((error) => error)
  expect(await world.until(call)).toMatchObject({ code: 'closed' })
  await world.settle()
  expect(world.timers()).toBe(0)
  expect(await count(world, 'initialize', 'DELETE')).toEqual([1, 1])
})

test('a stream that was given up after five failures is opened again for who wants to listen now', async () => {
  const failing = [2, 3, 4, 5, 6].map((nth) => onGet(nth, { respond: { status: 503 } }))
  await world.server.script(onGet(1, { pass: true }, { delay: 1_000 }, { close: true }), ...failing)
  const handlers = { roots: () => [] }
  const client = await world.until(world.connect({ versions: ['2025-11-25'], keepAlive: false, handlers }))
  await world.advance(HOUR)
  expect(getsIn(await world.server.journal())).toHaveLength(6)
  const changes = follow(client.listen(tools))
  expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed', granted: tools })
  expect(getsIn(await world.server.journal())).toHaveLength(7)
  expect(client.connection.listening).toBe('open')
  await world.server.act({ notify: { method: 'notifications/tools/list_changed' } })
  expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
})

test('a stream that the server refused is not asked for again', async () => {
  await world.server.configure({ get: { status: 405 } })
  const handlers = { roots: () => [] }
  const client = await world.until(world.connect({ versions: ['2025-11-25'], keepAlive: false, handlers }))
  await world.settle()
  expect(await world.until(follow(client.listen(tools)).next())).toMatchObject({ type: 'subscribed' })
  await world.advance(HOUR)
  expect(getsIn(await world.server.journal())).toHaveLength(1)
})
