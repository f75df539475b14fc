/** The entry `mcp-over-fetch/workers`: stores, streams and a Durable Object for Cloudflare Workers. */

export type { CacheEntry, KnownServer } from '../types/stores.ts'
export { type CacheApi, cacheApiStore } from './cache-api-store.ts'
export { CallObject, type CallObjectState, type CallRequest } from './call-object.ts'
export { type KvNamespace, kvStore, type WorkerStore, type WorkerStoreOptions } from './kv-store.ts'
export { type ProgressResponseOptions, progressResponse, type StreamedCallOptions } from './progress-response.ts'
