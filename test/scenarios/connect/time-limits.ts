/** Time limits and aborts of `connect()` while a callback of the application never answers. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { never } from '../steps/never.ts'
import { rememberedAs } from '../steps/remembered-era.ts'

/** Options that keep `connect()` waiting for ever. */
const SILENT: Record<string, ConnectOptions> = {
  'eraCache.get': { eraCache: { get: never, set() {} } },
  'headers()': { headers: never },
  'headers() of a known server': { headers: never, ...rememberedAs('modern', { partition: 'ada' }) },
  'cachePartition()': { cachePartition: never },
  'cachePartition() of a known server': { cachePartition: never, ...rememberedAs('modern', { partition: 'ada' }) },
}

export const timeLimits: Scenario[] = [
  {
    name: 'connectTimeout applies to headers(), caches and partitions that never answer',
    async run({ connectAny, assert }) {
      const waits = Object.entries(SILENT).map(async ([who, options]) => {
        const outcome = await connectAny({ connectTimeout: 150, ...options }).catch((error: unknown) => error)
        assert.match(outcome, { code: 'timeout', limit: 'connectTimeout' }, who)
      })
      await Promise.all(waits)
    },
  },
  {
    name: 'connect() can be aborted while headers(), caches and partitions never answer',
    async run({ connectAny, macrotasks, assert }) {
      for (const [who, options] of Object.entries(SILENT)) {
        const stop = new AbortController()
        const connecting = assert.rejects(connectAny({ signal: stop.signal, ...options }))
        await macrotasks(5)
        const reason = new Error('enough')
        stop.abort(reason)
        assert.same(await connecting, reason, who)
      }
    },
  },
  {
    name: 'connect() does not wait for the era cache to store its entry',
    async run({ connectAny, assert }) {
      const client = await connectAny({ connectTimeout: 1_000, eraCache: { get: () => undefined, set: never } })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      const reported: string[] = []
      const eraCache = { get: () => undefined, set: () => Promise.reject(new Error('the store is full')) }
      await connectAny({ eraCache, onEvent: (event) => event.type === 'warning' && reported.push(event.message) })
      assert.equal(reported, ['The cache of eras failed'])
    },
  },
]
