/** What a server says about caching of a result: a minute, for everybody or for its user only. */

export const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' }

export const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' }
