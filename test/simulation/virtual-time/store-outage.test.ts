/** Stores and groups during outages: the status of a server follows the last evidence, and lists are fresh soon after. */
import { describe, expect, test } from 'vitest'
import { createConnect } from '../../../src/core/connect.ts'
import type { ConnectOptions, Fetch } from '../../../src/core/index.ts'
import { createConnectGroup } from '../../../src/group/connect-group.ts'
import { createStoreFactory } from '../../../src/store/create-store.ts'
import { createGroupStoreFactory } from '../../../src/store/group-store.ts'
import { count, expectBetween } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const MINUTE = 60_000
const change = { notify: { method: 'notifications/tools/list_changed' } }
const connections: [string, ConnectOptions][] = [
  ['2026-07-28', { versions: ['2026-07-28'] }],
  ['a session', { versions: ['2025-11-25'] }],
  ['HTTP+SSE', { versions: ['2024-11-05'] }],
]

const world = useVirtualWorld()

/** A network that can be down: requests are refused, and open streams break. */
function createNetwork() {
  let isDown = false
  const fetch: Fetch = async (url, init) => {
    if (!isDown) return world.fetch(url, init)
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED', message: 'refused' } })
  }
  return {
    fetch,
    async down(streams: 'all' | undefined = 'all') {
      isDown = true
      if (streams) await world.server.act({ closeStreams: streams })
      await world.settle()
    },
    up() {
      isDown = false
    },
  }
}

const addressOf = ({ versions }: ConnectOptions) =>
  versions?.[0] === '2024-11-05' ? world.server.sseUrl : world.server.url

interface Subject {
  status(): string | undefined
  error(): unknown
  tools(): number
  call(): Promise<unknown>
  retry(): void
  close(): Promise<unknown>
}

const subjects: [string, (options: ConnectOptions) => Promise<Subject>][] = [
  [
    'a store',
    async (options) => {
      const connect = createConnect(world.environment)
      const store = createStoreFactory(world.environment, connect)(addressOf(options), { ...options, lists: ['tools'] })
      const unsubscribe = store.subscribe(() => {})
      return {
        status: () => store.get().status,
        error: () => store.get().error,
        tools: () => store.get().tools.length,
        call: () => store.callTool('echo', { text: 'x' }),
        retry: store.retry,
        close() {
          unsubscribe()
          return store.dispose()
        },
      }
    },
  ],
  [
    'a group',
    async (options) => {
      const connect = createConnect(world.environment)
      const servers = { one: { url: addressOf(options), ...options } }
      const group = await world.until(createConnectGroup(world.environment, connect)(servers, { lists: ['tools'] }))
      return {
        status: () => group.get().servers.one?.status,
        error: () => group.get().servers.one?.error,
        tools: () => group.get().tools.length,
        call: () => group.callTool('one__echo', { text: 'x' }),
        retry: () => void group.retry('one'),
        close: group.close,
      }
    },
  ],
  [
    'a group store',
    async (options) => {
      const connectGroup = createConnectGroup(world.environment, createConnect(world.environment))
      const servers = { one: { url: addressOf(options), ...options } }
      const store = createGroupStoreFactory(world.environment, connectGroup)(servers, { lists: ['tools'] })
      const unsubscribe = store.subscribe(() => {})
      return {
        status: () => store.get().servers.one?.status,
        error: () => store.get().servers.one?.error,
        tools: () => store.get().tools.length,
        call: () => store.callTool('one__echo', { text: 'x' }),
        retry: () => store.retry(),
        close() {
          unsubscribe()
          return store.dispose()
        },
      }
    },
  ],
]

/** Adds or removes a tool at the server, without a word. */
async function changeTools(): Promise<void> {
  const client = await world.until(world.connect({ versions: ['2025-11-25'], keepAlive: false }))
  await world.until(client.callTool('test_trigger_tool_change'))
  await world.until(client.close())
}

