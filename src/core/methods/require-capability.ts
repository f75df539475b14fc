/**
 * Capability checks: a request is not sent if the server did not declare its capability. A server of 2026-07-28 is asked again
 * what it supports when its last answer is out of date (server/utilities/caching).
 */

import type { DiscoverResult, ServerCapabilities } from '../../types/lifecycle.ts'
import { writeEraCache } from '../cache/era-cache.ts'
import type { CallOptions } from '../call-options.ts'
import { withScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { CapabilityError } from '../errors.ts'
import { toServer, ttlOf } from '../negotiation/probe.ts'
import { limitsOf, send } from '../rpc/send.ts'
import { findProblem } from '../validation/shape.ts'
import { discoverResult } from '../validation/shapes.ts'

/** True also for a server that sent no capabilities at all: then its answer decides. */
export async function hasCapability(
  context: ConnectedContext,
  capability: keyof ServerCapabilities,
  options?: CallOptions,
): Promise<boolean> {
  if (isDeclared(context, capability)) {
    refreshInBackground(context)
    return true
  }
  await refreshBeforeRefusal(context, options)
  return isDeclared(context, capability)
}

/** Undefined, which saves a promise for each call, where the server declared the capability. */
export function requireCapability(
  context: ConnectedContext,
  capability: keyof ServerCapabilities,
  options?: CallOptions,
): Promise<void> | undefined {
  if (!isDeclared(context, capability)) return refuse(context, capability, options)
  refreshInBackground(context)
  return undefined
}

function isDeclared({ channel }: ConnectedContext, capability: keyof ServerCapabilities): boolean {
  const { capabilities } = channel.current.server
  return !capabilities || !!capabilities[capability]
}

async function refuse(
  context: ConnectedContext,
  capability: keyof ServerCapabilities,
  options?: CallOptions,
): Promise<void> {
  if (!(await hasCapability(context, capability, options))) throw missingCapability(capability)
}

/** The error for what the server does not support. */
export function missingCapability(what: string): CapabilityError {
  return new CapabilityError(`Expected a server with ${what}, got one without`, { delivery: 'not-executed' })
}

const DISCOVER = 'server/discover'

/** `minAge`: milliseconds for which any answer is believed, also one without a time to live. */
function isStale({ channel, discovery, environment }: ConnectedContext, minAge: number): boolean {
  const age = environment.now() - discovery.checkedAt
  return channel.current.revision.era === 'modern' && age >= Math.max(discovery.ttlMs, minAge)
}

/** In the background, when the server is used: at most once a second, and once a minute if it names no time to live. */
function refreshInBackground(context: ConnectedContext): void {
  const minAge = context.discovery.ttlMs > 0 ? 1_000 : 60_000
  if (isStale(context, minAge)) askAgain(context).catch(() => {})
}

/** Before a request is refused that the server may support by now. A failure changes nothing. */
async function refreshBeforeRefusal(context: ConnectedContext, options: CallOptions = {}): Promise<void> {
  const minAge = 1_000
  if (!isStale(context, minAge)) return
  await withScope(context.environment, limitsOf(context, DISCOVER, options), async (deadline) => {
    deadline.check()
    await deadline.race(askAgain(context)).catch(() => deadline.check())
  })
}

function askAgain(context: ConnectedContext): Promise<void> {
  const { discovery, environment, partition, channel } = context
  return discovery.refresh.run(async () => {
    const era = channel.current
    discovery.checkedAt = environment.now()
    discovery.ttlMs = 0
    const usedPartition = await partition.track()
    // If the server turns out to be one of another era, its handshake says what it supports.
    const result = await send(context, channel, { method: DISCOVER, options: { onlyEra: era } })
    if (findProblem(discoverResult, result) || channel.current !== era) return
    const { protocolVersion, ...server } = toServer(result as unknown as DiscoverResult)
    era.updateServer?.({ protocolVersion, ...server })
    discovery.ttlMs = ttlOf(result)
    const known = {
      era: 'modern',
      transport: 'streamable-http',
      protocolVersion,
      server,
      ttlMs: discovery.ttlMs,
    } as const
    writeEraCache(context, known, result.cacheScope === 'public' ? undefined : usedPartition)
  })
}
