/** Adds the members that every result of the stateless era has. */
import type { CacheHints, ServerConfig } from '../../config.ts'
import type { Features } from '../../features/features.ts'
import { pageIndex } from '../../features/pagination.ts'
import { isObject } from '../../util/is-object.ts'
import { SERVER_INFO_KEY } from './message.ts'

/** Methods whose complete results have caching hints. */
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

const STALE: CacheHints = { ttlMs: 0, cacheScope: 'private' }

/** The caching hints that are configured for the result of this request. */
export function cacheHints(
  method: string,
  params: Record<string, unknown>,
  { cache, pageSize }: Pick<ServerConfig, 'cache' | 'pageSize'>,
): CacheHints {
  const { methods, ...general }: NonNullable<ServerConfig['cache']> = cache ?? STALE
  const own = methods?.[method]
  if (!Array.isArray(own)) return own ?? general
  return own[pageIndex(params.cursor, { pageSize })] ?? own.at(-1) ?? general
}

export function completeResult(method: string, result: object, features: Features, hints: CacheHints): object {
  const { resultType = 'complete', _meta, ...content } = result as Record<string, unknown>
  return {
    ...content,
    resultType,
    ...(CACHEABLE.has(method) && resultType === 'complete' && hints),
    _meta: { ...(isObject(_meta) && _meta), [SERVER_INFO_KEY]: features.serverInfo() },
  }
}
