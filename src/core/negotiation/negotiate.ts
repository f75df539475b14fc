/** Finds the transport and the revision that both sides speak. */
import { type ConnectionState, createConnectionState } from '../connection-state.ts'
import type { Era } from '../era.ts'
import type { ConnectAttempt } from '../errors.ts'
import { createLegacy } from '../legacy/era.ts'
import { createListening } from '../legacy/get-stream.ts'
import type { Shared } from '../legacy/handshake.ts'
import { startKeepalive } from '../legacy/keepalive.ts'
import { createStreamable } from '../legacy/streamable-http.ts'
import { createModern } from '../modern/era.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { createEmitter } from '../util/emitter.ts'
import { type Found, find, findAnew } from './detect-server.ts'
import { createSlot } from './era-switch.ts'
import { openTransport } from './transport-fallback.ts'

export interface Agreement {
  era: Era
  state: ConnectionState
}

export async function negotiate(shared: Shared, signal?: AbortSignal): Promise<Agreement> {
  const { environment, settings, emit } = shared.wire
  const limit = 'connectTimeout'
  const deadline = createDeadline(environment, { what: 'connecting', total: settings[limit], limit, signals: [signal] })
  try {
    const found = await find(shared, deadline, signal)
    const state = createConnectionState(
      {
        ...viewOf(found),
        requested: settings.transport,
        status: 'connected',
        listening: 'off',
        keepAlive: false,
      },
      emit,
    )
    tell(shared, found)
    emit?.({ type: 'status', status: 'connected' })
    let stop = () => {}
    const use = (found: Found): Era => {
      stop()
      const era = createEra(shared, state, found)
      stop = startKeepalive({ ...shared, era }, state)
      return era
    }
    const correct = async (used: Era, deadline: Deadline) => {
      const anew = await findAnew(shared, deadline, state.view.era)
      if (!anew) return used
      if (shared.closing.aborted) {
        void anew.session?.close(false)
        throw shared.closing.reason
      }
      state.update({ status: 'connected', listening: 'off', keepAlive: false, ...viewOf(anew) })
      tell(shared, anew)
      return use(anew)
    }
    return { era: createSlot(shared, use(found), found.why === 'remembered', correct), state }
  } finally {
    deadline.stop()
  }
}

function tell({ wire: { emit } }: Shared, { kind, era, why, refused, server }: Found): void {
  if (refused) emit?.({ type: 'fallback', to: kind, status: refused.status })
  emit?.({ type: 'era', era, protocolVersion: server.protocolVersion, why })
}

function viewOf({ kind, era, server, refused }: Found) {
  return {
    transport: kind,
    era,
    protocolVersion: server.protocolVersion,
    fellBack: !!refused,
    fallbackReason: refused && reasonOf(refused),
  }
}

function reasonOf({ status, bodyHead }: ConnectAttempt) {
  return { status, bodyHead }
}

function createEra(shared: Shared, state: ConnectionState, { kind, session, server }: Found): Era {
  if (!session) return createModern(shared, server, (listening) => state.update({ listening }))
  const { wire } = shared
  const gaps = createEmitter<[string, boolean]>()
  // Over HTTP+SSE everything comes on the one stream there is.
  const listening =
    kind === 'sse'
      ? { onSession() {}, open: () => ({ ready: Promise.resolve(), release() {} }), close() {} }
      : createListening(shared, state, () => gaps.publish('the stream began anew', false))
  // Servers ask for roots and the like outside of calls, so who can answer listens.
  if (Object.values(wire.settings.handlers).some(Boolean)) listening.open()
  return createLegacy(session, {
    shared,
    state,
    // Once a transport has worked, its failures are failures: nothing falls back any more.
    open: (deadline) => openTransport(shared, kind, deadline),
    join: (headers) => createStreamable(wire, headers),
    onSession: listening.onSession,
    sources: { gaps, open: listening.open, close: listening.close, wanted: new Map() },
  })
}
