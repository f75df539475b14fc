/** Caches results for as long as the server allows (server/utilities/caching). */
import type { Params } from '../../types/jsonrpc.ts'
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'
import type { CallOptions } from '../call-options.ts'
import { ConnectionError } from '../errors.ts'
import type { Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import { withDeadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'
import { toJson } from '../util/to-json.ts'
import { cacheKeys, methodPrefix, sharedPrefix } from './cache-keys.ts'
import { type GuardedStore, guardStore } from './guarded-store.ts'
import { type MethodState, methodState } from './method-state.ts'
import type { CachePartition, SentUnder } from './partition.ts'

type Result = Record<string, unknown>

export interface CacheQuery {
  method: string
  params: Params
  /** Whether the revision in use allows caching at all. */
  cacheable: boolean | undefined
  /** Asks the server in any case; the result is stored. */
  skipLookup?: boolean | undefined
  /** The options of the call that needs the result. */
  options?: CallOptions | undefined
  /** Throws for a result of a wrong shape, which is neither stored nor used if it is found in the store. */
  check(result: Result): unknown
}

export interface FetchedResult {
  result: Result
  /** The result depends on the input of a user, so it is not stored. */
  usedInput?: boolean
}

export interface CachedResponses {
  /** The cached result if it is fresh, else the one that is fetched, which is stored. */
  getOrFetch(query: CacheQuery, fetchResult: () => Promise<FetchedResult>): Promise<Result>
  /** Drops every stored result of this method. */
  invalidate(method: string): void
}

export interface CacheOptions {
  /** False turns caching off. */
  store: ResponseCache | false
  url: string
  partition: CachePartition
  settings: Settings
  environment: Environment
  warn: Warn
  closing: AbortSignal
}

/** From the cache of a client, if the revision in use allows caching; else from the server. */
export async function getOrFetch(
  { cache }: { cache(): CachedResponses },
  query: CacheQuery,
  fetchResult: () => Promise<FetchedResult>,
): Promise<Result> {
  return query.cacheable ? cache().getOrFetch(query, fetchResult) : (await fetchResult()).result
}

export function createResponseCache(options: CacheOptions): CachedResponses {
  const { url, partition, settings, environment, warn, closing } = options
  const extensions = Object.keys(settings.extensions).join()
  const store = options.store && guardStore(options.store, options)
  const stateOf = (method: string): MethodState =>
    methodState(options.store as ResponseCache, methodPrefix(url, method))
  return { getOrFetch, invalidate }

  async function getOrFetch(query: CacheQuery, fetchResult: () => Promise<FetchedResult>): Promise<Result> {
    /** The longest time for which a result is cached, in milliseconds, and the characters that it may have. */
    const maxTtl = 86_400_000
    const maxLength = 4_000_000
    const { method } = query
    if (!store) return (await fetchResult()).result
    const state = stateOf(method)
    const { generation } = state
    const { sentUnder, cached, isFresh } = await lookup(store, query)
    if (cached && isFresh) return cached
    try {
      const { result, usedInput } = await fetchResult()
      const { ttlMs, cacheScope } = result
      const ttl = typeof ttlMs === 'number' ? Math.min(ttlMs, maxTtl) : 0
      query.check(result)
      // Serialised now, since the result belongs to the caller, who may change it.
      const text = ttl > 0 ? toJson(result) : undefined
      // No caller waits for the store.
      if (!usedInput) void store.guard(() => write(store, text, ttl, cacheScope === 'public'))
      return result
    } catch (error) {
      if (!cached || !isOutage(error)) throw error
      warn(`${method} failed, so an answer was used that is out of date`, error)
      return cached
    }

    /** Without a text of allowed length the entry is only deleted. */
    async function write(store: GuardedStore, text = '', ttl: number, isPublic: boolean): Promise<unknown> {
      const name = await sentUnder()
      if (stateOf(method) !== state || state.generation !== generation) return undefined
      // The pages of one list are as private as the most private of them.
      if (!isPublic && method.endsWith('/list') && !state.isPrivate) {
        state.isPrivate = true
        void store.delete(sharedPrefix(url, method))
      }
      const isShared = isPublic && !state.isPrivate
      if (!isShared && name === undefined) return undefined
      const { own, shared } = cacheKeys(url, query, extensions, name ?? '')
      const [key, other] = isShared ? [shared, own] : [own, shared]
      void store.delete(other)
      if (!text || text.length > maxLength) return store.delete(key)
      await store.set(key, { result: text, expires: environment.now() + ttl })
      return state.generation === generation || invalidate(method)
    }
  }

  async function lookup(
    store: GuardedStore,
    query: CacheQuery,
  ): Promise<{ sentUnder: SentUnder; cached?: Result; isFresh?: boolean }> {
    const { method, skipLookup } = query
    const { signal, timeout = settings.timeout } = query.options ?? {}
    const limits = { what: method, idle: timeout, total: settings.maxTotalTimeout, signals: [signal, closing] }
    return withDeadline(environment, limits, async (deadline) => {
      deadline.check()
      const name = skipLookup ? undefined : await deadline.race(partition.next())
      const sentUnder = await deadline.race(partition.track(name))
      if (name === undefined) return { sentUnder }
      const { own, shared } = cacheKeys(url, query, extensions, name)
      for (const key of stateOf(method).isPrivate ? [own] : [own, shared]) {
        const entry = stateOf(method).deleting ? undefined : await deadline.race(store.get(key))
        // An entry that was invalidated during the lookup is not used, not even as a stale one.
        const cached = entry && !stateOf(method).deleting && read(store, query, key, entry)
        if (cached) return { sentUnder, cached, isFresh: entry.expires > environment.now() }
      }
      return { sentUnder }
    })
  }

  /** Undefined for an entry of another shape, which another program may have written. It is deleted and reported. */
  function read(store: GuardedStore, query: CacheQuery, key: string, { result: text }: CacheEntry): Result | undefined {
    try {
      const result = JSON.parse(text)
      query.check(result)
      return result
    } catch (error) {
      warn(`The cache had no valid answer to ${query.method}`, error)
      void store.delete(key)
      return undefined
    }
  }

  function invalidate(method: string): void {
    if (!store) return
    const state = stateOf(method)
    state.generation++
    state.deleting++
    void store.delete(methodPrefix(url, method)).then(() => state.deleting--)
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || ((error as { status?: number } | null)?.status ?? 0) >= 500
}
