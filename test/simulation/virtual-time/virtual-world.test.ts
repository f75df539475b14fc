/** The virtual world itself: its time is virtual, and a seed can be repeated. */
import { expect, test } from 'vitest'
import { createVirtualWorld } from './virtual-world.ts'

test('the same seed gives the same journal', async () => {
  expect(await journalOf(7)).toEqual(await journalOf(7))
  expect(await journalOf(7)).not.toEqual(await journalOf(8))
})

test('a call of 50 seconds takes 50 seconds of virtual time', async () => {
  const world = createVirtualWorld()
  const client = await world.connect()
  const start = world.clock.now()
  await world.until(client.callTool('slow', { ms: 50_000 }))
  expect(world.clock.now() - start).toBe(50_000)
  await world.end()
})

test('a call that takes longer than its timeout times out on the virtual clock', async () => {
  const world = createVirtualWorld()
  const client = await world.connect({ keepAlive: false })
  const call = client.callTool('slow', { ms: 90_000 })
  const caught = call.catch((error) => error.code)
  await world.advance(59_999)
  // Of the call, and of the silence of its stream.
  expect(world.timers()).toBe(2)
  await world.advance(1)
  expect(await caught).toBe('timeout')
  await world.end()
  expect(world.timers()).toBe(0)
})

async function journalOf(seed: number): Promise<unknown> {
  const world = createVirtualWorld({ seed })
  const client = await world.connect()
  const calls = [client.callTool('count', { to: 3, every: 100 }), client.callTool('slow', { ms: 150 })]
  await world.until(Promise.all(calls))
  const journal = await world.server.journal()
  await world.end()
  return journal
}
