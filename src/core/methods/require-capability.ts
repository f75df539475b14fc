/** Capability checks: a request is not sent if the server did not declare its capability. */

import type { ServerCapabilities } from '../../types/lifecycle.ts'
import type { ConnectedContext } from '../context.ts'
import { CapabilityError } from '../errors.ts'

/** True also for a server that sent no capabilities at all: then its answer decides. */
export function hasCapability({ channel }: ConnectedContext, capability: keyof ServerCapabilities): boolean {
  const { capabilities } = channel.current.server
  return !capabilities || !!capabilities[capability]
}

export function requireCapability(context: ConnectedContext, capability: keyof ServerCapabilities): void {
  if (!hasCapability(context, capability)) throw missingCapability(capability)
}

/** The error for what the server does not support. */
export function missingCapability(what: string): CapabilityError {
  return new CapabilityError(`Expected a server with ${what}, got one without`, { delivery: 'not-executed' })
}
