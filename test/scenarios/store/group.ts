/** The store of several servers: the state of each, the tools of all, and what they ask for. */

import type { GroupStoreServers, McpGroupView } from '../../../src/store/index.ts'
import { createMcpGroupStore, type McpGroupStore, type McpGroupStoreOptions } from '../../../src/store/index.ts'
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { form } from '../steps/input-required.ts'
import { responsesIn } from '../steps/journal.ts'
import { protect, requestsTo, visitor } from '../steps/protected-server.ts'

const legacy = { versions: ['2025-11-25'] } as const

async function useGroupStore(
  world: World,
  servers: GroupStoreServers,
  options: McpGroupStoreOptions,
  run: (
    store: McpGroupStore,
    until: (test: (view: McpGroupView) => boolean) => Promise<void>,
    unsubscribe: () => void,
  ) => Promise<void>,
): Promise<void> {
  const store = createMcpGroupStore(servers, { eraCache: new Map(), ...options })
  const unsubscribe = store.subscribe(() => {})
  try {
    await run(store, (test) => eventually(world, () => test(store.get())), unsubscribe)
  } finally {
    await store.dispose()
  }
}

const statusOf = ({ servers }: McpGroupView, name: string) => servers[name]?.status

export const group: Scenario[] = [
  {
    name: 'a group store requests nothing until it is used, and closes its sessions after the grace',
    async run(world) {
      const { server, macrotasks, assert } = world
      const idle = createMcpGroupStore({ one: server.url })
      idle.subscribe(() => {})()
      await macrotasks(5)
      assert.equal([idle.get().status, await server.methods()], ['idle', []])
      await useGroupStore(world, { one: server.url }, { ...legacy, grace: 5 }, async (store, until, unsubscribe) => {
        assert.equal(store.get().status, 'idle')
        await until(({ status }) => status === 'ready')
        unsubscribe()
        await until(({ status }) => status === 'idle')
        await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'DELETE'))
        assert.equal(store.get().tools, [])
      })
    },
  },
  {
    name: 'a group store is ready with the tools of the servers that work, and says why another does not',
    async run(world) {
      const { server, assert } = world
      const missing = await world.origin()
      await missing.script({ on: {}, do: [{ respond: { status: 404 } }] })
      await useGroupStore(world, { good: server.url, missing: missing.url }, {}, async (store, until) => {
        await until((view) => view.status === 'ready' && statusOf(view, 'missing') === 'failed')
        assert(store.get().tools.every((tool) => tool.server === 'good') && store.get().tools.length > 0, 'its tools')
        assert(store.get().servers.missing?.error instanceof Error, 'the reason is a value')
        assert.equal(textsOf(await store.callTool('good__echo', { text: 'hi' })), ['hi'])
        await missing.script()
        store.retry('missing')
        await until((view) => statusOf(view, 'missing') === 'ready')
      })
    },
  },
  {
    name: 'a call through a group store waits until a server lists the tool',
    async run({ server, assert }) {
      const store = createMcpGroupStore({ one: server.url })
      assert.equal(textsOf(await store.callTool('one__echo', { text: 'hi' })), ['hi'])
      await assert.rejects(store.callTool('one__nope'))
      await store.dispose()
      await assert.rejects(store.callTool('one__echo', { text: 'late' }), { code: 'closed', delivery: 'not-executed' })
    },
  },
  {
    name: 'a server of a group store that fails for a while is connected to again by itself',
    async run(world) {
      const { server, assert } = world
      const failing = [1, 2].map(
        (nth): Rule => ({ on: { httpMethod: 'POST' }, nth, do: [{ respond: { status: 503 } }] }),
      )
      await server.script(...failing)
      const reconnect = { initialDelay: 5 }
      await useGroupStore(world, { one: server.url }, { reconnect }, async (store, until) => {
        await until(({ status }) => status === 'ready')
        assert.equal(statusOf(store.get(), 'one'), 'ready')
      })
    },
  },
  {
    name: 'a question in a group store names its server, and its answer goes there',
    async run(world) {
      const { server, assert } = world
      await useGroupStore(world, { one: server.url }, { ...legacy, onEvent() {} }, async (store, until) => {
        await until(({ status }) => status === 'ready')
        const steps = [{ stream: {} }, { serverRequest: { ...form(), id: 'q' }, wait: true }, { answer: true }] as const
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [...steps] })
        const call = store.callTool('one__echo', { text: 'asked' })
        await until(({ questions }) => questions.length === 1)
        const [{ server: name, question }] = store.get().questions as [McpGroupView['questions'][number]]
        assert.equal(name, 'one')
        if (question.type === 'elicit') question.answer({ name: 'Ada' })
        assert.equal(store.get().questions, [])
        await call
        const { result } = responsesIn(await server.journal()).get('q') ?? {}
        assert.equal(result, { action: 'accept', content: { name: 'Ada' } })
      })
    },
  },
  {
    name: 'signing in to one server of a group store connects that server',
    async run(world) {
      const { assert } = world
      const { server, auth } = await protect(world)
      const servers = { open: world.server.url, guarded: { url: server.url, auth } }
      await useGroupStore(world, servers, {}, async (store, until) => {
        await until((view) => view.status === 'ready' && statusOf(view, 'guarded') === 'needs-user')
        assert.equal(requestsTo(await server.journal(), '/oauth/authorize').length, 0)
        await assert.rejects(store.signIn('open', visitor), { name: 'TypeError', message: /the option auth/ })
        await store.signIn('guarded', visitor)
        await until((view) => statusOf(view, 'guarded') === 'ready')
        assert.equal(textsOf(await store.callTool('guarded__echo', { text: 'hi' })), ['hi'])
      })
    },
  },
  {
    name: 'wrong input of a group store fails as a value',
    run: (world) =>
      useGroupStore(world, { '': world.server.url }, {}, async (store, until) => {
        await until(({ status }) => status === 'failed')
        world.assert.match(store.get().error, { name: 'TypeError' })
      }),
  },
]
