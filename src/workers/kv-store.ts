/** The caches of the client in Workers KV, which all isolates of an account share. */
import { systemEnvironment } from '../core/util/environment.ts'
import { sha256 } from '../core/util/sha256.ts'
import type { CacheEntry, KnownServer } from '../types/stores.ts'

/** For the options `cache` and `eraCache`, or both at once. */
export interface WorkerStore {
  /** The entry with this key, if there is one. */
  get(key: string): Promise<(CacheEntry & KnownServer) | undefined>
  /** Stores an entry. */
  set(key: string, entry: CacheEntry | KnownServer): Promise<void>
  /** Deletes every entry whose key begins with `prefix`. */
  deletePrefix(prefix: string): Promise<void>
}

/** The part of a KV namespace that is used. */
export interface KvNamespace {
  /** Reads a value. */
  get(key: string, type: 'json'): Promise<unknown>
  /** Writes a value. */
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
  /** Deletes a value. */
  delete(key: string): Promise<void>
  /** Lists keys, a page at a time. */
  list(options: { prefix: string; cursor?: string | null }): Promise<{
    /** The keys of this page. */
    keys: { name: string }[]
    /** Where the next page begins; absent on the last one. */
    cursor?: string
  }>
}

/** The options of `kvStore()` and `cacheApiStore()`. */
export interface WorkerStoreOptions {
  /** What all keys begin with. @default 'mcp:' */
  prefix?: string | undefined
  /** Milliseconds that an expired response is kept, for `staleIfError`. @default 0 */
  keep?: number | undefined
}

/** The longest URL that is part of a name: the rest is the method, a hash, and a prefix of the application. */
const MAX_URL = 300

/** How long a store keeps what is known of a server, in seconds. */
const ERA_LIFETIME = 30 * 86_400

/** Seconds until a store may drop an entry. */
export function lifetimeOf(entry: CacheEntry | KnownServer, keep = 0): number {
  return 'expires' in entry ? Math.ceil((entry.expires + keep - systemEnvironment.now()) / 1_000) : ERA_LIFETIME
}

/**
 * Caches in Workers KV. KV is eventually consistent: other locations may use a deleted entry for a minute.
 *
 * @example
 * const store = kvStore(env.KV)
 * const client = await connect(url, { cache: store, eraCache: store, cachePartition: () => user.id })
 */
export function kvStore(kv: KvNamespace, { prefix: start = 'mcp:', keep }: WorkerStoreOptions = {}): WorkerStore {
  return {
    async get(key) {
      return ((await kv.get(await nameOf(key), 'json')) ?? undefined) as (CacheEntry & KnownServer) | undefined
    },
    async set(key, entry) {
      // KV refuses less than a minute. The client looks at `expires` itself.
      const expirationTtl = Math.max(60, lifetimeOf(entry, keep))
      await kv.put(await nameOf(key), JSON.stringify(entry), { expirationTtl })
    },
    async deletePrefix(prefix) {
      // Keys of responses end with JSON; only prefixes of a method end with a space. Listing costs ten times a write.
      const name = await nameOf(prefix)
      if (!prefix.endsWith(' ')) return kv.delete(name)
      const names: string[] = []
      let cursor: string | undefined
      do {
        const page = await kv.list({ prefix: name, ...(cursor && { cursor }) })
        names.push(...page.keys.map(({ name }) => name))
        cursor = page.cursor
      } while (cursor)
      await Promise.all(names.map((name) => kv.delete(name)))
    },
  }

  /** KV allows 512 bytes. The prefix of the method stays readable, so that it can be listed, unless the URL is too long. */
  async function nameOf(key: string): Promise<string> {
    const [, url = '', method = '', rest = ''] = /^(\S*)( \S+ +)?(.*)/s.exec(key)!
    const known = url.length > MAX_URL ? await hash(url) : url
    return start + known + method + (rest && (await hash(key)))
  }
}

function hash(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text))
}
