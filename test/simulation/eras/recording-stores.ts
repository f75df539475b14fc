/** The stores of an era run: an era cache with a record of its writes, and a response cache that may be slow. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { createStore } from '../../scenarios/steps/cache-store.ts'
import type { EraName } from './request-era.ts'

type EraCache = NonNullable<ConnectOptions['eraCache']>
type Entry = Awaited<NonNullable<ReturnType<EraCache['get']>>>

export interface RecordingEraCache extends EraCache {
  writes: { at: number; era: EraName }[]
}

/** `first` is what the cache has for every server in the beginning. */
export function createRecordingEraCache(clock: VirtualClock, first: Entry | undefined): RecordingEraCache {
  const entries = new Map<string, Entry>()
  const writes: RecordingEraCache['writes'] = []
  return {
    writes,
    get: (url) => entries.get(url) ?? first,
    set(url, entry) {
      writes.push({ at: clock.now(), era: entry.transport === 'sse' ? 'http-sse' : entry.era })
      entries.set(url, entry)
    },
  }
}

export function createSlowStore(clock: VirtualClock, milliseconds: number) {
  const store = createStore()
  if (milliseconds === 0) return store
  return {
    async get(key: string) {
      await clock.wait(milliseconds)
      return store.get(key)
    },
    async set(...entry: Parameters<typeof store.set>) {
      await clock.wait(milliseconds)
      store.set(...entry)
    },
    async deletePrefix(prefix: string) {
      await clock.wait(milliseconds)
      store.deletePrefix(prefix)
    },
  }
}
