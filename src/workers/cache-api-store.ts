/** The caches of the client in the Cache API of Workers, which costs nothing and is local to a data center. */
import { sha256 } from '../core/util/sha256.ts'
import { lifetimeOf, type WorkerStore, type WorkerStoreOptions } from './kv-store.ts'

/** The part of a cache that is used: `caches.default`, or one of `caches.open()`. */
export interface CacheApi {
  /** Finds the response that was stored for a URL. */
  match(url: string): Promise<Response | undefined>
  /** Stores a response for a URL. */
  put(url: string, response: Response): Promise<void>
  /** Deletes the response for a URL. */
  delete(url: string): Promise<boolean>
}

/** A year: a generation must not expire before the entries that it is part of. */
const GENERATION_LIFETIME = 31_536_000

/**
 * Caches in the Cache API, by default in `caches.default`. That API cannot list its keys, so the key of a response has a
 * generation of its method in it, and a deletion begins the next generation.
 *
 * @example
 * const client = await connect(url, { cache: cacheApiStore(), cachePartition: () => user.id })
 */
export function cacheApiStore({
  cache = (globalThis.caches as unknown as { default: CacheApi }).default,
  prefix: start = 'mcp:',
  keep,
}: WorkerStoreOptions & {
  /** The cache to use. @default caches.default */
  cache?: CacheApi | undefined
} = {}): WorkerStore {
  return {
    async get(key) {
      const found = await cache.match(await urlOf(key, await generationOf(key)))
      return found?.json()
    },
    async set(key, entry) {
      const seconds = lifetimeOf(entry, keep)
      // Without a generation nothing could be found: it was evicted, or there never was one.
      const generation = (await generationOf(key)) ?? (await startGeneration(key))
      if (seconds > 0) await put(await urlOf(key, generation), JSON.stringify(entry), seconds)
    },
    async deletePrefix(prefix) {
      // Keys of responses end with JSON; only prefixes of a method end with a space.
      if (prefix.endsWith(' ')) await startGeneration(prefix)
      else await cache.delete(await urlOf(prefix, await generationOf(prefix)))
    },
  }

  async function generationOf(key: string): Promise<string | undefined> {
    return methodOf(key) && (await cache.match(await urlOf(methodOf(key))))?.text()
  }

  async function startGeneration(key: string): Promise<string> {
    const generation = methodOf(key) && crypto.randomUUID()
    if (generation) await put(await urlOf(methodOf(key)), generation, GENERATION_LIFETIME)
    return generation
  }

  /** No host of this name exists, so that nothing else is stored there. */
  async function urlOf(key: string, generation = ''): Promise<string> {
    return `https://mcp.invalid/${await sha256(new TextEncoder().encode(`${start}${generation} ${key}`))}`
  }

  function put(url: string, text: string, seconds: number): Promise<void> {
    return cache.put(url, new Response(text, { headers: { 'cache-control': `max-age=${seconds}` } }))
  }
}

/** The address and the method; what is known of a server belongs to no method. */
function methodOf(key: string): string {
  return /^\S+ \S+ /.exec(key)?.[0] ?? ''
}
