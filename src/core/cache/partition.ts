/** The cache partition: private responses are cached separately for each authorization. */
import type { UserHeaders } from '../http/user-headers.ts'
import type { Settings } from '../resolve-options.ts'
import type { Environment } from '../util/environment.ts'
import { createLruCache, type LruCache } from './lru-cache.ts'

export interface CachePartition {
  /** The partition of the next request. The request of this call then has the headers that were asked for. */
  next(call?: number): Promise<string>
  /** The call sends no request. */
  forget(call: number | undefined): void
  /**
   * Called before a request, with its partition if that is known. The returned function gives the partition that the
   * request was sent under; undefined if the authorization changed meanwhile, so that it may be another.
   */
  track(expected?: string): Promise<UsedPartition>
}

export type UsedPartition = () => Promise<string | undefined>

/** Without a partition of the application, clients with the same `headerIds` and the same headers have the same one. */
export function createCachePartition(
  settings: Settings,
  headerIds: HeaderIds,
  userHeaders: UserHeaders,
): CachePartition {
  // Looked up each time, since a wrapping fetch may get its partition later.
  const given = async () => (settings.cachePartition ?? settings.fetch.cachePartition)?.()
  const lastPartition = () => headerIds(userHeaders.sent)
  return {
    async next(call) {
      const partition = await given()
      if (partition !== undefined) return partition
      userHeaders.recordSent(userHeaders.fixed ?? (await userHeaders.askFor(call)))
      return lastPartition()
    },
    forget: (call) => userHeaders.forget(call),
    async track(expected) {
      const before = expected ?? (await given())
      const { changes } = userHeaders
      return async () => {
        const now = await given()
        const last = now ?? lastPartition()
        const isCertain = (before ?? last) === last && (now !== undefined || userHeaders.changes === changes)
        return isCertain ? last : undefined
      }
    },
  }
}

/**
 * Ids for sets of headers. A hash would be shorter to keep, but could be computed or guessed from outside. Returns the
 * same id for the same text. No other process has it, so that private responses in a shared store stay with this one.
 */
export type HeaderIds = (headers: string) => string

export function createHeaderIds(environment: Environment): HeaderIds {
  /** Sets of headers that are told apart; one that was not used for long gets another id. */
  const maxSets = 1_000
  let ids: LruCache<string> | undefined
  let salt: number | undefined
  let last = 0
  return (headers) => {
    // Not earlier: in workerd there is no randomness before the first request.
    salt ??= environment.random()
    // Made late, as only servers of 2026-07-28 allow caching.
    ids ??= createLruCache(maxSets)
    const id = ids.get(headers) ?? `${salt} ${++last}`
    ids.set(headers, id)
    return id
  }
}
