/** Capability gate: requests that the server did not declare are not sent. */
import type { ConnectedContext } from '../context.ts'
import { CapabilityError } from '../errors.ts'

/** True also for a server that declares no capabilities at all: then it decides itself. */
export function hasCapability({ channel }: ConnectedContext, capability: string): boolean {
  const { capabilities } = channel.current.server
  return !capabilities || !!capabilities[capability]
}

export function requireCapability(context: ConnectedContext, capability: string): void {
  if (hasCapability(context, capability)) return
  throw new CapabilityError(`Expected a server with ${capability}, got one without`, { delivery: 'not-executed' })
}
