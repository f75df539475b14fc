/** Web Storage as era cache and response cache. */
import { storageCache, storageEraCache, type WebStorage } from '../../../src/web-storage/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { counts } from '../tasks/steps/tasks.ts'
import { createForbiddenStorage, createMemoryStorage } from './steps/memory-storage.ts'

/** The browser's own storage, where there is one. */
function storageOf({ runtime }: World): WebStorage {
  const inBrowser = ['chromium', 'firefox', 'webkit'].includes(runtime)
  return inBrowser ? (globalThis as unknown as { localStorage: WebStorage }).localStorage : createMemoryStorage()
}

const hints = { ttlMs: 60_000, cacheScope: 'private' }

export const webStorage: Scenario[] = [
  {
    name: 'the era of a server is remembered in Web Storage, so that the next page sends no probe',
    async run(world) {
      const { connectAny, server, assert } = world
      const kept = storageOf(world)
      // A page that is loaded again shares nothing but the storage.
      const load = () => connectAny({ eraCache: storageEraCache(kept), cache: false })
      const first = await load()
      await first.callTool('echo', { text: 'x' })
      const second = await load()
      await second.callTool('echo', { text: 'x' })
      assert.equal(second.connection.era, 'modern')
      assert.equal(counts(await server.journal(), 'server/discover', 'tools/call'), [1, 2])
    },
  },
  {
    name: 'cached results are found in Web Storage by the next page, for the same user only',
    async run(world) {
      const { connectAny, server, assert } = world
      await server.configure({ cache: hints })
      const kept = storageOf(world)
      const load = (user: string) =>
        connectAny({ eraCache: storageEraCache(kept), cache: storageCache(kept), cachePartition: () => user })
      const tools = await (await load('ada')).listTools()
      assert.equal(await (await load('ada')).listTools(), tools)
      assert.equal(counts(await server.journal(), 'tools/list'), [1])
      await (await load('bob')).listTools()
      assert.equal(counts(await server.journal(), 'tools/list'), [2])
    },
  },
  {
    name: 'a change notification invalidates results in Web Storage too',
    async run(world) {
      const { connectAny, server, assert } = world
      await server.configure({ cache: hints })
      const client = await connectAny({ cache: storageCache(storageOf(world)), cachePartition: () => 'ada' })
      const before = await client.listTools()
      const listening = client.listen({ toolsListChanged: true })
      await listening[Symbol.asyncIterator]().next()
      await client.callTool('test_trigger_tool_change')
      await listening[Symbol.asyncIterator]().next()
      assert.equal((await client.listTools()).length, before.length + 1)
      listening.close()
    },
  },
  {
    name: 'a storage that is full, forbidden or corrupt only costs the requests it would have saved',
    async run({ connectAny, server, assert }) {
      await server.configure({ cache: hints })
      const rubbish = createMemoryStorage()
      const stores = [createMemoryStorage(10), createForbiddenStorage(), rubbish]
      for (const kept of stores) {
        const load = () =>
          connectAny({ eraCache: storageEraCache(kept), cache: storageCache(kept), cachePartition: () => 'ada' })
        for (let page = 0; page < 2; page++) {
          assert((await (await load()).listTools()).length > 0, 'tools are listed')
          for (const key of rubbish.items.keys()) {
            rubbish.items.set(key, '{"at":1,"value":{"result":"{","expires":9e15,"era":"iron"}}')
          }
        }
      }
      assert.equal(counts(await server.journal(), 'tools/list'), [6])
    },
  },
]
