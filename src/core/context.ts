/** What the eras, negotiation and the methods of one client share. */
import type { LoggingLevel } from '../types/notifications.ts'
import type { EraCache } from '../types/stores.ts'
import type { CachePartition } from './cache/partition.ts'
import type { CachedResponses } from './cache/response-cache.ts'
import type { CurrentEra } from './era.ts'
import type { HttpContext } from './http/http-client.ts'
import type { KnownTools } from './modern/known-tools.ts'
import type { CallContext } from './rpc/call-context.ts'
import type { Emitter } from './util/emitter.ts'
import type { PendingWork } from './util/pending-work.ts'
import type { SingleFlight } from './util/single-flight.ts'

export interface ClientContext extends CallContext, HttpContext {
  /** Created when it is first needed: never for a legacy server. */
  cache(): CachedResponses
  eraCache: EraCache
  /** When a server of 2026-07-28 said last what it supports, and for how long that may be used; or how it refused to. */
  discovery: { checkedAt: number; ttlMs: number; refusal?: unknown; readonly refresh: SingleFlight<void> }
  /** What is written to caches at the moment. */
  writes: PendingWork
  /** Publishes errors for which no call waits, and which may come from a server of another era. */
  refusals: Emitter<[error: unknown]>
  /** The key of the server in the era cache. */
  addressKey: string
  partition: CachePartition
  /** The tools as the server listed them last. */
  tools: KnownTools
  /** The level of log messages that the application wants at the moment. */
  logging: { level: LoggingLevel | undefined }
}

/** The context of the methods, once an era is known. */
export interface ConnectedContext extends ClientContext {
  channel: CurrentEra
}
