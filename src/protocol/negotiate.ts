/** Finds the transport and the revision that both sides speak. */
import { type ConnectionState, createConnectionState } from '../connection.ts'
import {
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  type McpError,
  NotMcpEndpointError,
  RpcError,
  TimeoutError,
  VersionError,
} from '../errors.ts'
import type { Snapshot } from '../options.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Wire } from '../wire/http.ts'
import { detectTransport } from './detect.ts'
import type { Era } from './era.ts'
import { openHttpSse } from './http-sse.ts'
import { createLegacy } from './legacy.ts'
import { createListening } from './listening.ts'
import { openSession, type Session, type Shared } from './session.ts'
import { createStreamable } from './streamable.ts'

/** UnsupportedProtocolVersion, of the stateless revision. */
const UNSUPPORTED_VERSION = -32022

export interface Agreement {
  era: Era
  state: ConnectionState
}

type Kind = 'streamable-http' | 'sse'

const open: Record<Kind, (shared: Shared, deadline: Deadline) => Promise<Session>> = {
  'streamable-http': (shared, deadline) => openSession(createStreamable(shared.wire), shared, deadline),
  sse: async (shared, deadline) => openSession(await openHttpSse(shared, deadline), shared, deadline),
}

export async function negotiate(shared: Shared, signal?: AbortSignal): Promise<Agreement> {
  const { wire } = shared
  const { ground, settings, emit } = wire
  const limit = 'connectTimeout'
  const deadline = createDeadline(ground, { what: 'connecting', total: settings[limit], limit, signals: [signal] })
  try {
    const { kind, session, refused } = await findTransport(shared, deadline, signal)
    if (refused) emit?.({ type: 'fallback', to: kind, status: refused.status })
    const state = createConnectionState(
      {
        transport: kind,
        era: kind === 'sse' ? 'http-sse' : 'legacy',
        protocolVersion: session.server.protocolVersion,
        requested: settings.transport,
        fellBack: !!refused,
        ...(refused && { fallbackReason: { status: refused.status, bodyHead: refused.bodyHead } }),
        status: 'connected',
        listening: 'off',
        keepAlive: false,
      },
      emit,
    )
    emit?.({ type: 'status', status: 'connected' })
    // Once a transport has worked, its failures are failures: nothing falls back any more.
    const reopen = (deadline: Deadline) => open[kind](shared, deadline)
    // Servers ask for roots and the like outside of calls, so who can answer listens.
    const listens = kind !== 'sse' && Object.values(settings.handlers).some(Boolean)
    const onSession = listens ? createListening(shared, state) : () => {}
    const join = (headers: Record<string, string>) => createStreamable(wire, headers)
    const era = createLegacy(session, { shared, state, open: reopen, join, onSession: onSession as () => void })
    return { era, state }
  } finally {
    deadline.stop()
  }
}

interface Found {
  kind: Kind
  session: Session
  /** How the transport was refused that was tried first. */
  refused: ConnectAttempt | undefined
}

async function findTransport(shared: Shared, deadline: Deadline, signal: AbortSignal | undefined): Promise<Found> {
  const { settings, endpoint } = shared.wire
  const known = settings.snapshot
  if (known?.session) {
    return { kind: known.transport, session: rejoin(shared.wire, known), refused: undefined }
  }
  const first = known?.transport ?? detectTransport(endpoint, settings.transport)
  const second = first === 'sse' ? 'streamable-http' : 'sse'
  const attempts: ConnectAttempt[] = []
  for (const kind of settings.transport === 'auto' && !known ? ([first, second] as const) : [first]) {
    try {
      return { kind, session: await open[kind](shared, deadline), refused: attempts[0] }
    } catch (error) {
      // The caller's own reason, what the given fetch says, and what no other transport would change.
      if (signal?.aborted || !isFailure(error) || (deadline.passed && !attempts.length)) throw error
      const { status, bodyHead } = error as HttpError
      attempts.push({ transport: kind, status, bodyHead, error })
      if (!isMismatch(error)) break
    }
  }
  throw explain(attempts, shared.wire)
}

/** Nothing is asked: if the server does not know the session any more, the first call replaces it. */
function rejoin(wire: Wire, { session, server }: Snapshot): Session {
  return Object.assign(createStreamable(wire, { ...session }), { server })
}

function isFailure(error: unknown): boolean {
  return [HttpError, RpcError, ConnectionError, InvalidMessageError, NotMcpEndpointError, TimeoutError].some(
    (type) => error instanceof type,
  )
}

/** Whether the server may speak the other transport. Nothing else than how it refuses this one can tell. */
function isMismatch(error: unknown): boolean {
  const { status = 0, rpcCode = 0 } = error as { status?: number; rpcCode?: number }
  if (error instanceof NotMcpEndpointError) return true
  // A server of the stateless revision refuses a handshake with these.
  const isModern = (rpcCode <= -32020 && rpcCode >= -32022) || (status === 404 && rpcCode === -32601)
  return [400, 404, 405, 406, 411, 415].includes(status) && !isModern
}

function explain(attempts: readonly ConnectAttempt[], { address, settings: { versions } }: Wire): McpError {
  const [{ error: cause }] = attempts as [ConnectAttempt]
  const delivery = 'not-executed'
  const { message, retryable } = cause as McpError
  const isForeign = cause instanceof InvalidMessageError || cause instanceof NotMcpEndpointError
  if (isForeign && !attempts[1]) return new NotMcpEndpointError(message, { delivery, cause })
  const { supported } = ((cause as RpcError).data ?? {}) as { supported?: string[] }
  if ((cause as RpcError).rpcCode === UNSUPPORTED_VERSION && Array.isArray(supported)) {
    return new VersionError(`The server speaks ${supported.slice(0, 9)}`, { delivery, supported, requested: versions })
  }
  const tries = attempts.map(({ transport, error }) => `over ${transport}: ${(error as McpError).message}`)
  const text = `Could not connect to ${address} ${tries.join('; ')}`
  return new ConnectError(text, { delivery, retryable, attempts, cause })
}
