/** Remembers the era of servers and how they introduced themselves, so that a known server is not probed again. */
import type { InitializeResult, TransportKind } from '../../types/lifecycle.ts'
import type { EraCache, KnownServer } from '../../types/stores.ts'
import type { Warn } from '../events.ts'
import type { HttpContext } from '../http/http-client.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import type { Deadline } from '../util/deadline.ts'
import { isObject } from '../util/is-object.ts'
import type { PendingWork } from '../util/pending-work.ts'
import type { CachePartition, UsedPartition } from './partition.ts'

export type EraCacheContext = Pick<HttpContext, 'settings' | 'environment'> & {
  /** The key of the server in the cache. */
  addressKey: string
  partition: CachePartition
  eraCache: EraCache
  warn: Warn
  writes: PendingWork
  discovery: { checkedAt: number; ttlMs: number }
}

export type RememberedServer = { era: 'legacy'; transport: TransportKind } | { era: 'modern'; server: InitializeResult }

/** Undefined if nothing usable is remembered. */
export async function readEraCache(
  { addressKey, partition, settings, environment, eraCache, warn, discovery }: EraCacheContext,
  deadline: Deadline,
): Promise<RememberedServer | undefined> {
  /** How long a server is believed to be what it was before it is probed again, in milliseconds. */
  const maxAge = 86_400_000
  const { versions, transport: requested } = settings
  // Without the modern revision there is no probe to skip.
  if (!versions.includes(MODERN_VERSION)) return undefined
  const known = await deadline.race(Promise.resolve().then(() => eraCache.get(addressKey))).catch((error) => {
    deadline.check()
    warn('The cache of eras failed', error)
  })
  const { era, transport, checkedAt = 0, server, ttlMs = 0, partition: owner } = known ?? ({} as Partial<KnownServer>)
  if ((transport !== 'streamable-http' && transport !== 'sse') || (requested !== 'auto' && requested !== transport))
    return undefined
  if (!(environment.now() - checkedAt < maxAge)) return undefined
  if (era === 'legacy' && versionsOf(era, versions).length) return { era, transport }
  if (era !== 'modern' || !isObject(server) || !isObject(server.capabilities ?? {})) return undefined
  // What a server said to one user only is not shown to another.
  const isShown = owner === undefined || owner === (await deadline.race(partition.next()))
  Object.assign(discovery, { checkedAt, ttlMs: Number(ttlMs) || 0 })
  return isShown ? { era, server: { ...server, protocolVersion: MODERN_VERSION } } : undefined
}

/**
 * Runs in the background: no caller waits for the store. `usedPartition` gives the partition that `server` belongs to;
 * without it, the server allows to share it.
 */
export function writeEraCache(
  { addressKey, environment, eraCache, warn, writes }: EraCacheContext,
  { server, ...known }: Omit<KnownServer, 'checkedAt'>,
  usedPartition?: UsedPartition,
): void {
  const entry: KnownServer = { ...known, checkedAt: environment.now() }
  const write = async () => {
    const partition = await usedPartition?.()
    const isCertain = !usedPartition || partition !== undefined
    if (server && isCertain) Object.assign(entry, { server, partition })
    await eraCache.set(addressKey, entry)
  }
  writes.add(write().catch((error) => warn('The cache of eras failed', error)))
}
