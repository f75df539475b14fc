/** Guards the response store of an application: it never throws, and a lookup never takes long. */
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'
import type { Warn } from '../events.ts'
import { withDeadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'

export interface GuardedStore {
  /** Undefined also for a store that fails or is slow. */
  get(key: string): Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): Promise<unknown>
  delete(prefix: string): Promise<unknown>
  /** Reports what `run` throws, and returns undefined then. */
  guard<T>(run: () => T): Promise<Awaited<T> | undefined>
}

export function guardStore(
  store: ResponseCache,
  { environment, warn, closing }: { environment: Environment; warn: Warn; closing: AbortSignal },
): GuardedStore {
  const limits = { what: 'the cache', total: 1_000, signals: [closing] }
  return {
    get: (key) =>
      guard(() => withDeadline(environment, limits, (deadline) => deadline.race(Promise.resolve(store.get(key))))),
    set: (key, entry) => guard(() => store.set(key, entry)),
    delete: (prefix) => guard(() => store.delete(prefix)),
    guard,
  }

  async function guard<T>(run: () => T): Promise<Awaited<T> | undefined> {
    try {
      return await run()
    } catch (error) {
      warn('The cache failed', error)
      return undefined
    }
  }
}
