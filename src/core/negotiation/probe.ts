/** The probe: one `server/discover` request shows whether a server belongs to the modern era. */
import type { DiscoverResult, Implementation, InitializeResult } from '../../types/lifecycle.ts'
import type { UsedPartition } from '../cache/partition.ts'
import { type CallScope, withScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import { UNSUPPORTED_VERSION } from '../error-codes.ts'
import {
  ConnectionError,
  HttpError,
  InvalidMessageError,
  NotMcpEndpointError,
  noCommonVersion,
  RpcError,
  TimeoutError,
} from '../errors.ts'
import { BLOCKED } from '../http/cors-hints.ts'
import { createModernEra } from '../modern/modern-era.ts'
import { isModernRefusal, isRefusal, supportedVersions } from '../refusals.ts'
import type { Settings } from '../resolve-options.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import { sendInScope } from '../rpc/send.ts'
import { isObject } from '../util/is-object.ts'
import { findProblem } from '../validation/shape.ts'
import { discoverResult } from '../validation/shapes.ts'

export interface LegacyProbeResult {
  era: 'legacy'
  /** The versions to offer in the handshake. */
  versions: readonly string[]
  /** How the server refused the probe. */
  reason: unknown
  /** Whether the probe proves the era; if not, a handshake is only worth a try. */
  certain: boolean
  /** The era of the server if the handshake fails too. */
  otherwise?: 'modern'
}

export interface ModernProbeResult {
  era: 'modern'
  server: InitializeResult
  /** The cache partition that `server` belongs to; undefined if the server allows to share it. */
  usedPartition: UsedPartition | undefined
}

export type ProbeResult = ModernProbeResult | LegacyProbeResult

const DISCOVER = 'server/discover'

/** Throws where the answer decides nothing, such as a 401 or an outage. */
export async function probe(context: ClientContext, scope: CallScope): Promise<ProbeResult> {
  const { partition, settings, environment } = context
  const sender = { current: createModernEra(context) }
  const limit = 'probeTimeout'
  const send = () =>
    withScope(environment, { what: DISCOVER, total: settings[limit], limit }, (probing) => {
      scope.onPassed((reason) => probing.abort(reason))
      return sendInScope(context, sender, probing, { method: DISCOVER, params: {} })
    })
  const usedPartition = await scope.race(partition.track())
  try {
    const result = await send().catch((error) => {
      // A connection that was cut once says nothing about the era.
      const wasCut = error instanceof ConnectionError && error.delivery === 'unknown' && !wasBlocked(error)
      if (!wasCut) throw error
      scope.check()
      return send()
    })
    Object.assign(context.discovery, { checkedAt: environment.now(), ttlMs: ttlOf(result), refusal: undefined })
    return classifyResult(result, settings, usedPartition)
  } catch (error) {
    scope.check()
    context.discovery.refusal = error
    return classifyRefusal(error, settings)
  }
}

/** Adds a remedy to the message of a timeout. Returns other errors unchanged. */
export function explainProbeTimeout(error: unknown): unknown {
  if (!(error instanceof TimeoutError)) return error
  const remedy = `a server that never answers ${DISCOVER} needs \`versions\` without ${MODERN_VERSION}`
  return new TimeoutError(`${error.message}; ${remedy}`, { limit: error.limit, retryable: true, cause: error })
}

function classifyResult(
  result: Record<string, unknown>,
  settings: Settings,
  usedPartition: UsedPartition,
): ProbeResult {
  const { supportedVersions } = result as unknown as DiscoverResult
  // As uncertain as no answer.
  if (supportedVersions?.length === 0) return { ...toLegacy(result, settings), certain: false }
  if (findProblem(discoverResult, result)) return toLegacy(result, settings)
  if (isModernMutual(supportedVersions, settings)) {
    const server = toServer(result as unknown as DiscoverResult)
    return { era: 'modern', server, usedPartition: result.cacheScope === 'public' ? undefined : usedPartition }
  }
  return chooseLegacy(supportedVersions, settings, result)
}

/** Milliseconds for which the result may be used, at most a day. */
export function ttlOf({ ttlMs }: Record<string, unknown>): number {
  return typeof ttlMs === 'number' ? Math.min(ttlMs, 86_400_000) : 0
}

/** A discover result in the form of an initialize result. */
export function toServer(result: DiscoverResult): InitializeResult {
  const { capabilities, instructions, _meta, serverInfo: topLevel } = result as DiscoverResult & Record<string, object>
  const inMeta = ((_meta ?? {}) as Record<string, unknown>)['io.modelcontextprotocol/serverInfo']
  const serverInfo = isObject(inMeta) ? inMeta : topLevel
  return {
    protocolVersion: MODERN_VERSION,
    ...(capabilities && { capabilities }),
    ...(serverInfo && { serverInfo: serverInfo as Implementation }),
    ...(instructions !== undefined && { instructions }),
  }
}

function classifyRefusal(error: unknown, settings: Settings): ProbeResult {
  // Some legacy servers never answer a request that they do not know.
  if (error instanceof TimeoutError) return { ...toLegacy(explainProbeTimeout(error), settings), certain: false }
  if (error instanceof ConnectionError) {
    if (!wasBlocked(error)) throw error
    return { ...toLegacy(error, settings), certain: false }
  }
  if (error instanceof InvalidMessageError || error instanceof NotMcpEndpointError) return toLegacy(error, settings)
  if (!(error instanceof RpcError || error instanceof HttpError)) throw error
  const rpcCode = error instanceof RpcError ? error.rpcCode : 0
  if (rpcCode === UNSUPPORTED_VERSION) {
    const supported = supportedVersions(error)
    if (!supported?.length) return { ...toLegacy(error, settings), certain: false }
    if (isModernMutual(supported, settings)) throw error
    return chooseLegacy(supported, settings, error)
  }
  const isUnknownMethod = error.status === 404 && isModernRefusal(error)
  // A JSON-RPC error with a successful status, whatever its code, is that of a legacy server.
  if (error.status !== undefined && (!isRefusal(error) || (isModernRefusal(error) && !isUnknownMethod))) throw error
  const result = toLegacy(error, settings)
  return isUnknownMethod ? { ...result, certain: false, otherwise: 'modern' } : result
}

/** Whether a browser seems to have blocked the headers of the modern era in a preflight; legacy requests need fewer. */
function wasBlocked({ rejected, hint }: ConnectionError): boolean {
  return !!rejected && !!hint?.includes(BLOCKED)
}

/** Whether both sides support the modern version. */
function isModernMutual(supported: readonly string[], { versions }: Settings): boolean {
  return versions.includes(MODERN_VERSION) && supported.includes(MODERN_VERSION)
}

function toLegacy(reason: unknown, settings: Settings): LegacyProbeResult {
  return { era: 'legacy', versions: versionsOf('legacy', settings.versions), reason, certain: true }
}

/** Only the legacy versions that the server named may be offered. Throws VersionError if there are none. */
function chooseLegacy(supported: readonly string[], settings: Settings, reason: unknown): ProbeResult {
  const result = toLegacy(reason, settings)
  const mutual = result.versions.filter((version) => supported.includes(version))
  if (mutual.length) return { ...result, versions: mutual }
  throw noCommonVersion(supported, settings.versions, reason)
}
