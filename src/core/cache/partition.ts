/** The cache partition: private responses are cached separately for each authorization. */
import type { UserHeaders } from '../http/user-headers.ts'
import type { Settings } from '../settings.ts'
import type { Environment } from '../util/environment.ts'

export interface CachePartition {
  /** Of the next request. */
  next(): Promise<string>
  /** Of the last request that was sent. */
  last(): Promise<string>
}

export function createCachePartition(
  settings: Settings,
  environment: Environment,
  userHeaders: UserHeaders,
): CachePartition {
  const given = settings.partition ?? settings.fetch.partition
  // No other client has this value, so private responses stay with this one unless the application says otherwise.
  const client = `${environment.random()}`
  const own = () => `${client} ${userHeaders.credential}`
  return {
    async next() {
      if (given) return given()
      userHeaders.recordSent(await userHeaders.get('request'))
      return own()
    },
    async last() {
      return given ? given() : own()
    },
  }
}
