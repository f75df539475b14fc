/** Remembers the era of servers, so that a server that is known is not probed again. */
import type { TransportKind } from '../../types/lifecycle.ts'
import type { EraCache, KnownServer } from '../../types/stores.ts'
import type { Warn } from '../events.ts'
import type { HttpContext } from '../http/http-client.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import type { Deadline } from '../util/deadline.ts'
import { runSafely } from '../util/run-safely.ts'

/** How long a server is believed to be legacy before it is probed again, in milliseconds. */
const MAX_LEGACY_AGE = 86_400_000

export type EraCacheContext = Pick<HttpContext, 'http' | 'settings' | 'environment'> & {
  eraCache: EraCache
  warn: Warn
}

export type RememberedServer = Pick<KnownServer, 'era' | 'transport'>

/** Undefined if nothing usable is remembered. */
export async function readEraCache(
  { http, settings, environment, eraCache, warn }: EraCacheContext,
  deadline: Deadline,
): Promise<RememberedServer | undefined> {
  const { versions, transport: requested } = settings
  // Without the modern revision there is no probe to skip.
  if (!versions.includes(MODERN_VERSION)) return undefined
  const known = await deadline.race(Promise.resolve().then(() => eraCache.get(http.givenUrl))).catch((error) => {
    deadline.check()
    warn('The cache of eras failed', error)
  })
  const { era, transport, checkedAt = 0 } = known ?? {}
  if (!isTransportKind(transport) || (requested !== 'auto' && requested !== transport)) return undefined
  if (era === 'modern') return { era, transport }
  const isUsable = era === 'legacy' && versionsOf('legacy', versions).length > 0
  return isUsable && environment.now() - checkedAt < MAX_LEGACY_AGE ? { era, transport } : undefined
}

function isTransportKind(value: unknown): value is TransportKind {
  return value === 'streamable-http' || value === 'sse'
}

/** Runs in the background: no caller waits for the store. */
export function writeEraCache(
  { http, environment, eraCache, warn }: EraCacheContext,
  server: Omit<KnownServer, 'checkedAt'>,
): void {
  const entry = { ...server, checkedAt: environment.now() }
  runSafely(
    () => eraCache.set(http.givenUrl, entry),
    (error) => warn('The cache of eras failed', error),
  )
}
