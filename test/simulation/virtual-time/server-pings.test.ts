/** Pings of a server do not keep a call alive whose POST has vanished, nor anything else that needs no person or model. */
import { expect, test } from 'vitest'
import type { Fetch } from '../../../src/core/index.ts'
import { outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

/** Loses every call on its way to the server. */
const losing: Fetch = (url, init) =>
  init.body?.includes('"tools/call"') ? new Promise(() => {}) : world.fetch(url, init)

/** Asks every five seconds until the promise has settled. */
async function whileAsking<T>(promise: Promise<T>, method: string): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) {
    await world.server.act({ serverRequest: { method } })
    await world.advance(5_000)
    if (world.clock.now() > 1_000_600_000) throw new Error('The call does not settle')
  }
  return promise
}

test.each([
  ['HTTP+SSE', '/sse', 'ping'],
  ['the GET stream of Streamable HTTP', '/mcp', 'ping'],
  ['HTTP+SSE', '/sse', 'sampling/createMessage'],
])('over %s (%s), a %s every five seconds does not stop the timeout of a call', async (_, path, method) => {
  const url = world.server.url.replace('/mcp', path)
  const client = await world.connect({ url, fetch: losing, handlers: { roots: () => [] } })
  await world.settle()
  const call = outcomeOf(world, client.callTool('echo', { text: 'lost' }, { timeout: 16_000 }))
  const { error, took } = await whileAsking(call, method)
  expect(error).toMatchObject({ code: 'timeout', delivery: 'unknown' })
  expect(took).toBe(16_000)
})
