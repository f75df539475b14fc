/** Caches results for as long as the server allows (server/utilities/caching). */
import type { Params } from '../../types/jsonrpc.ts'
import type { CacheEntry, ResponseCache } from '../../types/stores.ts'
import type { CallOptions } from '../call-options.ts'
import { withScope } from '../call-scope.ts'
import { ConnectionError } from '../errors.ts'
import type { Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import type { Environment } from '../util/environment.ts'
import type { PendingWork } from '../util/pending-work.ts'
import { sha256 } from '../util/sha256.ts'
import { toJson } from '../util/to-json.ts'
import { createLruCache, type LruCache } from './lru-cache.ts'
import type { CachePartition, UsedPartition } from './partition.ts'

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
  /** The number of that call, for events. */
  call?: number | undefined
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
  /** What is written, or read, without a caller that waits for it. */
  writes: PendingWork
  /** A request failed with this error, and a cached answer was used that is out of date. */
  onStale(error: unknown): void
}

/** From the cache of a client, if the revision in use allows caching; else from the server. */
export async function getOrFetch(
  { cache }: { cache(): CachedResponses },
  query: CacheQuery,
  fetchResult: () => Promise<FetchedResult>,
): Promise<Result> {
  const fetchIfAllowed = query.options?.cacheMode === 'only-if-cached' ? () => refuse(query.method) : fetchResult
  return query.cacheable ? cache().getOrFetch(query, fetchIfAllowed) : (await fetchIfAllowed()).result
}

async function refuse(method: string): Promise<never> {
  throw new ConnectionError(`${method}: no cached response (cacheMode)`, { delivery: 'not-executed' })
}

interface Lookup {
  /** Undefined for a fresh response, which needs no request. */
  usedPartition?: UsedPartition
  cached?: Result
  expires?: number
}

export function createResponseCache(options: CacheOptions): CachedResponses {
  const { url, partition, settings, environment, warn, closing, onStale } = options
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
    const { usedPartition, cached, expires = 0 } = await lookup(store, query)
    if (cached && expires > environment.now()) return cached
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
      const { maxAge = 0 } = settings.staleIfError ?? {}
      if (!cached || !isOutage(error) || expires + maxAge <= environment.now()) throw error
      warn(`${method} failed, so an answer was used that is out of date`, error)
      onStale(error)
      return cached
    } finally {
      partition.forget(query.call)
    }

    /** Without a text of allowed length the entry is only deleted. */
    async function write(store: GuardedStore, text = '', ttl: number, isPublic: boolean): Promise<unknown> {
      const name = await usedPartition?.()
      if (stateOf(method) !== state || state.generation !== generation) return undefined
      // The pages of one list are as private as the most private of them.
      if (!isPublic && method.endsWith('/list') && !state.isPrivate) {
        state.isPrivate = true
        void store.deletePrefix(sharedPrefix(url, method))
      }
      const isShared = isPublic && !state.isPrivate
      if (!isShared && name === undefined) return undefined
      const { own, shared } = cacheKeys(url, query, extensions, name ?? '')
      const [key, other] = isShared ? [shared, own] : [own, shared]
      void store.deletePrefix(other)
      if (!text || text.length > maxLength) return store.deletePrefix(key)
      await store.set(key, { result: text, expires: environment.now() + ttl })
      return state.generation === generation || invalidate(method)
    }
  }

  async function lookup(store: GuardedStore, query: CacheQuery): Promise<Lookup> {
    const { method, skipLookup, call } = query
    const { signal, timeout = settings.timeout } = query.options ?? {}
    const limits = { what: method, idle: timeout, total: settings.maxTotalTimeout, signals: [signal, closing] }
    return withScope(environment, limits, async (deadline) => {
      deadline.check()
      const find = async (name: string | undefined) => {
        const { own, shared } = cacheKeys(url, query, extensions, name ?? '')
        const state = stateOf(method)
        if (name === undefined && state.isPrivate) return undefined
        const key = name === undefined ? shared : own
        const entry = state.deleting ? undefined : await deadline.race(store.get(key))
        // An entry that was invalidated during the lookup is not used, not even as a stale one.
        const cached = entry && !stateOf(method).deleting && read(store, query, key, entry)
        return cached ? { cached, expires: entry.expires } : undefined
      }
      // The public one first: it is the same for everybody, so nobody has to be asked whose request this is.
      const shared = skipLookup ? undefined : await find(undefined)
      if (shared && shared.expires > environment.now()) return shared
      const name = skipLookup ? undefined : await deadline.race(partition.next(call))
      const usedPartition = await deadline.race(partition.track(name))
      return { ...((name !== undefined && (await find(name))) || shared), usedPartition }
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
      void store.deletePrefix(key)
      return undefined
    }
  }

  function invalidate(method: string): void {
    if (!store) return
    const state = stateOf(method)
    state.generation++
    state.deleting++
    void store.deletePrefix(methodPrefix(url, method)).then(() => state.deleting--)
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || ((error as { status?: number } | null)?.status ?? 0) >= 500
}

interface GuardedStore {
  /** Undefined also for a store that fails or is slow. */
  get(key: string): Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): Promise<unknown>
  deletePrefix(prefix: string): Promise<unknown>
  /** Reports what `run` throws, and returns undefined then. */
  guard<T>(run: () => T): Promise<Awaited<T> | undefined>
}

