/** What can be remembered between connections, and where an application may keep it. */

/** What a server turned out to speak. Plain JSON. */
export interface Verdict {
  era: 'modern' | 'legacy' | 'http-sse'
  protocolVersion: string
  /** When, in milliseconds since the epoch. */
  at: number
}

/** By the address of the endpoint. A `Map` will do. */
export interface EraCache {
  get(url: string): Verdict | undefined | Promise<Verdict | undefined>
  set(url: string, verdict: Verdict): unknown
}

/** An answer that the server allowed to keep. Plain JSON. */
export interface CacheEntry {
  /** JSON text. */
  result: string
  /** Milliseconds since the epoch. */
  expires: number
}

export interface ResponseCache {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): unknown
  /** Every entry whose key begins so. */
  delete(prefix: string): unknown
}
