/** Caches results for as long as the server allows (server/utilities/caching). */
import type { Params } from '../../types/jsonrpc.ts'
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'
import type { CallOptions } from '../call-options.ts'
import { staleMethods } from '../change-notifications.ts'
import { ConnectionError } from '../errors.ts'
import type { Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import { withDeadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'
import { cacheKeys, methodPrefix, sharedPrefix } from './cache-keys.ts'
import { type GuardedStore, guardStore } from './guarded-store.ts'
import { type MethodState, methodState } from './method-state.ts'
import type { CachePartition, SentUnder } from './partition.ts'

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
  /** Drops the results that this notification makes stale. */
  invalidateBy(notification: string): void
}

/** A result on its way to the store. */
interface PendingWrite {
  sentUnder: SentUnder
  state: MethodState
  /** That of the state before the request. */
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
    invalidate,
    invalidateBy: (notification) => staleMethods(notification).forEach(invalidate),
  }

  async function getOrFetch(query: CacheQuery, fetchResult: () => Promise<FetchedResult>): Promise<Result> {
    const { method, cacheable } = query
    if (!store || !cacheable) return (await fetchResult()).result
    const state = stateOf(method)
    const { generation } = state
    const { sentUnder, fresh, stale } = await lookup(store, query)
    if (fresh) return fresh
    try {
      const { result, usedInput } = await fetchResult()
      const { ttlMs, cacheScope } = result
      const ttl = typeof ttlMs === 'number' ? Math.min(ttlMs, MAX_TTL) : 0
      // Serialised now, since the result belongs to the caller, who may change it.
      const text = ttl > 0 ? toText(result) : undefined
      const isPublic = cacheScope === 'public'
      // No caller waits for the store.
      if (!usedInput && isValid(query, result)) {
        write(store, query, { sentUnder, state, generation, text, ttl, isPublic }).catch((error) =>
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
  ): Promise<{ sentUnder: SentUnder; fresh?: Result; stale?: Result }> {
    const { method, skipLookup } = query
    const { signal, timeout = settings.timeout } = query.options ?? {}
    const limits = { what: method, idle: timeout, total: settings.maxTotalTimeout, signals: [signal, closing] }
    return withDeadline(environment, limits, async ({ race, check }) => {
      check()
      const name = skipLookup ? undefined : await race(partition.next())
      const sentUnder = await race(partition.track(name))
      if (name === undefined) return { sentUnder }
      const { own, shared } = cacheKeys(url, query, extensions, name)
      for (const key of stateOf(method).isPrivate ? [own] : [own, shared]) {
        const entry = stateOf(method).deleting ? undefined : await race(store.get(key))
        // An entry that was invalidated during the lookup is not used, not even as a stale one.
        const result = entry && !stateOf(method).deleting && read(store, query, key, entry)
        if (result) return { sentUnder, [entry.expires > environment.now() ? 'fresh' : 'stale']: result }
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

  async function write(store: GuardedStore, query: CacheQuery, pending: PendingWrite): Promise<void> {
    const { sentUnder, state, generation, text, ttl, isPublic } = pending
    const { method } = query
    const name = await sentUnder()
    if (stateOf(method) !== state || state.generation !== generation) return
    // The pages of one list are as private as the most private of them.
    if (!isPublic && method.endsWith('/list') && !state.isPrivate) {
      state.isPrivate = true
      void store.delete(sharedPrefix(url, method))
    }
    const isShared = isPublic && !state.isPrivate
    if (!isShared && name === undefined) return
    const { own, shared } = cacheKeys(url, query, extensions, name ?? '')
    const [key, other] = isShared ? [shared, own] : [own, shared]
    void store.delete(other)
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

function isValid({ check }: CacheQuery, result: Result): boolean {
  try {
    check(result)
    return true
  } catch {
    return false
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
