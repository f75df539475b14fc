/** The caches that outlive a connection: their entries, and the interfaces of their stores. */
import type { EraName, InitializeResult, TransportKind } from './lifecycle.ts'

/** The era and transport of a server, as an earlier connection detected them. Plain JSON. */
export interface KnownServer {
  /** The era of the server. */
  era: EraName
  /** The transport that works. */
  transport: TransportKind
  /** The revision that was negotiated. */
  protocolVersion: string
  /** When they were detected, in milliseconds since the epoch. */
  checkedAt: number
  /** How a server of 2026-07-28 introduced itself; without it the server is asked again. */
  server?: Omit<InitializeResult, 'protocolVersion'>
  /** Milliseconds after `checkedAt` for which the server allows to use `server`; absent: none. */
  ttlMs?: number
  /** The cache partition that `server` belongs to; absent if the server allows to share it. */
  partition?: string
}

/** Keyed by the URL of the endpoint, with a hash in place of its query. A `Map` is one. */
export interface EraCache {
  /** What is known of a server, if anything. */
  get(key: string): KnownServer | undefined | Promise<KnownServer | undefined>
  /** Remembers a server. */
  set(key: string, server: KnownServer): unknown
}

/** A result that the server allowed to cache. Plain JSON. */
export interface CacheEntry {
  /** The result as JSON text. */
  result: string
  /** Milliseconds since the epoch. */
  expires: number
}

/** The client builds the keys. */
export interface ResponseCache {
  /** The entry with this key, if there is one. */
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  /** Stores an entry. */
  set(key: string, entry: CacheEntry): unknown
  /** Deletes every entry whose key begins with `prefix`. */
  deletePrefix(prefix: string): unknown
}
