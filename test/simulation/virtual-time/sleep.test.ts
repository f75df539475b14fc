/** Machines sleep: all timers stop meanwhile, and connections die without a sign. */
import { describe, expect, test } from 'vitest'
import type { ConnectOptions, Fetch } from '../../../src/core/index.ts'
import { follow } from '../../scenarios/steps/listen.ts'
import { count } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000
const filter = { toolsListChanged: true }
const change = { notify: { method: 'notifications/tools/list_changed' } }
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions
const legacy = { versions: ['2025-11-25'] } satisfies ConnectOptions

const world = useVirtualWorld()

/** A network that forgets its connections: nothing arrives any more on the event streams that are open then. */
function createForgetful(): { fetch: Fetch; forgetConnections(): void } {
  let generation = 0
  return {
    forgetConnections() {
      generation++
    },
    async fetch(url, init) {
      const response = await world.fetch(url, init)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      const opened = generation
      const forward = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (opened === generation) controller.enqueue(chunk)
        },
      })
      return new Response(response.body!.pipeThrough(forward), response)
    },
  }
}

describe.each([
  ['stands still', false],
  ['goes on', true],
])('while the machine sleeps, the monotonic clock %s', (_, isCounted) => {
  test.each([
    ['the GET stream of a session', legacy],
    ['the GET stream of a session without keepalive', { ...legacy, keepAlive: false } as const],
    ['the stream of 2026-07-28', modern],
  ])('listening goes on after sleep in which its stream died: %s', async (_, options) => {
    const { fetch, forgetConnections } = createForgetful()
    const client = await world.until(world.connect({ ...options, fetch }))
    const changes = follow(client.listen(filter))
    expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
    await world.advance(60_000)
    forgetConnections()
    await world.server.act(change)
    world.sleep(HOUR, isCounted)
    // A session's stream is resumed, the other begins anew.
    const type = options === modern ? 'may-have-changed' : 'tools'
    const missed = changes.next()
    await world.advance(7_000)
    expect(await Promise.race([missed, 'nothing'])).toMatchObject({ type })
    await world.server.act(change)
    expect(await world.until(changes.next())).toEqual({ type: 'tools' })
    expect(client.connection).toMatchObject({ status: 'connected', listening: 'open' })
    expect((await count(world, 'initialize'))[0]).toBeLessThanOrEqual(1)
  })

  test('listening goes on after sleep in which the GET died that opens its stream again', async () => {
    let isLost = false
    const aborted: unknown[] = []
    const fetch: Fetch = (url, init) => {
      if (!isLost) return world.fetch(url, init)
      // A network that has lost the connection gives no sign of it.
      return new Promise((_, reject) => {
        init.signal.addEventListener('abort', () => reject(aborted.push(init.signal.reason)))
      })
    }
    const client = await world.until(world.connect({ ...legacy, keepAlive: false, fetch }))
    const changes = follow(client.listen(filter))
    expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
    isLost = true
    await world.server.act({ closeStreams: 'all' })
    await world.advance(5_000)
    isLost = false
    world.sleep(HOUR, isCounted)
    await world.advance(10_000)
    expect(aborted.length).toBe(1)
    await world.server.act(change)
    expect(await world.until(changes.next())).toEqual({ type: 'tools' })
    expect(client.connection).toMatchObject({ status: 'connected', listening: 'open' })
    await world.until(client.close())
    expect(world.timers()).toBe(0)
  })

  test.each(['/mcp', '/sse'])('an idle connection (%s) is checked by a ping soon after sleep', async (path) => {
    await world.connect({ url: world.server.url.replace('/mcp', path), keepAlive: { interval: 2 * HOUR } })
    await world.advance(60_000)
    expect(await count(world, 'ping')).toEqual([0])
    world.sleep(HOUR, isCounted)
    await world.advance(5_000)
    expect(await count(world, 'ping')).toEqual([1])
    await world.advance(60_000)
    expect(await count(world, 'ping')).toEqual([1])
  })

  test('a listener over HTTP+SSE hears of changes again after sleep in which the stream died', async () => {
    const { fetch, forgetConnections } = createForgetful()
    const client = await world.until(world.connect({ url: world.server.sseUrl, fetch }))
    const changes = follow(client.listen(filter))
    expect(await world.until(changes.next())).toMatchObject({ type: 'subscribed' })
    await world.advance(60_000)
    forgetConnections()
    world.sleep(HOUR, isCounted)
    expect(await world.until(changes.next())).toMatchObject({ type: 'may-have-changed' })
    await world.server.act(change)
    expect(await world.until(changes.next())).toEqual({ type: 'tools' })
  })
})

test('in a hidden page, whose timers fire once a minute, streams stay open', async () => {
  const client = await world.until(world.connect({ ...modern }))
  const changes = follow(client.listen(filter))
  await world.until(changes.next())
  const before = (await world.server.journal()).length
  for (let minute = 0; minute < 10; minute++) {
    world.sleep(55_000, true)
    await world.advance(5_000)
  }
  expect((await world.server.journal()).length).toBe(before)
})
