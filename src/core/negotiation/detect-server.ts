/** Finds out the era and transport of a server: from a snapshot, from the era cache, or by asking the server. */
import type { EraName, InitializeResult, TransportKind } from '../../types/lifecycle.ts'
import { readEraCache, writeEraCache } from '../cache/era-cache.ts'
import type { UsedPartition } from '../cache/partition.ts'
import type { CallScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import {
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  NotMcpEndpointError,
  RpcError,
  TimeoutError,
  VersionError,
} from '../errors.ts'
import type { Legacy } from '../legacy/legacy.ts'
import type { Session } from '../legacy/transport.ts'
import type { TransportOption } from '../options.ts'
import { isModernRefusal, isRefusal } from '../refusals.ts'
import type { Snapshot } from '../resume-token.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { parseUrl } from '../util/parse-url.ts'
import { explainProbeTimeout, type LegacyProbeResult, type ProbeResult, probe } from './probe.ts'
import { tryTransports } from './transport-fallback.ts'

export interface DetectedServer {
  transportKind: TransportKind
  era: EraName
  server: InitializeResult
  /** The cache partition that the description of a modern server belongs to, unless everybody may share it. */
  usedPartition?: UsedPartition | undefined
  /** Only in the legacy era. */
  session?: Session | undefined
  /** How the server refused the transport that was tried first. */
  refused?: ConnectAttempt | undefined
  /** How the era became known, for `onEvent`. */
  reason: 'probe' | 'remembered' | 'corrected'
  /** Whether the server proved its era, so that it may be stored in the era cache. */
  certain: boolean
}

/** `sse` for a URL whose last path segment is `sse`, unless `transport` says otherwise. Sends nothing. */
export function detectTransport(url: string | URL, transport: TransportOption = 'auto'): TransportKind {
  if (transport !== 'auto') return transport
  const parsed = parseUrl(url, 'http://localhost')
  // Without the text itself, which may contain a secret.
  if (!parsed) throw invalidArgument('detectTransport: expected a URL, got another text')
  return parsed.pathname.split('/').filter(Boolean).at(-1) === 'sse' ? 'sse' : 'streamable-http'
}

/** A detected server without `reason`, which the callers add. */
type Detected = Omit<DetectedServer, 'reason'>

/** Without `legacy` only a server of 2026-07-28 is found. */
export async function detectServer(
  context: ClientContext,
  legacy: Legacy | undefined,
  scope: CallScope,
  signal?: AbortSignal,
): Promise<DetectedServer> {
  const { snapshot } = context.settings
  const continued = snapshot && fromSnapshot(context, legacy, snapshot)
  if (continued) return continued
  // A session over HTTP+SSE cannot be continued, but the era and transport of the server are known.
  const isSse = legacy && snapshot?.transport === 'sse'
  const remembered = isSse ? ({ era: 'legacy', transport: 'sse' } as const) : await readEraCache(context, scope)
  if (remembered?.era === 'modern') return { ...toModern(remembered), reason: 'remembered', certain: false }
  const confirmed =
    remembered &&
    (await askServer(context, legacy, scope, signal, remembered.transport).catch((error) => {
      scope.check()
      if (!isWrongMemory(error)) throw error
    }))
  if (confirmed) return confirmed
  const detected = await askServer(context, legacy, scope, signal)
  remember(context, detected)
  return detected
}

/** Sends nothing: a session that has ended is replaced at the first call. Undefined if the snapshot cannot be continued. */
function fromSnapshot(
  context: ClientContext,
  legacy: Legacy | undefined,
  snapshot: Snapshot,
): DetectedServer | undefined {
  const { era, transport: transportKind, session, server } = snapshot
  for (const tool of snapshot.tools ?? []) context.tools.remember(tool)
  const common = { transportKind, era, server, reason: 'remembered', certain: false } as const
  const { versions } = context.settings
  if (era === 'modern') return versions.includes(MODERN_VERSION) ? common : undefined
  if (!session || !legacy || !versions.includes(server.protocolVersion)) return undefined
  return { ...common, session: legacy.continueSession(context, session, server) }
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
  legacy: Legacy | undefined,
  scope: CallScope,
  era: EraName,
): Promise<DetectedServer | undefined> {
  // A legacy server is only probed: asking it in full would open a second session for every unexpected error.
  const detected = era === 'modern' ? await askServer(context, legacy, scope) : await findModern(context, scope)
  if (!detected || detected.era === era) {
    void detected?.session?.transport.close(false, context.closing)
    return undefined
  }
  remember(context, detected)
  return { ...detected, reason: 'corrected' }
}

async function findModern(context: ClientContext, scope: CallScope): Promise<Detected | undefined> {
  const result = await probeIfEnabled(context, scope)
  if (result?.era === 'modern') return toModern(result)
  // A probe that got no response, for instance, decides nothing.
  if (result && !result.certain) throw result.reason
  return undefined
}

function toModern({ server, usedPartition }: Pick<Detected, 'server' | 'usedPartition'>): Detected {
  return { transportKind: 'streamable-http', era: 'modern', server, usedPartition, certain: true }
}

function remember(context: ClientContext, detected: Detected): void {
  const { era, transportKind: transport, server, usedPartition, certain } = detected
  if (!certain) return
  const { protocolVersion, ...description } = server
  // A legacy server introduces itself in every handshake.
  writeEraCache(
    context,
    {
      era,
      transport,
      protocolVersion,
      ...(era === 'modern' && { server: description, ttlMs: context.discovery.ttlMs }),
    },
    usedPartition,
  )
}

/** `rememberedKind` is the transport of a server that is remembered as legacy: only that is tried, without a probe. */
async function askServer(
  context: ClientContext,
  legacy: Legacy | undefined,
  scope: CallScope,
  signal?: AbortSignal,
  rememberedKind?: TransportKind,
): Promise<DetectedServer> {
  const { http, settings } = context
  const first = legacy ? (rememberedKind ?? detectTransport(http.endpoint, settings.transport)) : 'streamable-http'
  const second = first === 'sse' ? 'streamable-http' : 'sse'
  const isModernOnly = !versionsOf('legacy', settings.versions).length
  const kinds = settings.transport === 'auto' && !isModernOnly && !rememberedKind ? ([first, second] as const) : [first]
  let certain = false
  const { refused, value } = await tryTransports(context, kinds, openTransport, scope, signal)
  return { ...value, refused, reason: rememberedKind ? 'remembered' : 'probe' }

  async function openTransport(transportKind: TransportKind): Promise<Detected> {
    if (transportKind === 'streamable-http' && !rememberedKind) {
      const result = await probeIfEnabled(context, scope)
      if (result?.era === 'modern') return toModern(result)
      if (result) {
        // If Streamable HTTP fails, this also holds for HTTP+SSE, which is tried next.
        certain = result.certain
        return openAfterProbe(context, legacy, result, scope)
      }
    }
    const session = await legacy!.openSession(context, transportKind, scope)
    return { transportKind, era: 'legacy', session, server: session.server, certain }
  }
}

/** Undefined if the option `versions` excludes the modern version. */
async function probeIfEnabled(context: ClientContext, scope: CallScope): Promise<ProbeResult | undefined> {
  if (!context.settings.versions.includes(MODERN_VERSION)) return undefined
  try {
    return await probe(context, scope)
  } catch (error) {
    throw explainProbeTimeout(error)
  }
}

/** Opens a session with a server that does not seem to be modern. */
async function openAfterProbe(
  context: ClientContext,
  legacy: Legacy | undefined,
  { versions, reason, certain, otherwise }: LegacyProbeResult,
  scope: CallScope,
): Promise<Detected> {
  const transportKind = 'streamable-http'
  if (!versions.length || !legacy) {
    // Nothing was answered, so nothing is known of its revision.
    if (reason instanceof ConnectionError || reason instanceof TimeoutError) throw reason
    const { versions: requested } = context.settings
    const remedy = legacy ? '; earlier revisions need `versions`' : ''
    const message = `Expected a server of ${requested}, got one that does not know it${remedy}`
    throw new VersionError(message, { delivery: 'not-executed', supported: [], requested, cause: reason })
  }
  try {
    const session = await legacy.openSession(context, transportKind, scope, versions)
    return { transportKind, era: 'legacy', session, server: session.server, certain }
  } catch (error) {
    scope.check()
    // It answered the probe as only a modern server does, and refuses the handshake too.
    const isFinal = isRefusal(error) || (error instanceof RpcError && error.status === undefined)
    if (otherwise && isFinal) return toModern({ server: { protocolVersion: MODERN_VERSION } })
    // The probe did not prove the legacy era. Then its refusal explains more than this error, and may rule HTTP+SSE out.
    const explainsMore = error instanceof ConnectionError || (isRefusal(error) && isModernRefusal(reason))
    throw !certain && explainsMore ? reason : error
  }
}
