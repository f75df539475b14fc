/** Negotiates era, transport and version with a server. */
import { type Connection, type ConnectionState, createConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import type { CurrentEra, Era } from '../era.ts'
import { createLegacyEra } from '../legacy/era.ts'
import { createModernEra } from '../modern/era.ts'
import { connectLimits } from '../resolve-options.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import { detectServer, redetectServer } from './detect-server.ts'
import type { DetectedServer } from './detection-result.ts'
import { createEraSwitch } from './era-switch.ts'

/** A connection that is ready for calls. */
export interface Negotiated {
  channel: CurrentEra
  state: ConnectionState
}

export async function negotiate(context: ClientContext, signal?: AbortSignal): Promise<Negotiated> {
  const { environment, settings, emit, warn, closing } = context
  const limits = connectLimits(settings, 'connecting', signal)
  const detected = await withDeadline(environment, limits, (deadline) => detectServer(context, deadline, signal))
  const initial = { status: 'connected', listening: 'off', keepAlive: false } as const
  const connection = { ...toConnection(detected), ...initial, requestedTransport: settings.transport }
  const state = createConnectionState(connection, emit, warn)
  emitNegotiated(context, detected)
  emit?.({ type: 'status', status: 'connected' })
  const first = createEra(context, state, detected)
  return { channel: createEraSwitch(context, first, detected.reason === 'remembered', redetect), state }

  async function redetect(used: Era, deadline: Deadline): Promise<Era> {
    const detected = await redetectServer(context, deadline, state.view.era)
    if (!detected) return used
    if (closing.aborted) {
      void detected.session?.transport.close(false)
      throw closing.reason
    }
    state.update({ ...initial, ...toConnection(detected) })
    emitNegotiated(context, detected)
    return createEra(context, state, detected)
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

function createEra(
  context: ClientContext,
  state: ConnectionState,
  { transportKind, session, server }: DetectedServer,
): Era {
  if (session) return createLegacyEra(context, state, transportKind, session)
  return createModernEra(context, server, (listening) => state.update({ listening }))
}
