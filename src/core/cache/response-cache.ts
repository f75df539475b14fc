/** Caches results for as long as the server allows (server/utilities/caching). */
import type { Params } from '../../types/jsonrpc.ts'
import type { ResponseCache } from '../../types/stores.ts'
import type { CallOptions } from '../call-options.ts'
import { staleMethods } from '../change-notifications.ts'
import { ConnectionError } from '../errors.ts'
import type { Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'
import { cacheKeys, methodPrefix, sharedPrefix } from './cache-keys.ts'
import { type GuardedStore, guardStore } from './guarded-store.ts'
import { type MethodState, methodState } from './method-state.ts'
import type { CachePartition } from './partition.ts'

/** The longest time for which a result is cached, in milliseconds. */
const MAX_TTL = 86_400_000

/** Characters of one result. */
const MAX_LENGTH = 4_000_000

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
  /** Limits the lookup, in addition to the options. */
  deadline?: Deadline
}

export interface FetchedResult {
  result: Result
  /** False for a result that depends on the input of a user, or has a wrong shape. */
  mayStore: boolean
}

export interface CachedResponses {
  /** The cached result if it is fresh, else the one that is fetched, which is stored. */
  getOrFetch(query: CacheQuery, fetchResult: () => Promise<FetchedResult>): Promise<Result>
  /** The cached result, if it is fresh. */
  getFresh(query: CacheQuery): Promise<Result | undefined>
  /** Drops every stored result of this method. */
  invalidate(method: string): void
  /** Drops the results that this notification makes stale. */
  invalidateBy(notification: string): void
}

/** A result on its way to the store. */
interface PendingWrite {
  /** The key of the lookup. If it differs now, another authorization is in use, and the result is not stored. */
  lookupKey: string | undefined
  generation: number
  /** Undefined if the entry is only to be deleted. */
  text: string | undefined
  ttl: number
  isPublic: boolean
}

export interface CacheOptions {
  /** Undefined turns caching off. */
  store: ResponseCache | undefined
  url: string
  partition: CachePartition
  settings: Settings
  environment: Environment
  warn: Warn
  closing: AbortSignal
}

export function createResponseCache(options: CacheOptions): CachedResponses {
  const { url, partition, settings, environment, warn, closing } = options
  const extensions = Object.keys(settings.extensions).join()
  const store = options.store && guardStore(options.store, options)
  const stateOf = (method: string): MethodState => methodState(options.store!, methodPrefix(url, method))
  return {
    getOrFetch,
    getFresh: async (query) => store && (await lookup(store, query)).fresh,
    invalidate,
    invalidateBy: (notification) => staleMethods(notification).forEach(invalidate),
  }

  async function getOrFetch(query: CacheQuery, fetchResult: () => Promise<FetchedResult>): Promise<Result> {
    const { method, cacheable, skipLookup } = query
    if (!store || !cacheable) return (await fetchResult()).result
    const { generation } = stateOf(method)
    const { key: lookupKey, fresh, stale } = skipLookup ? {} : await lookup(store, query)
    if (fresh) return fresh
    try {
      const { result, mayStore } = await fetchResult()
      const { ttlMs, cacheScope } = result
      const ttl = typeof ttlMs === 'number' ? Math.min(ttlMs, MAX_TTL) : 0
      // Serialised now, since the result belongs to the caller, who may change it.
      const text = ttl > 0 ? toText(result) : undefined
      const isPublic = cacheScope === 'public'
      // No caller waits for the store.
      if (mayStore) {
        write(store, query, { lookupKey, generation, text, ttl, isPublic }).catch((error) =>
          warn('The cache failed', error),
        )
      }
      return result
    } catch (error) {
      if (!stale || !isOutage(error)) throw error
      warn(`${method} failed, so an answer was used that is out of date`, error)
      return stale
    }
  }

  async function lookup(
    store: GuardedStore,
    query: CacheQuery,
  ): Promise<{ key: string; fresh?: Result; stale?: Result }> {
    const { method } = query
    const { signal, timeout = settings.timeout } = query.options ?? {}
    const limits = { what: method, idle: timeout, total: settings.maxTotalTimeout, signals: [signal, closing] }
    return withDeadline(environment, limits, async (deadline) => {
      const release = query.deadline?.onPassed(deadline.abort)
      try {
        deadline.check()
        const { own, shared } = cacheKeys(url, query, extensions, await deadline.race(partition.next()))
        for (const key of stateOf(method).isPrivate ? [own] : [own, shared]) {
          const entry = stateOf(method).deleting ? undefined : await deadline.race(store.get(key))
          // An entry that was invalidated during the lookup is not used, not even as a stale one.
          if (entry && !stateOf(method).deleting) {
            return { key: own, [entry.expires > environment.now() ? 'fresh' : 'stale']: JSON.parse(entry.result) }
          }
        }
        return { key: own }
      } finally {
        release?.()
      }
    })
  }

  async function write(store: GuardedStore, query: CacheQuery, pending: PendingWrite): Promise<void> {
    const { lookupKey, generation, text, ttl, isPublic } = pending
    const { method } = query
    const state = stateOf(method)
    const { own, shared } = cacheKeys(url, query, extensions, await partition.last())
    if (state.generation !== generation || (lookupKey !== undefined && lookupKey !== own)) return
    // The pages of one list are as private as the most private of them.
    if (!isPublic && method.endsWith('/list') && !state.isPrivate) {
      state.isPrivate = true
      void store.delete(sharedPrefix(url, method))
    }
    const key = isPublic && !state.isPrivate ? shared : own
    void store.delete(key === own ? shared : own)
    if (text === undefined) return store.delete(key)
    await store.set(key, { result: text, expires: environment.now() + ttl })
    if (state.generation !== generation) invalidate(method)
  }

  function invalidate(method: string): void {
    if (!store) return
    const state = stateOf(method)
    state.generation++
    state.deleting++
    void store.delete(methodPrefix(url, method)).then(() => state.deleting--)
  }
}

/** Undefined for a result that is too long or cannot be serialised. */
function toText(result: Result): string | undefined {
  try {
    const text = JSON.stringify(result)
    return text.length <= MAX_LENGTH ? text : undefined
  } catch {
    return undefined
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || ((error as { status?: number } | null)?.status ?? 0) >= 500
}
