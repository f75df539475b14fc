/** Cache stores that are slow, fail or never answer. */
import type { WireEvent } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { createRemoteStore, createStore, type Store } from '../steps/cache-store.ts'
import { follow } from '../steps/listen.ts'
import { never } from '../steps/never.ts'
import { timesSent } from '../steps/scripted-results.ts'
import { subscribeToChanges } from './steps/changes.ts'
import { PRIVATE, PUBLIC } from './steps/scopes.ts'

/** Lets a store wait until the scenario opens the gate. */
function createGate(): { wait(): Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait: () => opened, open: () => open() }
}

export const stores: Scenario[] = [
  {
    name: 'an asynchronous cache works, and a failing one only costs the requests it would have saved',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const remote = await connectModern({ cache: createRemoteStore() })
      const tools = await remote.listTools()
      assert.equal(await remote.listTools(), tools)
      assert.equal(await timesSent(server, 'tools/list'), 1)
      const reject = () => Promise.reject(new Error('the store is down'))
      const raise = () => {
        throw new Error('there is no store')
      }
      let lists = 1
      for (const fail of [reject, raise]) {
        const down: Store = { get: fail, set: fail, deletePrefix: fail }
        const warnings: unknown[] = []
        const onEvent = (event: { type: string }) => event.type === 'warning' && warnings.push(event)
        const client = await connectModern({ cache: down, onEvent })
        const next = await subscribeToChanges(client, { toolsListChanged: true })
        assert.equal(await client.listTools(), tools)
        await server.act({ notify: { method: 'notifications/tools/list_changed' } })
        assert.match(await next(), { type: 'tools' })
        assert.equal(await client.listTools(), tools)
        lists += 2
        assert.equal(await timesSent(server, 'tools/list'), lists)
        assert(warnings.length > 0, 'a warning is reported')
      }
    },
  },
  {
    name: 'a cache store or headers() that never answers cannot keep a call from being aborted',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const deaf = await connectModern({ cache: { ...createStore(), set: never, deletePrefix: never } })
      assert((await deaf.listTools()).length > 0, 'what came is there, kept or not')
      let late = false
      const mute = await connectModern({ cache: { ...createStore(), get: () => (late ? never() : undefined) } })
      const unsigned = await connectModern({ headers: () => (late ? never() : {}) })
      late = true
      const stop = new AbortController()
      const waiting = [
        mute.listTools({ signal: stop.signal }),
        unsigned.readResource('test://static-text', { signal: stop.signal }),
      ]
      const reason = new Error('enough')
      stop.abort(reason)
      for (const asking of waiting) {
        assert.same(await assert.rejects(asking), reason, 'the caller’s own reason')
      }
    },
  },
  {
    name: 'a change notification that arrives while a result is being stored invalidates it',
    ids: ['protocol:C-22'],
    async run({ connectModern, server, macrotasks, assert }) {
      await server.configure({ cache: PUBLIC })
      const gate = createGate()
      const store = createStore()
      const set: Store['set'] = async (key, entry) => {
        if (key.includes('tools/list')) await gate.wait()
        store.set(key, entry)
      }
      const client = await connectModern({ cache: { ...store, set } })
      const next = await subscribeToChanges(client, { toolsListChanged: true })
      const asking = client.listTools()
      await server.until((entries) => entries.some(({ rpcMethod, ended }) => rpcMethod === 'tools/list' && ended))
      await macrotasks(5)
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.match(await next(), { type: 'tools' })
      gate.open()
      await asking
      await macrotasks(2)
      await client.listTools()
      assert.equal(await timesSent(server, 'tools/list'), 2)
    },
  },
  {
    name: 'a stale list is not returned while the store is still deleting it',
    ids: ['protocol:C-10'],
    async run({ connectModern, server, macrotasks, assert }) {
      await server.configure({ cache: PUBLIC })
      const gate = createGate()
      const store = createStore()
      let slow = false
      const forget: Store['deletePrefix'] = async (prefix) => {
        if (slow) await gate.wait()
        store.deletePrefix(prefix)
      }
      const client = await connectModern({ cache: { ...store, deletePrefix: forget } })
      const next = await subscribeToChanges(client, { toolsListChanged: true })
      await client.listTools()
      slow = true
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.match(await next(), { type: 'tools' })
      const asking = client.listTools()
      await macrotasks(5)
      gate.open()
      await asking
      assert.equal(await timesSent(server, 'tools/list'), 2)
    },
  },
  {
    name: 'headers() runs once for each request, once for a private cached result, and not for a public one',
    invalid: 'server',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: { methods: { 'tools/list': PUBLIC, 'prompts/list': PRIVATE } } })
      let asked = 0
      const count = async (act: () => Promise<unknown>) => {
        const before = asked
        await act()
        return asked - before
      }
      const headers = () => {
        asked++
        return { authorization: 'Bearer x' }
      }
      const client = await connectModern({ headers })
      assert.equal(asked, 1, 'to connect')
      assert.equal(await count(() => client.listTools()), 1, 'for a list that is not kept')
      assert.equal(await count(() => client.listTools()), 0, 'for a public one that is')
      assert.equal(await count(() => client.listPrompts()), 1, 'for a private list that is not kept')
      assert.equal(await count(() => client.listPrompts()), 1, 'for a private one that is')
      assert.equal(await count(() => client.callTool('echo', { text: 'x' })), 1, 'for what is never kept')
    },
  },
  {
    name: 'a handshake client removes nothing from a shared cache store',
    async run({ connect, server, assert }) {
      const store = createStore()
      const entry = { result: '{}', expires: Date.now() + 60_000 }
      for (const method of ['tools/list', 'resources/read']) store.set(`${server.url} ${method} `, entry)
      const client = await connect({ cache: store })
      const changes = follow(client.listen({ toolsListChanged: true }))
      await changes.next()
      await client.callTool('test_trigger_tool_change')
      await changes.until('tools')
      await client.listTools()
      assert.equal(store.entries.size, 2)
    },
  },
  {
    name: 'a cache entry of another shape is a miss that is reported once, and is replaced',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const results = [
        '5',
        'null',
        '{"tools":5}',
        '{"contents":5,"tools":{}}',
        '{"contents":[5]}',
        '[]',
        '{',
        undefined,
      ]
      for (const result of results) {
        const store = createStore()
        const warnings: string[] = []
        const onEvent = (event: WireEvent) => event.type === 'warning' && warnings.push(event.message)
        const client = await connectModern({ cache: store, onEvent })
        const ask = async () => [await client.listTools(), await client.readResource('test://static-text')]
        const first = await ask()
        for (const [key, entry] of store.entries) store.set(key, { ...entry!, result: result as string })
        const before = (await server.methods()).length
        for (let nth = 0; nth < 2; nth++) assert.equal(await ask(), first)
        assert.equal((await server.methods()).slice(before), ['tools/list', 'resources/read'], result)
        assert.equal(
          warnings,
          ['tools/list', 'resources/read'].map((method) => `The cache had no valid answer to ${method}`),
        )
      }
    },
  },
]
