/** Where to look for what a server speaks: in a snapshot, in what was remembered, and at the server itself. */

import type { DiscoverResult, InitializeResult } from '../../types/lifecycle.ts'
import type { Verdict } from '../../types/stores.ts'
import { isModernRefusal, isRefusal } from '../era-signals.ts'
import {
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  NotMcpEndpointError,
  RpcError,
  TimeoutError,
  VersionError,
} from '../errors.ts'
import type { Session, Shared } from '../legacy/handshake.ts'
import { createStreamable } from '../legacy/streamable-http.ts'
import type { Snapshot } from '../options.ts'
import { handshakesOf, MODERN_VERSION } from '../revisions.ts'
import type { Deadline } from '../util/deadline.ts'
import { runSafely } from '../util/run-safely.ts'
import { detectTransport } from './detect-transport.ts'
import { discover, type Probed, toServer } from './probe.ts'
import { type Kind, openTransport, tryTransports } from './transport-fallback.ts'

/** Milliseconds for which a server is believed not to know the stateless revision. */
const LEGACY_AGE = 86_400_000

export interface Found {
  kind: Kind
  era: Verdict['era']
  server: InitializeResult
  /** Of the handshake revisions. */
  session?: Session | undefined
  /** How the transport was refused that was tried first. */
  refused?: ConnectAttempt | undefined
  why: 'probe' | 'remembered' | 'corrected'
  /** Whether it is worth remembering. */
  certain: boolean
}

export async function find(shared: Shared, deadline: Deadline, signal?: AbortSignal): Promise<Found> {
  const { settings } = shared.wire
  const { snapshot } = settings
  for (const tool of snapshot?.tools ?? []) shared.tools.set(tool.name, tool)
  const rejoined = snapshot && rejoin(shared, snapshot)
  if (rejoined) return rejoined
  const verdict = snapshot?.era === 'http-sse' ? { era: snapshot.era } : await recall(shared, deadline)
  if (verdict?.era === 'modern') {
    const known = (await shared.cache.peek({ method: 'server/discover', params: {}, deadline })) as
      | DiscoverResult
      | undefined
    const server = known ? toServer(known) : { protocolVersion: MODERN_VERSION }
    return { kind: 'streamable-http', era: 'modern', server, why: 'remembered', certain: false }
  }
  const remembered = verdict && (verdict.era === 'http-sse' ? 'sse' : 'streamable-http')
  const believed =
    remembered && (await findAtServer(shared, deadline, signal, remembered).catch((error) => doubt(error, deadline)))
  if (believed) return believed
  const found = await findAtServer(shared, deadline, signal)
  remember(shared, found)
  return found
}

/** Whether a server that was known to shake hands seems not to any more. */
function doubt(error: unknown, deadline: Deadline): undefined {
  deadline.check()
  const { cause } = error as ConnectError
  const isOther = error instanceof NotMcpEndpointError || error instanceof VersionError
  // A stream without an endpoint is one to listen to, of another transport.
  const isMistaken = isRefusal(cause) || cause instanceof TimeoutError
  if (!isOther && !(error instanceof ConnectError && isMistaken)) throw error
}

/** Undefined if the era is the same after all. */
export async function findAnew(shared: Shared, deadline: Deadline, era: Verdict['era']): Promise<Found | undefined> {
  // A session that is there is not given up for an answer that only looked strange.
  const found = era === 'modern' ? await findAtServer(shared, deadline) : await findModern(shared, deadline)
  if (!found || found.era === era) {
    void found?.session?.close(false, shared.closing)
    return undefined
  }
  remember(shared, found)
  return { ...found, why: 'corrected' }
}

async function findModern(shared: Shared, deadline: Deadline): Promise<Omit<Found, 'why'> | undefined> {
  const probed = await probe(shared, deadline)
  return probed?.era === 'modern' ? foundModern(probed.server) : undefined
}

function foundModern(server: InitializeResult): Omit<Found, 'why'> {
  return { kind: 'streamable-http', era: 'modern', server, certain: true }
}

/** Nothing is asked: what turns out to be stale is replaced at the first call. */
function rejoin({ wire }: Shared, { era, transport, session, server }: Snapshot): Found | undefined {
  const common = { kind: transport, era, server, why: 'remembered', certain: false } as const
  const { versions } = wire.settings
  if (era === 'modern') return versions.includes(MODERN_VERSION) ? common : undefined
  if (!session || !versions.includes(server.protocolVersion)) return undefined
  return { ...common, session: Object.assign(createStreamable(wire, { ...session }), { server }) }
}

