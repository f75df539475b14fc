/** What is remembered between connections, and where an application may store it. */
import type { EraName, TransportKind } from './lifecycle.ts'

/** What is known of a server from an earlier connection. Plain JSON. */
export interface Verdict {
  era: EraName
  transport: TransportKind
  protocolVersion: string
  /** When this was found out, in milliseconds since the epoch. */
  at: number
}

/** Keyed by the URL of the endpoint. A `Map` will do. */
export interface EraCache {
  get(url: string): Verdict | undefined | Promise<Verdict | undefined>
  set(url: string, verdict: Verdict): unknown
}

/** A result that the server allowed to cache. Plain JSON. */
export interface CacheEntry {
  /** The result as JSON text. */
  result: string
  /** Milliseconds since the epoch. */
  expires: number
}

export interface ResponseCache {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): unknown
  /** Deletes every entry whose key begins with `prefix`. */
  delete(prefix: string): unknown
}
