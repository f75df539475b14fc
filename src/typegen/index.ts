/** The entry `mcp-over-fetch/typegen`: TypeScript from what a server lists. */

export { toolDigest, toolDigests } from './digest.ts'
export { type AllLists, type ListingClient, readLists } from './read-lists.ts'
export { type GenerateTypesOptions, generateTypes, type ServerLists } from './server-types.ts'
export { type SignedTool, signature } from './signature.ts'
export { type Drift, DriftError, type WatchDriftOptions, watchDrift } from './watch-drift.ts'