describe.each(subjects)('%s', (_, open) => {
  describe.each(connections)('%s', (_, options) => {
    async function lose(length: number) {
      const network = createNetwork()
      const subject = await open({ ...options, fetch: network.fetch })
      await world.advance(5_000)
      expect(subject.status()).toBe('ready')
      const tools = subject.tools()
      await network.down()
      await changeTools()
      await world.advance(length)
      expect(subject).toSatisfy(({ status }: Subject) => status() === 'reconnecting')
      expect(subject.error()).toBeInstanceOf(Error)
      expect(subject.tools(), 'the last known tools stay').toBe(tools)
      return { network, subject, tools }
    }

    test.each([MINUTE, 30 * MINUTE])('hears of everything within a minute after an outage of %i ms', async (length) => {
      const { network, subject, tools } = await lose(length)
      network.up()
      await world.advance(MINUTE + 2_000)
      expect([subject.status(), subject.error()]).toEqual(['ready', undefined])
      expect(subject.tools()).not.toBe(tools)
      const [before] = await count(world, 'tools/list')
      await changeTools()
      await world.server.act(change)
      await world.advance(3_000)
      expect(subject.tools()).toBe(tools)
      expect((await count(world, 'tools/list'))[0]).toBeGreaterThan(before!)
      await world.until(subject.close())
    })

    test('asks ever more rarely where a server reports a change whenever its list is read', async () => {
      const fetch: Fetch = async (url, init) => {
        const response = await world.fetch(url, init)
        if (`${init.body}`.includes('"tools/list"')) await world.server.act(change)
        return response
      }
      const subject = await open({ ...options, fetch })
      await world.advance(MINUTE)
      const [lists] = await count(world, 'tools/list')
      // After 1, 2, 4, 8, 16 and 32 s.
      expectBetween(lists, 4, 8)
      await world.advance(10 * MINUTE)
      expectBetween((await count(world, 'tools/list'))[0]! - lists!, 8, 11)
      await world.until(subject.close())
    })

    test('hears of everything again once the application has headers again, as after a sign-in', async () => {
      let isSignedIn = true
      const headers = () => (isSignedIn ? {} : Promise.reject(new Error('sign in first')))
      const subject = await open({ ...options, fetch: world.fetch, headers, keepAlive: false })
      await world.advance(5_000)
      expect(subject.status()).toBe('ready')
      isSignedIn = false
      await world.server.act({ closeStreams: 'all' })
      await world.advance(10 * MINUTE)
      expect(subject.status()).not.toBe('ready')
      expect(`${subject.error()}`).toContain('sign in first')
      isSignedIn = true
      subject.retry()
      await world.advance(7_000)
      expect([subject.status(), subject.error()]).toEqual(['ready', undefined])
      const [before] = await count(world, 'tools/list')
      await world.server.act(change)
      await world.advance(3_000)
      expect((await count(world, 'tools/list'))[0]).toBeGreaterThan(before!)
      await world.until(subject.close())
    })

    test.each(['call', 'retry'] as const)('hears of everything within five seconds of a %s', async (what) => {
      const { network, subject, tools } = await lose(30 * MINUTE)
      await world.advance(10_000)
      network.up()
      const done = subject[what]()
      await world.advance(7_000)
      await done
      expect([subject.status(), subject.error()]).toEqual(['ready', undefined])
      expect(subject.tools()).not.toBe(tools)
      await world.until(subject.close())
    })

    test('a request that fails on the network makes it reconnecting, and a success makes it ready', async () => {
      const network = createNetwork()
      const subject = await open({ ...options, fetch: network.fetch })
      await world.advance(5_000)
      await network.down(undefined)
      await world.until(subject.call()).catch(() => {})
      expect(subject.status()).toBe('reconnecting')
      expect(subject.error()).toMatchObject({ code: 'connection' })
      network.up()
      await world.until(subject.call())
      await world.advance(3_000)
      expect(subject.status()).toBe('ready')
      await world.until(subject.close())
    })
  })

  test('a server whose stream is refused while requests work is degraded, with the error', async () => {
    const subject = await open({ versions: ['2026-07-28'], fetch: world.fetch })
    await world.advance(5_000)
    await world.server.script({ on: { rpcMethod: 'subscriptions/listen' }, do: [{ respond: { status: 503 } }] })
    await world.server.act({ closeStreams: 'all' })
    await world.advance(10 * MINUTE)
    expect(subject.status()).toBe('degraded')
    expect(subject.error()).toMatchObject({ status: 503 })
    await world.until(subject.call())
    await world.server.script()
    await world.advance(MINUTE)
    expect([subject.status(), subject.error()]).toEqual(['ready', undefined])
    await world.until(subject.close())
  })

  test('a server that reports no changes is asked whether it is back', async () => {
    await world.server.configure({ capabilities: { tools: {} } })
    const network = createNetwork()
    const subject = await open({ versions: ['2026-07-28'], fetch: network.fetch })
    await world.advance(5_000)
    await network.down()
    await world.until(subject.call()).catch(() => {})
    await world.advance(30 * MINUTE)
    expect(subject.status()).toBe('reconnecting')
    network.up()
    await world.advance(MINUTE)
    expect(subject.status()).toBe('ready')
    await world.until(subject.close())
  })

  test('a server that reports a change whenever a list is read is asked ever more rarely', async () => {
    const subject = await open({ versions: ['2025-11-25'], fetch: world.fetch })
    await world.advance(5_000)
    const [before] = await count(world, 'tools/list')
    let known = before!
    for (let tenths = 0; tenths < 600; tenths++) {
      const [asked] = await count(world, 'tools/list')
      if (asked! > known || !tenths) await world.server.act(change)
      known = asked!
      await world.advance(100)
    }
    expectBetween(known - before!, 3, 8)
    // A change that is one is noticed, and then the next ones too.
    await changeTools()
    await world.advance(MINUTE)
    expect(subject.status()).toBe('ready')
    await world.until(subject.close())
  })
})
