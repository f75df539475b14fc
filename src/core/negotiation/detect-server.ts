/** Finds out the era and transport of a server: from a snapshot, from the era cache, or by asking the server. */
import type { EraName, TransportKind } from '../../types/lifecycle.ts'
import { readEraCache, writeEraCache } from '../cache/era-cache.ts'
import type { ClientContext } from '../context.ts'
import { isModernRefusal, isRefusal } from '../era-signals.ts'
import { ConnectError, ConnectionError, NotMcpEndpointError, RpcError, TimeoutError, VersionError } from '../errors.ts'
import { openSession } from '../legacy/handshake.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import type { Deadline } from '../util/deadline.ts'
import { detectTransport } from './detect-transport.ts'
import type { DetectedServer } from './detection-result.ts'
import { explainProbeTimeout, type LegacyProbeResult, type ProbeResult, probe } from './probe.ts'
import { fromSnapshot } from './snapshot.ts'
import { tryTransports } from './transport-fallback.ts'

/** A detected server without `reason`, which the callers add. */
type Detected = Omit<DetectedServer, 'reason'>

export async function detectServer(
  context: ClientContext,
  deadline: Deadline,
  signal?: AbortSignal,
): Promise<DetectedServer> {
  const { snapshot } = context.settings
  const continued = snapshot && fromSnapshot(context, snapshot)
  if (continued) return continued
  // A session over HTTP+SSE cannot be continued, but the era and transport of the server are known.
  const isSse = snapshot?.transport === 'sse'
  const remembered = isSse ? ({ era: 'legacy', transport: 'sse' } as const) : await readEraCache(context, deadline)
  if (remembered?.era === 'modern') return { ...toModern(remembered), reason: 'remembered', certain: false }
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

/** Whether a server that was remembered as legacy seems to be another one now. */
function isWrongMemory(error: unknown): boolean {
  if (error instanceof NotMcpEndpointError || error instanceof VersionError) return true
  const { cause } = error as ConnectError
  // It timed out waiting for an `endpoint` event: the stream may be the GET stream of Streamable HTTP.
  return error instanceof ConnectError && (isRefusal(cause) || cause instanceof TimeoutError)
}

/** Undefined if the server still belongs to this era. */
export async function redetectServer(
  context: ClientContext,
  deadline: Deadline,
  era: EraName,
): Promise<DetectedServer | undefined> {
  // A legacy server is only probed: asking it in full would open a second session for every unexpected error.
  const detected = era === 'modern' ? await askServer(context, deadline) : await findModern(context, deadline)
  if (!detected || detected.era === era) {
    void detected?.session?.transport.close(false, context.closing)
    return undefined
  }
  remember(context, detected)
  return { ...detected, reason: 'corrected' }
}

async function findModern(context: ClientContext, deadline: Deadline): Promise<Detected | undefined> {
  const result = await probeIfEnabled(context, deadline)
  if (result?.era === 'modern') return toModern(result)
  // A probe that got no response, for instance, decides nothing.
  if (result && !result.certain) throw result.reason
  return undefined
}

function toModern({ server, sentUnder }: Pick<Detected, 'server' | 'sentUnder'>): Detected {
  return { transportKind: 'streamable-http', era: 'modern', server, sentUnder, certain: true }
}

function remember(context: ClientContext, detected: Detected): void {
  const { era, transportKind: transport, server, sentUnder, certain } = detected
  if (!certain) return
  const { protocolVersion, ...description } = server
  // A legacy server introduces itself in every handshake.
  writeEraCache(
    context,
    { era, transport, protocolVersion, ...(era === 'modern' && { server: description }) },
    sentUnder,
  )
}

/** `rememberedKind` is the transport of a server that is remembered as legacy: only that is tried, without a probe. */
async function askServer(
  context: ClientContext,
  deadline: Deadline,
  signal?: AbortSignal,
  rememberedKind?: TransportKind,
): Promise<DetectedServer> {
  const { http, settings } = context
  const first = rememberedKind ?? detectTransport(http.endpoint, settings.transport)
  const second = first === 'sse' ? 'streamable-http' : 'sse'
  const isModernOnly = !versionsOf('legacy', settings.versions).length
  const kinds = settings.transport === 'auto' && !isModernOnly && !rememberedKind ? ([first, second] as const) : [first]
  let certain = false
  const { refused, value } = await tryTransports(context, kinds, openTransport, deadline, signal)
  return { ...value, refused, reason: rememberedKind ? 'remembered' : 'probe' }

  async function openTransport(transportKind: TransportKind): Promise<Detected> {
    if (transportKind === 'streamable-http' && !rememberedKind) {
      const result = await probeIfEnabled(context, deadline)
      if (result?.era === 'modern') return toModern(result)
      if (result) {
        // If Streamable HTTP fails, this also holds for HTTP+SSE, which is tried next.
        certain = result.certain
        return openAfterProbe(context, result, deadline)
      }
    }
    const session = await openSession(context, transportKind, deadline)
    return { transportKind, era: 'legacy', session, server: session.server, certain }
  }
}

/** Undefined if the option `versions` excludes the modern version. */
async function probeIfEnabled(context: ClientContext, deadline: Deadline): Promise<ProbeResult | undefined> {
  if (!context.settings.versions.includes(MODERN_VERSION)) return undefined
  try {
    return await probe(context, deadline)
  } catch (error) {
    throw explainProbeTimeout(error)
  }
}

/** Opens a session with a server that does not seem to be modern. */
async function openAfterProbe(
  context: ClientContext,
  { versions, reason, certain, otherwise }: LegacyProbeResult,
  deadline: Deadline,
): Promise<Detected> {
  const transportKind = 'streamable-http'
  if (!versions.length) {
    // Nothing was answered, so nothing is known of its revision.
    if (reason instanceof ConnectionError || reason instanceof TimeoutError) throw reason
    const { versions: requested } = context.settings
    const message = `Expected a server of ${requested}, got one that does not know it; earlier revisions need \`versions\``
    throw new VersionError(message, { delivery: 'not-executed', supported: [], requested, cause: reason })
  }
  try {
    const session = await openSession(context, transportKind, deadline, versions)
    return { transportKind, era: 'legacy', session, server: session.server, certain }
  } catch (error) {
    deadline.check()
    // It answered the probe as only a modern server does, and refuses the handshake too.
    const isFinal = isRefusal(error) || (error instanceof RpcError && error.status === undefined)
    if (otherwise && isFinal) return toModern({ server: { protocolVersion: MODERN_VERSION } })
    // The probe did not prove the legacy era. Then its refusal explains more than this error, and may rule HTTP+SSE out.
    const explainsMore = error instanceof ConnectionError || (isRefusal(error) && isModernRefusal(reason))
    throw !certain && explainsMore ? reason : error
  }
}
