/** Puts on a result what every result of the stateless era carries. */
import type { Features } from '../../features/features.ts'
import { pageIndex } from '../../features/pagination.ts'
import { isObject } from '../../features/json-schema.ts'
import type { CacheHints, ServerConfig } from '../../script/script.ts'
import { SERVER_INFO_KEY } from './message.ts'

/** Methods whose complete results may be cached, and say for how long. */
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

const STALE: CacheHints = { ttlMs: 0, cacheScope: 'private' }

/** What the configuration says about the result of this request. */
export function hintsFor(
  method: string,
  params: Record<string, unknown>,
  { cache, pageSize }: Pick<ServerConfig, 'cache' | 'pageSize'>,
): CacheHints {
  const { methods, ...general }: NonNullable<ServerConfig['cache']> = cache ?? STALE
  const own = methods?.[method]
  if (!Array.isArray(own)) return own ?? general
  return own[pageIndex(params.cursor, { pageSize })] ?? own.at(-1) ?? general
}

export function complete(method: string, result: object, features: Features, hints: CacheHints): object {
  const { resultType = 'complete', _meta, ...content } = result as Record<string, unknown>
  return {
    ...content,
    resultType,
    ...(CACHEABLE.has(method) && resultType === 'complete' && hints),
    _meta: { ...(isObject(_meta) && _meta), [SERVER_INFO_KEY]: features.serverInfo },
  }
}
