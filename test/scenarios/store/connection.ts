/** The connection of a store: when it opens, how it fails, and when it is closed. */
import { createMcpStore, select } from '../../../src/store/index.ts'
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textsOf } from '../steps/calls.ts'
import { collectReported } from '../steps/reported-errors.ts'
import { statusesOf, useStore } from './steps/open-store.ts'

const versionsOf = (modern: boolean) => ({ versions: [modern ? '2026-07-28' : '2025-11-25'] }) as const

export const connection: Scenario[] = [
  {
    name: 'a store requests nothing until it is used, nor if its only subscription ends at once',
    async run({ server, macrotasks, assert }) {
      const store = createMcpStore(server.url)
      assert.match(store.get(), { status: 'idle', tools: [], questions: [] })
      store.subscribe(() => {})()
      await macrotasks(5)
      assert.equal(store.get().status, 'idle')
      assert.equal(await server.methods(), [])
      await store.dispose()
    },
  },
  ...inBothEras({
    name: 'a store that is subscribed to becomes ready with the lists of the server',
    run: (world) =>
      useStore(world, versionsOf(world.modern), async ({ store, views, until }) => {
        const { assert } = world
        const { tools, client } = await until('ready')
        assert.equal(statusesOf(views), ['idle', 'connecting', 'ready'])
        assert.includes(
          tools.map(({ name }) => name),
          'echo',
        )
        await world.server.until((journal) =>
          ['resources/list', 'prompts/list'].every((rpc) => journal.some((one) => one.rpcMethod === rpc)),
        )
        while (!store.get().resources.length || !store.get().prompts.length) await world.macrotasks(1)
        assert.equal(textsOf(await client!.callTool('echo', { text: 'hi' })), ['hi'])
      }),
  }),
  {
    name: 'the option lists says which lists a store loads',
    run: (world) =>
      useStore(world, { lists: ['prompts'] }, async ({ until }) => {
        const { tools, prompts } = await until('ready')
        world.assert.equal([tools.length, prompts.length > 0], [0, true])
        const methods = await world.server.methods()
        world.assert.equal(
          methods.filter((method) => /\/list$/.test(method)),
          ['prompts/list'],
        )
      }),
  },
  {
    name: 'a call through a store connects first, and the store closes its session when it is disposed of',
    async run({ server, assert }) {
      const store = createMcpStore(server.url, { versions: ['2025-11-25'], lists: [] })
      assert.equal(textsOf(await store.callTool('echo', { text: 'hi' })), ['hi'])
      const contents = await store.withClient((client) => client.readResource('test://static-text'))
      assert.equal(contents.contents.length, 1)
      await store.dispose()
      assert.equal(store.get().status, 'idle')
      const methods = await server.methods()
      assert.equal(
        ['initialize', 'DELETE'].map((method) => methods.filter((one) => one === method).length),
        [1, 1],
      )
      const late = store.callTool('echo', { text: 'too late' })
      await assert.rejects(late, { code: 'closed', delivery: 'not-executed', message: /store was closed/ })
    },
  },
  {
    name: 'a call through a store that is aborted while it connects rejects at once',
    async run({ server, assert }) {
      await server.script({ on: { httpMethod: 'POST' }, nth: 1, do: [{ barrier: 'connecting' }, { pass: true }] })
      const store = createMcpStore(server.url, { lists: [] })
      const stop = new AbortController()
      const call = store.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.reached('connecting')
      const reason = new Error('enough')
      stop.abort(reason)
      assert.same(await assert.rejects(call), reason)
      assert.same(await assert.rejects(store.callTool('echo', { text: 'x' }, { signal: stop.signal })), reason)
      await server.release('connecting')
      assert.equal(textsOf(await store.callTool('echo', { text: 'on' })), ['on'])
      await store.dispose()
    },
  },
  {
    name: 'a first connection that fails for a while is tried again, and the view says why',
    async run(world) {
      const { server, assert } = world
      await server.script(
        ...[1, 2].map((nth): Rule => ({ on: { httpMethod: 'POST' }, nth, do: [{ respond: { status: 503 } }] })),
      )
      await useStore(world, { reconnect: { initialDelay: 5 } }, async ({ views, until }) => {
        assert.equal((await until('ready')).error, undefined)
        assert.equal(statusesOf(views), ['idle', 'connecting', 'ready'])
        const reasons = views.flatMap(({ status, error }) => (status === 'connecting' && error ? [error] : []))
        assert.match(reasons[0], { code: 'connect', status: 503 })
      })
    },
  },
  {
    name: 'attempts to connect end after maxAttempts, and retry() begins again',
    async run(world) {
      const { server, assert } = world
      await server.script({ on: { httpMethod: 'POST' }, do: [{ respond: { status: 503 } }] })
      const reconnect = { initialDelay: 1, maxAttempts: 2 }
      await useStore(world, { versions: ['2026-07-28'], reconnect }, async ({ store, until }) => {
        assert.match((await until('failed')).error, { code: 'connect', delivery: 'not-executed', status: 503 })
        assert.equal((await server.methods()).length, 3)
        await assert.rejects(store.callTool('echo', { text: 'x' }), { code: 'connect', delivery: 'not-executed' })
        await server.script()
        store.retry()
        assert.equal(store.get().status, 'connecting')
        await until('ready')
      })
    },
  },
  ...[404, 403, 400].map(
    (status): Scenario => ({
      name: `a first connection refused with ${status} is not tried again`,
      async run(world) {
        const { server, assert } = world
        await server.script({ on: {}, do: [{ respond: { status } }] })
        await useStore(world, { versions: ['2026-07-28'], reconnect: { initialDelay: 1 } }, async ({ until }) => {
          await until('failed')
          const before = await server.methods()
          await world.macrotasks(20)
          assert.equal(await server.methods(), before)
        })
      },
    }),
  ),
  {
    name: 'wrong options and URLs fail as values, without a request',
    async run(world) {
      const { server, assert } = world
      for (const wrong of [{ url: 'not a url' }, { timeout: -1 }, { unknown: 1 } as object]) {
        await useStore(world, wrong, async ({ until }) => {
          assert((await until('failed')).error instanceof Error, 'the error is in the view')
        })
      }
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'a lost session shows as reconnecting, and the store becomes ready again with the same client',
    async run(world) {
      const { server, assert } = world
      await useStore(world, { versions: ['2025-11-25'] }, async ({ store, views, until }) => {
        const { client } = await until('ready')
        await server.act({ expireSessions: true })
        assert.equal(textsOf(await store.callTool('echo', { text: 'again' })), ['again'])
        await until('ready')
        assert.same(store.get().client, client)
        assert.equal(statusesOf(views), ['idle', 'connecting', 'ready', 'reconnecting', 'ready'])
      })
    },
  },
  {
    name: 'a client that the application closes itself leaves the store idle',
    async run(world) {
      await useStore(world, {}, async ({ store, until }) => {
        const { client } = await until('ready')
        await client!.close()
        world.assert.match(store.get(), { status: 'idle', tools: [] })
      })
    },
  },
  {
    name: 'a store listener that throws is reported in pages and does not disturb the others',
    async run(world) {
      const { server, assert } = world
      const mine = new Error('mine')
      const reported = await collectReported(async () => {
        const store = createMcpStore(server.url, { lists: [] })
        store.subscribe(() => {
          throw mine
        })
        const seen: string[] = []
        store.subscribe(() => seen.push(store.get().status))
        await store.withClient(() => {})
        assert.includes(seen, 'connecting')
        await store.dispose()
      })
      const isPage = ['chromium', 'firefox', 'webkit'].includes(world.runtime)
      assert.equal(reported.length > 0, isPage)
    },
  },
  {
    name: 'a selected value changes only when its items do',
    async run(world) {
      const { assert } = world
      await useStore(world, {}, async ({ store, until }) => {
        const writing = select(store, ({ tools }) => tools.filter((tool) => !tool.annotations?.readOnlyHint))
        let changes = 0
        writing.subscribe(() => changes++)
        await until('ready')
        const before = writing.get()
        assert(before.length > 0 && changes === 1, 'one change, with the tools')
        await store.refresh()
        await store.callTool('test_trigger_prompt_change')
        assert.same(writing.get(), before)
        assert.equal(changes, 1)
      })
    },
  },
]
