/** Negotiates era, transport and version with a server. */

import { type CallScope, withScope } from '../call-scope.ts'
import { type Connection, type ConnectionState, createConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import type { CurrentEra, Era } from '../era.ts'
import type { Legacy } from '../legacy/legacy.ts'
import { createModernEra } from '../modern/modern-era.ts'
import { connectLimits } from '../resolve-options.ts'
import type { DetectedServer } from './detect-server.ts'
import { detectServer, redetectServer } from './detect-server.ts'
import { createEraSwitch } from './era-switch.ts'

/** A connection that is ready for calls. */
export interface Negotiated {
  channel: CurrentEra
  state: ConnectionState
}

/** Without `legacy` the client speaks only 2026-07-28. */
export async function negotiate(
  context: ClientContext,
  legacy: Legacy | undefined,
  signal?: AbortSignal,
): Promise<Negotiated> {
  const { environment, settings, emit, warn, closing, outcomes } = context
  const limits = connectLimits(settings, 'connecting', signal)
  const detected = await withScope(environment, limits, (scope) => detectServer(context, legacy, scope, signal))
  const initial = { status: 'connected', reachable: true, listening: 'off', keepAlive: false } as const
  const connection = { ...toConnection(detected), ...initial, requestedTransport: settings.transport }
  const state = createConnectionState(connection, emit, warn)
  let isReachable = true
  outcomes.subscribe((error) => {
    if (isReachable === !error) return
    isReachable = !error
    state.update({ reachable: isReachable, ...(error !== undefined && { lastError: error }) })
  })
  emitNegotiated(context, detected)
  emit?.({ type: 'status', status: 'connected' })
  const first = createEra(detected)
  // The state has changed already, but the server only now.
  const onSwitched = () => state.update({})
  return { channel: createEraSwitch(context, first, detected.reason === 'remembered', redetect, onSwitched), state }

  function createEra({ transportKind, session, server }: DetectedServer): Era {
    return legacy && session
      ? legacy.createEra(context, state, transportKind, session)
      : createModernEra(context, server, state)
  }

  async function redetect(used: Era, scope: CallScope): Promise<Era> {
    const detected = await redetectServer(context, legacy, scope, used.revision.era)
    if (!detected) return used
    if (closing.aborted) {
      void detected.session?.transport.close(false)
      throw closing.reason
    }
    isReachable = true
    state.update({ ...initial, ...toConnection(detected) })
    emitNegotiated(context, detected)
    return createEra(detected)
  }
}

function emitNegotiated(
  { emit }: ClientContext,
  { transportKind, era, reason, refused, server }: DetectedServer,
): void {
  if (refused) emit?.({ type: 'fallback', to: transportKind, status: refused.status })
  emit?.({ type: 'era', era, protocolVersion: server.protocolVersion, reason })
}

function toConnection({
  transportKind,
  era,
  server,
  refused,
}: DetectedServer): Pick<Connection, 'transport' | 'era' | 'protocolVersion' | 'fellBack' | 'fallbackReason'> {
  return {
    transport: transportKind,
    era,
    protocolVersion: server.protocolVersion,
    fellBack: !!refused,
    fallbackReason: refused && { status: refused.status, bodyPreview: refused.bodyPreview },
  }
}
