/** What the eras, negotiation and the methods of one client share. */
import type { LoggingLevel } from '../types/notifications.ts'
import type { EraCache } from '../types/stores.ts'
import type { Tool } from '../types/tools.ts'
import type { CachePartition } from './cache/partition.ts'
import type { CachedResponses } from './cache/response-cache.ts'
import type { CurrentEra } from './era.ts'
import type { HttpContext } from './http/http-client.ts'
import type { CallContext } from './rpc/call-context.ts'

export interface ClientContext extends Omit<CallContext, 'channel'>, HttpContext {
  /** Created when it is first needed: never for a legacy server. */
  cache(): CachedResponses
  eraCache: EraCache
  /** Detects the era again if this error, for which no call waits, may be one of the other era. */
  doubtEra(error: unknown): void
  /** The key of the server in the era cache. */
  addressKey: string
  partition: CachePartition
  /** The tools as the server listed them last. */
  tools: Map<string, Tool>
  /** The level of log messages that the application wants at the moment. */
  logging: { level: LoggingLevel | undefined }
}

/** The context of the methods, once an era is known. */
export interface ConnectedContext extends ClientContext {
  channel: CurrentEra
}