async function recall({ wire, eras }: Shared, deadline: Deadline): Promise<Pick<Verdict, 'era'> | undefined> {
  const { versions, transport } = wire.settings
  // Who would not ask need not be told.
  if (!versions.includes(MODERN_VERSION)) return undefined
  const verdict = await deadline.race(Promise.resolve().then(() => eras.get(wire.url))).catch((error) => {
    deadline.check()
    wire.warn('The cache of eras failed', error)
  })
  const { era, at = 0 } = verdict ?? {}
  const kind = era === 'http-sse' ? 'sse' : 'streamable-http'
  if (transport !== 'auto' && transport !== kind) return undefined
  if (era === 'modern') return { era }
  const usable = (era === 'legacy' || era === 'http-sse') && handshakesOf(wire.settings).length > 0
  return usable && wire.environment.now() - at < LEGACY_AGE ? { era } : undefined
}

/** Nobody waits for the store. */
function remember({ wire, eras }: Shared, { era, server, certain }: Omit<Found, 'why'>): void {
  const { protocolVersion } = server
  const failed = (error: unknown) => wire.warn('The cache of eras failed', error)
  if (certain) runSafely(() => eras.set(wire.url, { era, protocolVersion, at: wire.environment.now() }), failed)
}

/** `remembered` is the transport of a server that is believed to shake hands: it is tried first, and not probed. */
async function findAtServer(
  shared: Shared,
  deadline: Deadline,
  signal?: AbortSignal,
  remembered?: Kind,
): Promise<Found> {
  const { endpoint, settings } = shared.wire
  const first = remembered ?? detectTransport(endpoint, settings.transport)
  const second = first === 'sse' ? 'streamable-http' : 'sse'
  const isModernOnly = !handshakesOf(settings).length
  const kinds = settings.transport === 'auto' && !isModernOnly && !remembered ? ([first, second] as const) : [first]
  const proven = { certain: false }
  const { refused, value } = await tryTransports(shared, kinds, openKind, deadline, signal)
  return { ...value, refused, why: remembered ? 'remembered' : 'probe' }

  async function openKind(kind: Kind): Promise<Omit<Found, 'why'>> {
    if (kind === 'streamable-http' && !remembered) {
      const probed = await probe(shared, deadline)
      if (probed?.era === 'modern') return foundModern(probed.server)
      if (probed) return openProbed(shared, probed, deadline, proven)
    }
    const session = await openTransport(shared, kind, deadline)
    return { kind, era: kind === 'sse' ? 'http-sse' : 'legacy', session, server: session.server, ...proven }
  }
}

/** Undefined where the stateless revision is not wanted. */
async function probe(shared: Shared, deadline: Deadline): Promise<Probed | undefined> {
  if (!shared.wire.settings.versions.includes(MODERN_VERSION)) return undefined
  try {
    return await discover(shared, deadline)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    const remedy = `a server that never answers server/discover needs \`versions\` without ${MODERN_VERSION}`
    throw new TimeoutError(`${error.message}; ${remedy}`, { limit: error.limit, retryable: true, cause: error })
  }
}

async function openProbed(
  shared: Shared,
  { versions, reason, certain, otherwise }: Probed & { era: 'legacy' },
  deadline: Deadline,
  proven: { certain: boolean },
): Promise<Omit<Found, 'why'>> {
  const kind = 'streamable-http'
  proven.certain = certain
  if (!versions.length) {
    const { versions: requested } = shared.wire.settings
    const message = `Expected a server of ${requested}, got one that does not know it; earlier revisions need \`versions\``
    throw new VersionError(message, { delivery: 'not-executed', supported: [], requested, cause: reason })
  }
  try {
    const session = await openTransport(shared, kind, deadline, versions)
    return { kind, era: 'legacy', session, server: session.server, certain }
  } catch (error) {
    deadline.check()
    // It answered the probe as only a server of this revision does, and does not shake hands.
    const isFinal = isRefusal(error) || (error instanceof RpcError && error.status === undefined)
    if (otherwise && isFinal) {
      return foundModern({ protocolVersion: MODERN_VERSION })
    }
    // Where only a try was worth it, the reason for the try says more; and it rules HTTP+SSE out.
    const says = error instanceof ConnectionError || (isRefusal(error) && isModernRefusal(reason))
    throw !certain && says ? reason : error
  }
}
