/** Clocks are set: durations do not depend on the date. */
import { describe, expect, test } from 'vitest'
import { connectObserved, count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

const world = useVirtualWorld()

describe.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('a clock that is set %s by an hour', (_, jump) => {
  test('does not move the time limits of a call', async () => {
    const client = await world.connect()
    await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { hold: 'forever' }] })
    const silent = outcomeOf(world, client.callTool('echo', {}, { timeout: 5_000 }))
    await world.advance(1_000)
    world.setClock(jump)
    await world.advance(10_000)
    expect(await silent).toMatchObject({ took: 5_000, error: { code: 'timeout' } })
    const step = { trickle: { bytes: 10, every: 1_000 } }
    await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, step] })
    const endless = outcomeOf(world, client.callTool('echo', {}, { timeout: 5_000, maxTotalTimeout: 8_000 }))
    await world.advance(1_000)
    world.setClock(jump)
    await world.advance(10_000)
    expect(await endless).toMatchObject({ took: 8_000, error: { code: 'timeout' } })
  })

  test('does not fail a call that shows signs of life', async () => {
    const client = await world.connect()
    const running = outcomeOf(world, client.callTool('slow', { ms: 9_000 }, { timeout: 10_000 }))
    await world.advance(1_000)
    world.setClock(jump)
    await world.advance(10_000)
    expect(await running).toMatchObject({ took: 9_000, value: {} })
  })

  test('does not change when a stream is polled', async () => {
    const client = await world.connect()
    await world.server.script({
      on: { rpcMethod: 'tools/call' },
      do: [{ stream: {} }, { prime: { retry: 2_000 } }, { closeConnection: true }, { delay: 5_000 }, { answer: true }],
    })
    const polled = outcomeOf(world, client.callTool('echo', { text: 'x' }))
    await world.advance(500)
    world.setClock(jump)
    await world.advance(10_000)
    expect(await polled).toMatchObject({ value: { content: [{ text: 'x' }] } })
    const [post, get] = (await world.server.journal()).filter(
      ({ rpcMethod, httpMethod }) => rpcMethod === 'tools/call' || httpMethod === 'GET',
    )
    expect(get!.receivedAt - post!.endedAt!).toBe(2_000)
  })

  test('is what the date of an event shows', async () => {
    const { client, of } = await connectObserved(world, {})
    world.setClock(jump)
    await client.ping()
    const [before, after] = [of('request')[0]!, of('request').at(-1)!]
    expect(after.timestamp - before.timestamp).toBe(jump)
  })
})

test('a clock that is set back does not stop keepalive', async () => {
  await world.connect({ keepAlive: { interval: 10_000 } })
  await world.advance(5_000)
  world.setClock(-HOUR)
  await world.advance(30_000)
  expect(await count(world, 'ping')).toEqual([3])
})
