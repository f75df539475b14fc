/** What clients of a run remember, with a record of it. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { createStore } from '../../scenarios/steps/cache-store.ts'
import type { EraName } from './form.ts'

type EraCache = NonNullable<ConnectOptions['eraCache']>
type Verdict = Awaited<NonNullable<ReturnType<EraCache['get']>>>

export interface EraMemory extends EraCache {
  /** What was learned, and when. */
  learned: { at: number; era: EraName }[]
}

export function createEraMemory(clock: VirtualClock, first: Verdict | undefined): EraMemory {
  const verdicts = new Map<string, Verdict>()
  const learned: EraMemory['learned'] = []
  return {
    learned,
    get: (url) => verdicts.get(url) ?? first,
    set(url, verdict) {
      learned.push({ at: clock.now(), era: verdict.transport === 'sse' ? 'http-sse' : verdict.era })
      verdicts.set(url, verdict)
    },
  }
}

/** A store of answers that takes its time. */
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
    async delete(prefix: string) {
      await clock.wait(milliseconds)
      store.delete(prefix)
    },
  }
}