/** Guards the response store of an application: it never throws, and a lookup never takes long. */
function guardStore(
  store: ResponseCache,
  {
    environment,
    warn,
    closing,
    writes,
  }: { environment: Environment; warn: Warn; closing: AbortSignal; writes: PendingWork },
): GuardedStore {
  const limits = { what: 'the cache', total: 1_000, signals: [closing] }
  return {
    get: (key) =>
      guard(() => withScope(environment, limits, (deadline) => deadline.race(Promise.resolve(store.get(key))))),
    set: (key, entry) => guard(() => store.set(key, entry)),
    deletePrefix: (prefix) => guard(() => store.deletePrefix(prefix)),
    guard,
  }

  function guard<T>(run: () => T): Promise<Awaited<T> | undefined> {
    const work = runGuarded(run)
    writes.add(work)
    return work
  }

  async function runGuarded<T>(run: () => T): Promise<Awaited<T> | undefined> {
    try {
      return await run()
    } catch (error) {
      warn('The cache failed', error)
      return undefined
    }
  }
}

/** The state of the cached responses to one method, shared by all clients of a store. */
export interface MethodState {
  /** Counts invalidations, so that a response that was requested before one is not stored after it. */
  generation: number
  /** Deletions that the store has not confirmed: until then it may still return deleted entries. */
  deleting: number
  /** One page of the list was private, so all pages are. */
  isPrivate: boolean
}

const states = new WeakMap<ResponseCache, LruCache<MethodState>>()

export function methodState(store: ResponseCache, prefix: string): MethodState {
  // A process may connect to any number of addresses; the states of those that it has not used for long are dropped.
  const maxStates = 2_000
  const ofStore = states.get(store) ?? createLruCache(maxStates)
  states.set(store, ofStore)
  const state = ofStore.get(prefix) ?? { generation: 0, deleting: 0, isPrivate: false }
  ofStore.set(prefix, state)
  return state
}

/** The keys of a cached response in its store. */
interface CacheKeys {
  /** For private responses of one partition. */
  own: string
  /** For public responses. */
  shared: string
}

/** The address as it may be stored: of its query, which may contain a key, only a hash. */
export async function addressKey({ origin, pathname, search }: URL, random: () => number): Promise<string> {
  if (!search) return origin + pathname
  // Pages over plain HTTP have no `crypto.subtle`: there no two clients share what is cached.
  const hash = crypto.subtle ? await sha256(new TextEncoder().encode(search)) : random()
  return `${origin}${pathname}?${hash}`
}

/** The beginning of all keys of a method. */
function methodPrefix(url: string, method: string): string {
  return `${url} ${method} `
}

/** The beginning of all public keys of a method. They have an empty partition. */
function sharedPrefix(url: string, method: string): string {
  return `${methodPrefix(url, method)} `
}

/**
 * `extensions` are part of the key, since a server may show more to a client that declares more, and so is `meta`, the
 * `_meta` of the caller.
 */
function cacheKeys(
  url: string,
  { method, params, options }: { method: string; params: Params; options?: Pick<CallOptions, 'meta'> | undefined },
  extensions: string,
  partition: string,
): CacheKeys {
  const rest = JSON.stringify([extensions, params, ...(options?.meta ? [options.meta] : [])])
  return {
    own: `${methodPrefix(url, method)}${encodeURIComponent(`:${partition}`)} ${rest}`,
    shared: sharedPrefix(url, method) + rest,
  }
}
