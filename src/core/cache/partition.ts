/** The cache partition: private responses are cached separately for each authorization. */
import type { UserHeaders } from '../http/user-headers.ts'
import type { Settings } from '../resolve-options.ts'
import type { Environment } from '../util/environment.ts'

export interface CachePartition {
  /** The partition of the next request. */
  next(): Promise<string>
  /** The partition of the last request that was sent. */
  last(): Promise<string>
}

export function createCachePartition(
  settings: Settings,
  environment: Environment,
  userHeaders: UserHeaders,
): CachePartition {
  // Looked up each time, since a wrapping fetch may get its partition later.
  const givenPartition = () => (settings.cachePartition ?? settings.fetch.cachePartition)?.()
  // No other client has this value, so private responses stay with this one unless the application says otherwise.
  const clientKey = `${environment.random()}`
  const defaultPartition = () => `${clientKey} ${userHeaders.credential}`
  return {
    async next() {
      const given = await givenPartition()
      if (given !== undefined) return given
      userHeaders.recordSent(userHeaders.fixed ?? (await userHeaders.ask('request')))
      return defaultPartition()
    },
    async last() {
      return (await givenPartition()) ?? defaultPartition()
    },
  }
}
