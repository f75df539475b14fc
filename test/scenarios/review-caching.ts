/** What is kept: only answers that are whole, without asking the application too often, and only by who looks. */
import { createStore } from './steps/cache-store.ts'
import { answersTo, timesSent } from './steps/scripted-results.ts'
import { follow } from './steps/listen.ts'
import type { Scenario } from './scenario.ts'

const KEPT = { ttlMs: 60_000, cacheScope: 'public' }

export const reviewCaching: Scenario[] = [
  {
    name: 'an invalid result is not cached, whatever its ttlMs',
    async run({ connectModern, server, assert }) {
      const cache = createStore()
      const client = await connectModern({ cache })
      const whole = { ...KEPT, resultType: 'complete' }
      await server.script(
        ...answersTo('tools/list', { ...whole, tools: 'none' }, { ...whole }),
        ...answersTo('resources/read', { ...whole }, { ...whole, contents: {} }),
      )
      for (let turn = 0; turn < 2; turn++) {
        await assert.rejects(client.listTools(), { code: 'invalid-message' })
        await assert.rejects(client.readResource('test://static-text'), { code: 'invalid-message' })
      }
      assert((await client.listTools()).length > 0, 'the third answer is a list')
      assert.equal((await client.readResource('test://static-text')).contents.length, 1)
      assert.equal([await timesSent(server, 'tools/list'), await timesSent(server, 'resources/read')], [3, 3])
    },
  },
  {
    name: 'headers() runs once to connect, once for a cached result and at most twice for one that is not cached',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: KEPT })
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
      const missed = await count(() => client.listTools())
      assert(missed <= 2, `at most twice, got ${missed}`)
      assert.equal(await count(() => client.listTools()), 1, 'for what is kept')
      assert.equal(await count(() => client.callTool('echo', { text: 'x' })), 1, 'for what is never kept')
    },
  },
  {
    name: 'resource reads whose input is handled by handlers use the cache',
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: KEPT })
      const client = await connectModern()
      const handled = { onInputRequired: 'handle' } as const
      for (let turn = 0; turn < 2; turn++) await client.readResource('test://static-text', handled)
      assert.equal(await timesSent(server, 'resources/read'), 1)
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
]
