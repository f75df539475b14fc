/** Puts on a result what every result of the stateless era carries. */
import type { Features } from '../features/index.ts'
import { isObject } from '../features/schema.ts'
import { SERVER_INFO_KEY } from './message.ts'

export interface CacheHints {
  ttlMs: number
  cacheScope: 'public' | 'private'
}

/** Methods whose complete results may be cached, and say for how long. */
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

export function complete(method: string, result: object, features: Features, hints: CacheHints): object {
  const { resultType = 'complete', _meta, ...content } = result as Record<string, unknown>
  return {
    ...content,
    resultType,
    ...(CACHEABLE.has(method) && resultType === 'complete' && hints),
    _meta: { ...(isObject(_meta) && _meta), [SERVER_INFO_KEY]: features.serverInfo },
  }
}
