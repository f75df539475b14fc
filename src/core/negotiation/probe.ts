/** The probe: one `server/discover` request shows whether a server belongs to the modern era. */
import type { DiscoverResult, Implementation, InitializeResult } from '../../types/lifecycle.ts'
import type { SentUnder } from '../cache/partition.ts'
import type { ClientContext } from '../context.ts'
import { contradictsItself, isModernRefusal, isRefusal, supportedVersions } from '../era-signals.ts'
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
import { createModernEra } from '../modern/era.ts'
import type { Settings } from '../resolve-options.ts'
import { MODERN_VERSION, versionsOf } from '../revisions.ts'
import { sendAndCollect } from '../rpc/exchange.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
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
  sentUnder: SentUnder | undefined
}

export type ProbeResult = ModernProbeResult | LegacyProbeResult

const DISCOVER = 'server/discover'

/** Throws where the answer decides nothing, such as a 401 or an outage. */
export async function probe(context: ClientContext, deadline: Deadline): Promise<ProbeResult> {
  const { partition, nextId, settings, environment } = context
  const channel = createModernEra(context)
  const limit = 'probeTimeout'
  const send = () =>
    withDeadline(environment, { what: DISCOVER, total: settings[limit], limit }, (probing) => {
      deadline.onPassed((reason) => probing.abort(reason))
      const request = { jsonrpc: '2.0', id: nextId(), method: DISCOVER, params: {} } as const
      return sendAndCollect({ ...context, channel }, request, probing)
    })
  const sentUnder = await deadline.race(partition.track())
  try {
    const result = await send().catch((error) => {
      // With an error status, the channel has already repeated the request; here the status was successful.
      if (error?.status || !contradictsItself(error, MODERN_VERSION)) throw error
      return send()
    })
    return classifyResult(result, settings, sentUnder)
  } catch (error) {
    deadline.check()
    return classifyRefusal(error, settings)
  }
}

/** Adds a remedy to the message of a timeout. Returns other errors unchanged. */
export function explainProbeTimeout(error: unknown): unknown {
  if (!(error instanceof TimeoutError)) return error
  const remedy = `a server that never answers ${DISCOVER} needs \`versions\` without ${MODERN_VERSION}`
  return new TimeoutError(`${error.message}; ${remedy}`, { limit: error.limit, retryable: true, cause: error })
}

function classifyResult(result: Record<string, unknown>, settings: Settings, sentUnder: SentUnder): ProbeResult {
  if (findProblem(discoverResult, result)) return toLegacy(result, settings)
  const { supportedVersions } = result as unknown as DiscoverResult
  if (isModernMutual(supportedVersions, settings)) {
    const server = toServer(result as unknown as DiscoverResult)
    return { era: 'modern', server, sentUnder: result.cacheScope === 'public' ? undefined : sentUnder }
  }
  return chooseLegacy(supportedVersions, settings, result)
}

/** A discover result in the form of an initialize result. */
function toServer(result: DiscoverResult): InitializeResult {
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
    // A browser may have blocked the headers of the modern era in a preflight; legacy requests need fewer headers.
    if (!error.rejected || error.delivery !== 'unknown') throw error
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
