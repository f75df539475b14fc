/** Outages: whoever listens hears of changes again soon after the server is back. */
import { describe, expect, test } from 'vitest'
import { createConnect } from '../../../src/core/connect.ts'
import type { Client, Connect, ConnectOptions, Fetch, Subscription } from '../../../src/core/index.ts'
import type { PageEvent } from '../../../src/core/util/environment.ts'
import { follow } from '../../scenarios/steps/listen.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const MINUTE = 60_000
const filter = { toolsListChanged: true }
const change = { notify: { method: 'notifications/tools/list_changed' } }

const world = useVirtualWorld()

const connections: [string, ConnectOptions & { url?: string }][] = [
  ['2026-07-28', { versions: ['2026-07-28'] }],
  ['a session', { versions: ['2025-11-25'] }],
  ['a session without keepalive', { versions: ['2025-11-25'], keepAlive: false }],
]

/** A network that can be down: requests are refused, and open streams break. */
function createNetwork(): { fetch: Fetch; down(): Promise<void>; up(): void; refused: () => number } {
  let isDown = false
  let refused = 0
  return {
    refused: () => refused,
    async down() {
      isDown = true
      await world.server.act({ closeStreams: 'all' })
      await world.settle()
    },
    up() {
      isDown = false
    },
    async fetch(url, init) {
      if (!isDown) return world.fetch(url, init)
      refused++
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED', message: 'refused' } })
    },
  }
}

/** Milliseconds until a change is heard of, which is made once a second. */
async function timeUntilHeard(changes: { at: number }[]): Promise<number> {
  const start = world.clock.now()
  for (let seconds = 0; seconds < 200; seconds++) {
    await world.server.act(change)
    await world.settle()
    if (changes.some(({ at }) => at >= start)) return world.clock.now() - start
    await world.advance(1_000)
  }
  return Number.POSITIVE_INFINITY
}

/** Collects the changes of the list of tools, and the error that ended the subscription. */
function collect(subscription: Subscription): { changes: { at: number }[]; ended: unknown[] } {
  const changes: { at: number }[] = []
  const ended: unknown[] = []
  void (async () => {
    try {
      for await (const { type } of subscription) if (type === 'tools') changes.push({ at: world.clock.now() })
      ended.push('ended')
    } catch (error) {
      ended.push(error)
    }
  })()
  return { changes, ended }
}

async function listenThrough(options: ConnectOptions & { url?: string }, length: number) {
  const network = createNetwork()
  const { url, ...rest } = options
  const client = await world.until(
    world.connect({ ...rest, ...(url && { url: world.server.url.replace('/mcp', url) }), fetch: network.fetch }),
  )
  const { changes, ended } = collect(client.listen(filter))
  await world.advance(5_000)
  expect(await timeUntilHeard(changes)).toBe(0)
  await network.down()
  await world.advance(length)
  expect(ended).toEqual([])
  const before = network.refused()
  network.up()
  return { client, changes, ended, before, network }
}

describe.each([...connections, ['HTTP+SSE', { url: '/sse' }] as const])(
  'listening survives an outage: %s',
  (_, options) => {
    test.each([15_000, MINUTE, 60 * MINUTE])('of %i ms, without any request meanwhile', async (length) => {
      const { client, changes, ended, before } = await listenThrough(options, length)
      // At most once in a minute after a while, but never fewer.
      expect(before).toBeGreaterThanOrEqual(Math.floor(length / MINUTE))
      expect(before).toBeLessThan(20 + (3 * length) / MINUTE)
      expect(await timeUntilHeard(changes)).toBeLessThanOrEqual(MINUTE)
      expect(ended).toEqual([])
      expect(client.connection).toMatchObject({ status: 'connected', reachable: true })
    })

    test('of an hour: within five seconds of a request that shows that the server is back', async () => {
      const { client, changes } = await listenThrough(options, 60 * MINUTE)
      const answer = client.listTools()
      await world.advance(5_000)
      expect(await answer).not.toEqual([])
      expect(await timeUntilHeard(changes)).toBe(0)
      expect(client.connection).toMatchObject({ status: 'connected', reachable: true })
    })
  },
)

test.each(connections)('the connection says that the server is out of reach, and why: %s', async (_, options) => {
  const { client, network } = await listenThrough(options, 0)
  expect(client.connection).toMatchObject({ reachable: true })
  await network.down()
  await world.advance(6_000)
  expect(client.connection).toMatchObject({ reachable: false, listening: 'degraded' })
  expect(client.connection.lastError).toMatchObject({ code: 'connection' })
  network.up()
  await world.advance(MINUTE)
  expect(client.connection).toMatchObject({ reachable: true, listening: 'open' })
})

test.each(connections)(
  'a failed request shows that the server is out of reach, the next success that it is not: %s',
  async (_, options) => {
    const network = createNetwork()
    const client = await world.until(world.connect({ ...options, fetch: network.fetch }))
    const seen: boolean[] = []
    client.subscribe(() => seen.push(client.connection.reachable))
    await network.down()
    await expect(world.until(client.callTool('echo', { text: 'x' }))).rejects.toMatchObject({ code: 'connection' })
    expect(client.connection.reachable).toBe(false)
    network.up()
    await world.until(client.callTool('echo', { text: 'x' }))
    expect(client.connection.reachable).toBe(true)
    expect(seen.filter((value, index) => value !== seen[index - 1])).toEqual([false, true])
  },
)

