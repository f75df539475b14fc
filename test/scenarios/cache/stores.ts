/** Caching in stores that are slow or fail: they cost what they would have saved, and nothing else. */

import { hear } from './steps/changes.ts'
import { createRemoteStore, createStore, type Store } from '../steps/cache-store.ts'
import { timesSent } from '../steps/scripted-results.ts'
import type { Scenario } from '../scenario.ts'

const SHARED = { ttlMs: 60_000, cacheScope: 'public' }

const never = () => new Promise<never>(() => {})

/** A step of a store that waits until it is let go on. */
function createGate(): { wait(): Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait: () => opened, open: () => open() }
}

export const cachingSlow: Scenario[] = [
  {
    name: 'an asynchronous cache works, and a failing one only costs the requests it would have saved',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: SHARED })
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
        const down: Store = { get: fail, set: fail, delete: fail }
        const warnings: unknown[] = []
        const onEvent = (event: { type: string }) => event.type === 'warning' && warnings.push(event)
        const client = await connectModern({ cache: down, onEvent })
        const next = await hear(client, { toolsListChanged: true })
        assert.equal(await client.listTools(), tools)
        await server.act({ notify: { method: 'notifications/tools/list_changed' } })
        assert.match(await next(), { type: 'tools' })
        assert.equal(await client.listTools(), tools)
        lists += 2
        assert.equal(await timesSent(server, 'tools/list'), lists)
        assert(warnings.length > 0, 'and that is told')
      }
    },
  },
  {
    name: 'a cache store or headers() that never answers cannot keep a call from being aborted',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: SHARED })
      const deaf = await connectModern({ cache: { ...createStore(), set: never, delete: never } })
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
        assert((await assert.rejects(asking)) === (reason as never), 'the caller’s own reason')
      }
    },
  },
  {
    name: 'a change notification that arrives while a result is being stored invalidates it',
    ids: ['protocol:C-22'],
    async run({ connectModern, server, macrotasks, assert }) {
      await server.configure({ cache: SHARED })
      const gate = createGate()
      const store = createStore()
      const set: Store['set'] = async (key, entry) => {
        if (key.includes('tools/list')) await gate.wait()
        store.set(key, entry)
      }
      const client = await connectModern({ cache: { ...store, set } })
      const next = await hear(client, { toolsListChanged: true })
      const asking = client.listTools()
      await server.until((entries) => entries.some(({ rpc, ended }) => rpc === 'tools/list' && ended))
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
      await server.configure({ cache: SHARED })
      const gate = createGate()
      const store = createStore()
      let slow = false
      const forget: Store['delete'] = async (prefix) => {
        if (slow) await gate.wait()
        store.delete(prefix)
      }
      const client = await connectModern({ cache: { ...store, delete: forget } })
      const next = await hear(client, { toolsListChanged: true })
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
]
