/** Guards the response store of an application: it never throws, and a lookup never takes long. */
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'
import type { Warn } from '../events.ts'
import { withDeadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'

/** Milliseconds for a lookup. */
const LOOKUP_TIMEOUT = 1_000

export interface GuardedStore {
  /** Undefined also for a store that fails or is slow. */
  get(key: string): Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): Promise<void>
  delete(prefix: string): Promise<void>
}

export function guardStore(
  store: ResponseCache,
  { environment, warn, closing }: { environment: Environment; warn: Warn; closing: AbortSignal },
): GuardedStore {
  const onError = (error: unknown) => warn('The cache failed', error)
  return {
    async get(key) {
      const limits = { what: 'the cache', total: LOOKUP_TIMEOUT, signals: [closing] }
      try {
        return await withDeadline(environment, limits, ({ race }) => race(Promise.resolve(store.get(key))))
      } catch (error) {
        onError(error)
        return undefined
      }
    },
    set: (key, entry) => guard(() => store.set(key, entry)),
    delete: (prefix) => guard(() => store.delete(prefix)),
  }

  async function guard(run: () => unknown): Promise<void> {
    try {
      await run()
    } catch (error) {
      onError(error)
    }
  }
}