test.each(connections)(
  'a subscription that is made during an outage begins when the server is back: %s',
  async (_, options) => {
    const network = createNetwork()
    const client = await world.until(world.connect({ ...options, fetch: network.fetch }))
    await network.down()
    const { changes, ended } = collect(client.listen(filter))
    await world.advance(MINUTE)
    expect(ended).toEqual([])
    network.up()
    expect(await timeUntilHeard(changes)).toBeLessThanOrEqual(MINUTE)
  },
)

test.each(connections)(
  'a listening stream that died silently is opened again when a request fails on the network: %s',
  async (_, options) => {
    let generation = 0
    let isDown = false
    const fetch: Fetch = async (url, init) => {
      if (isDown) throw new TypeError('fetch failed')
      const response = await world.fetch(url, init)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      const opened = generation
      const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController) => {
        if (opened === generation) controller.enqueue(chunk)
      }
      return new Response(response.body!.pipeThrough(new TransformStream({ transform })), response)
    }
    const client = await world.until(world.connect({ ...options, fetch }))
    const { changes } = collect(client.listen(filter))
    await world.advance(5_000)
    // The machine moves to another network: packets of open connections are lost, and one request fails.
    generation++
    isDown = true
    await expect(world.until(client.callTool('echo', { text: 'x' }))).rejects.toMatchObject({ code: 'connection' })
    isDown = false
    await world.advance(5_000)
    expect(await timeUntilHeard(changes)).toBe(0)
  },
)

describe('in pages', () => {
  let listeners: Set<(event: PageEvent) => void>
  const connectInPage: Connect = (url, options) => {
    listeners = new Set()
    const watchPage = (listener: (event: PageEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    return createConnect({ ...world.environment, watchPage })(url, options)
  }
  const send = (event: PageEvent) => {
    for (const listener of listeners) listener(event)
  }

  async function loseNetwork(options: ConnectOptions) {
    const network = createNetwork()
    const client = await world.until(connectInPage(world.server.url, { ...options, fetch: network.fetch }))
    const listened = collect(client.listen(filter))
    await world.advance(5_000)
    await network.down()
    await world.advance(20 * MINUTE)
    network.up()
    return { client, network, ...listened }
  }

  describe.each(connections)('%s', (_, options) => {
    test.each(['online', 'restored', 'visible'] as const)('listening goes on at once: %s', async (event) => {
      const { client, changes } = await loseNetwork(options)
      await world.advance(6_000)
      if (!changes.length) send(event)
      await world.advance(1_500)
      expect(await timeUntilHeard(changes)).toBe(0)
      await world.until(client.close())
      expect(listeners.size).toBe(0)
    })

    test('a stream is opened anew when the page comes back online or from the cache, and not when a tab is shown', async () => {
      const client: Client = await world.until(connectInPage(world.server.url, { ...options, fetch: world.fetch }))
      const { changes } = collect(client.listen(filter))
      await world.advance(10_000)
      const count = async () => (await world.server.journal()).length
      const before = await count()
      send('visible')
      await world.advance(1_500)
      expect(await count()).toBe(before)
      for (const event of ['online', 'restored'] as const) {
        const opened = await count()
        send(event)
        await world.advance(1_500)
        expect(await count()).toBeGreaterThan(opened)
        expect(await timeUntilHeard(changes)).toBe(0)
      }
      await world.until(client.close())
      expect(listeners.size).toBe(0)
    })

    test('a subscription that is closed leaves no listener behind', async () => {
      const client = await world.until(connectInPage(world.server.url, { ...options, fetch: world.fetch }))
      // The keepalive has one for the life of the client.
      const before = listeners.size
      const subscription = client.listen(filter)
      await world.until(follow(subscription).next())
      expect(listeners.size).toBe(before + 1)
      subscription.close()
      await world.settle()
      expect(listeners.size).toBe(before)
      await world.until(client.close())
      expect(listeners.size).toBe(0)
    })
  })
})

test('a stream that the server refuses while calls work is asked for once in five seconds at most', async () => {
  const client = await world.until(world.connect({ versions: ['2025-11-25'], keepAlive: false }))
  collect(client.listen(filter))
  await world.advance(5_000)
  await world.server.script({ on: { httpMethod: 'GET' }, do: [{ respond: { status: 503 } }] })
  await world.server.act({ closeStreams: 'get' })
  await world.advance(10 * MINUTE)
  const count = async () => (await world.server.journal()).filter(({ httpMethod }) => httpMethod === 'GET').length
  const before = await count()
  for (let calls = 0; calls < 100; calls++) {
    await world.until(client.callTool('echo', { text: 'x' }))
    await world.advance(100)
  }
  const asked = (await count()) - before
  expect(asked).toBeGreaterThanOrEqual(2)
  expect(asked).toBeLessThanOrEqual(4)
  expect(client.connection).toMatchObject({ status: 'connected', reachable: true, listening: 'degraded' })
})
