/** Answers that a server allows to keep (server/utilities/caching): while they are fresh, nobody asks again. */
import { ConnectionError } from '../errors.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { CacheEntry, ResponseCache } from '../types/stores.ts'
import type { Hub } from '../util/hub.ts'
import type { Wire } from '../wire/http.ts'
import type { Era } from './era.ts'

/** However long a server would have an answer kept, in milliseconds. */
const MOST_TTL = 86_400_000

/** What a notification makes stale. */
const STALE: Record<string, readonly string[]> = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
  // It may name a part of what was read under another address.
  'notifications/resources/updated': ['resources/read'],
}

type Result = Record<string, unknown>

export interface Cache {
  /** What was kept if it is fresh and `anew` is not wanted, else what `ask` brings. */
  answer(
    era: Pick<Era, 'caching'>,
    method: string,
    params: Params,
    ask: () => Promise<Result>,
    options?: { anew?: boolean | undefined; mayKeep?(result: Result): boolean },
  ): Promise<Result>
  /** What was kept, if it is fresh. */
  peek(method: string, params: Params): Promise<Result | undefined>
  /** Forgets every answer to this method. */
  drop(method: string): void
}

export function createCache(wire: Wire, given: ResponseCache, notices: Hub<[string, Params]>): Cache {
  const { ground, settings } = wire
  const store = settings.cache === false ? undefined : (settings.cache ?? given)
  /** Counts what made answers stale, so that one under way is not kept after it. */
  const generations = new Map<string, number>()
  // Which extensions a client declares may change what it is shown.
  const extensions = Object.keys(settings.extensions).join()
  notices.subscribe((method) => {
    if (Object.hasOwn(STALE, method)) STALE[method]!.forEach(drop)
  })
  return { answer, peek: async (method, params) => (await look(await keysFor(method, params))).fresh, drop }

  async function answer(
    { caching }: Pick<Era, 'caching'>,
    method: string,
    params: Params,
    ask: () => Promise<Result>,
    { anew, mayKeep = () => true }: { anew?: boolean | undefined; mayKeep?(result: Result): boolean } = {},
  ): Promise<Result> {
    if (!store || !caching) return ask()
    const generation = generations.get(method)
    const keys = await keysFor(method, params)
    const { fresh, stale } = await look(anew ? [] : keys)
    if (fresh) return fresh
    try {
      const result = await ask()
      // Whoever asked may be somebody else by now.
      const same = generations.get(method) === generation && keys[0] === (await keysFor(method, params))[0]
      if (same && mayKeep(result)) await keep(method, keys, result)
      return result
    } catch (error) {
      if (!stale || !isOutage(error)) throw error
      wire.warn(`${method} failed, so an answer was used that is out of date`, error)
      return stale
    }
  }

  async function look(keys: readonly string[]): Promise<{ fresh?: Result; stale?: Result }> {
    for (const key of keys) {
      const entry = await attemptGet(key)
      if (entry) return { [entry.expires > ground.now() ? 'fresh' : 'stale']: JSON.parse(entry.result) }
    }
    return {}
  }

  /** A store that fails, or holds what is no entry, is as good as an empty one. */
  async function attemptGet(key: string): Promise<CacheEntry | undefined> {
    try {
      const entry = await store?.get(key)
      return entry && typeof entry.result === 'string' && JSON.parse(entry.result) ? entry : undefined
    } catch (error) {
      wire.warn('The cache failed', error)
      return undefined
    }
  }

  /** Private to whoever asks, unless the server says that everybody may have it. */
  async function keep(method: string, [own, shared]: readonly string[], result: Result): Promise<void> {
    const { ttlMs, cacheScope } = result
    const key = cacheScope === 'public' ? shared! : own!
    try {
      await store?.delete(own!)
      // Pages of one list are as private as the most private of them.
      await store?.delete(key === own ? prefixOf(method, '') : shared!)
      if (typeof ttlMs === 'number' && ttlMs > 0) {
        const entry = { result: JSON.stringify(result), expires: ground.now() + Math.min(ttlMs, MOST_TTL) }
        await store?.set(key, entry)
      }
    } catch (error) {
      wire.warn('The cache failed', error)
    }
  }

  function drop(method: string): void {
    generations.set(method, (generations.get(method) ?? 0) + 1)
    Promise.resolve(store?.delete(`${wire.url} ${method} `)).catch((error) => wire.warn('The cache failed', error))
  }

  async function keysFor(method: string, params: Params): Promise<[string, string]> {
    const partition = await wire.partition()
    const rest = JSON.stringify([extensions, params])
    return [prefixOf(method, `:${partition}`) + rest, prefixOf(method, '') + rest]
  }

  function prefixOf(method: string, partition: string): string {
    return `${wire.url} ${method} ${encodeURIComponent(partition)} `
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || ((error as { status?: number }).status ?? 0) >= 500
}
