/** Finds out the era and transport of a server: from a snapshot, from the era cache, or by asking the server. */
import type { DiscoverResult, EraName, InitializeResult, TransportKind } from '../../types/lifecycle.ts'
import { readEraCache, writeEraCache } from '../cache/era-cache.ts'
import type { ClientContext } from '../context.ts'
import { isModernRefusal, isRefusal } from '../era-signals.ts'
import { ConnectError, ConnectionError, NotMcpEndpointError, RpcError, TimeoutError, VersionError } from '../errors.ts'
import { openSession } from '../legacy/handshake.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import type { Deadline } from '../util/deadline.ts'
import { detectTransport } from './detect-transport.ts'
import type { DetectedServer } from './detected-server.ts'
import { DISCOVER, explainProbeTimeout, type LegacyProbeResult, type ProbeResult, probe, toServer } from './probe.ts'
import { fromSnapshot } from './snapshot.ts'
import { tryTransports } from './transport-fallback.ts'

type Answer = Omit<DetectedServer, 'why'>

export async function detectServer(
  context: ClientContext,
  deadline: Deadline,
  signal?: AbortSignal,
): Promise<DetectedServer> {
  const { snapshot } = context.settings
  const continued = snapshot && fromSnapshot(context, snapshot)
  if (continued) return continued
  const isSse = snapshot?.transport === 'sse'
  const remembered = isSse ? ({ era: 'legacy', transport: 'sse' } as const) : await readEraCache(context, deadline)
  if (remembered?.era === 'modern') {
    const query = { method: DISCOVER, params: {}, cacheable: true, deadline }
    const known = (await context.cache.getFresh(query)) as DiscoverResult | undefined
    const server = known ? toServer(known) : { protocolVersion: MODERN_VERSION }
    return { transport: 'streamable-http', era: 'modern', server, why: 'remembered', certain: false }
  }
  const confirmed =
    remembered &&
    (await askServer(context, deadline, signal, remembered.transport).catch((error) => {
      deadline.check()
      if (!isWrongMemory(error)) throw error
    }))
  if (confirmed) return confirmed
  const detected = await askServer(context, deadline, signal)
  remember(context, detected)
  return detected
}

/** Whether a server that was known to be legacy seems not to be any more. */
function isWrongMemory(error: unknown): boolean {
  if (error instanceof NotMcpEndpointError || error instanceof VersionError) return true
  const { cause } = error as ConnectError
  // A stream without an endpoint event is the GET stream of another transport.
  return error instanceof ConnectError && (isRefusal(cause) || cause instanceof TimeoutError)
}

/** Undefined if the server still belongs to this era. */
export async function redetectServer(
  context: ClientContext,
  deadline: Deadline,
  era: EraName,
): Promise<DetectedServer | undefined> {
  // From the legacy era only a modern server is looked for, so that no second session is opened for a strange answer.
  const detected = era === 'modern' ? await askServer(context, deadline) : await findModern(context, deadline)
  if (!detected || detected.era === era) {
    void detected?.session?.transport.close(false, context.closing)
    return undefined
  }
  remember(context, detected)
  return { ...detected, why: 'corrected' }
}

async function findModern(context: ClientContext, deadline: Deadline): Promise<Answer | undefined> {
  const result = await probeIfWanted(context, deadline)
  return result?.era === 'modern' ? toModern(result.server) : undefined
}

function toModern(server: InitializeResult): Answer {
  return { transport: 'streamable-http', era: 'modern', server, certain: true }
}

function remember(context: ClientContext, { era, transport, server, certain }: Answer): void {
  if (certain) writeEraCache(context, { era, transport, protocolVersion: server.protocolVersion })
}

/** `remembered` is the transport of a server that is believed to be legacy: only that is tried, without a probe. */
async function askServer(
  context: ClientContext,
  deadline: Deadline,
  signal?: AbortSignal,
  remembered?: TransportKind,
): Promise<DetectedServer> {
  const { http, settings } = context
  const first = remembered ?? detectTransport(http.endpoint, settings.transport)
  const second = first === 'sse' ? 'streamable-http' : 'sse'
  const isModernOnly = !versionsOf('legacy', settings.versions).length
  const kinds = settings.transport === 'auto' && !isModernOnly && !remembered ? ([first, second] as const) : [first]
  let certain = false
  const { refused, value } = await tryTransports(context, kinds, openTransport, deadline, signal)
  return { ...value, refused, why: remembered ? 'remembered' : 'probe' }

  async function openTransport(transport: TransportKind): Promise<Answer> {
    if (transport === 'streamable-http' && !remembered) {
      const result = await probeIfWanted(context, deadline)
      if (result?.era === 'modern') return toModern(result.server)
      if (result) {
        // What the probe proved holds for HTTP+SSE as well, which is tried next.
        certain = result.certain
        return openProbed(context, result, deadline)
      }
    }
    const session = await openSession(context, transport, deadline)
    return { transport, era: 'legacy', session, server: session.server, certain }
  }
}

/** Undefined if the modern version is not wanted. */
async function probeIfWanted(context: ClientContext, deadline: Deadline): Promise<ProbeResult | undefined> {
  if (!context.settings.versions.includes(MODERN_VERSION)) return undefined
  try {
    return await probe(context, deadline)
  } catch (error) {
    throw explainProbeTimeout(error)
  }
}

async function openProbed(
  context: ClientContext,
  { versions, reason, certain, otherwise }: LegacyProbeResult,
  deadline: Deadline,
): Promise<Answer> {
  const transport = 'streamable-http'
  if (!versions.length) {
    const { versions: requested } = context.settings
    const message = `Expected a server of ${requested}, got one that does not know it; earlier revisions need \`versions\``
    throw new VersionError(message, { delivery: 'not-executed', supported: [], requested, cause: reason })
  }
  try {
    const session = await openSession(context, transport, deadline, versions)
    return { transport, era: 'legacy', session, server: session.server, certain }
  } catch (error) {
    deadline.check()
    // It answered the probe as only a modern server does, and refuses the handshake.
    const isFinal = isRefusal(error) || (error instanceof RpcError && error.status === undefined)
    if (otherwise && isFinal) return toModern({ protocolVersion: MODERN_VERSION })
    // If the handshake was only worth a try, the refusal of the probe explains more, and rules HTTP+SSE out.
    const explainsMore = error instanceof ConnectionError || (isRefusal(error) && isModernRefusal(reason))
    throw !certain && explainsMore ? reason : error
  }
}
