/** The cache partition: private responses are cached separately for each authorization. */
import type { UserHeaders } from '../http/user-headers.ts'
import type { Settings } from '../resolve-options.ts'
import { hashText } from '../util/hash-text.ts'

export interface CachePartition {
  /** The partition of the next request. */
  next(): Promise<string>
  /**
   * Called before a request, with its partition if that is known. The returned function gives the partition that the
   * request was sent under; undefined if the authorization changed meanwhile, so that it may be another.
   */
  track(expected?: string): Promise<SentUnder>
}

export type SentUnder = () => Promise<string | undefined>

/** Without a partition of the application, clients with the same `salt` and the same headers have the same one. */
export function createCachePartition(settings: Settings, salt: number, userHeaders: UserHeaders): CachePartition {
  // Looked up each time, since a wrapping fetch may get its partition later.
  const given = async () => (settings.cachePartition ?? settings.fetch.cachePartition)?.()
  const lastPartition = () => `${salt} ${hashText(userHeaders.sent)}`
  return {
    async next() {
      const partition = await given()
      if (partition !== undefined) return partition
      userHeaders.recordSent(userHeaders.fixed ?? (await userHeaders.ask()))
      return lastPartition()
    },
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
