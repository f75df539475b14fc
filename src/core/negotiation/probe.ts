/** The probe: one request of the stateless revision tells what a server speaks. */

import type { DiscoverResult, Implementation, InitializeResult } from '../../types/lifecycle.ts'
import { isModernRefusal, isRefusal, supportedBy, UNSUPPORTED_VERSION } from '../era-signals.ts'
import {
  ConnectionError,
  HttpError,
  InvalidMessageError,
  NotMcpEndpointError,
  RpcError,
  VersionError,
} from '../errors.ts'
import type { Shared } from '../legacy/handshake.ts'
import { createModern } from '../modern/era.ts'
import { handshakesOf, MODERN_VERSION } from '../revisions.ts'
import { converse } from '../rpc/call.ts'
import type { Deadline } from '../util/deadline.ts'
import { discoverResult } from '../validation/lifecycle.ts'
import { withoutNulls } from '../validation/remove-nulls.ts'

export type Probed =
  | { era: 'modern'; server: InitializeResult }
  | {
      era: 'legacy'
      /** What to offer in the handshake. */
      versions: readonly string[]
      /** How the probe was refused. */
      reason: unknown
      /** Whether the probe proves it: otherwise it is only worth a try. */
      certain: boolean
      /** What follows if the handshake fails too. */
      otherwise?: 'modern'
    }

/** Throws where the answer decides nothing: neither a refusal of this client nor an outage tells an era. */
export async function discover(shared: Shared, deadline: Deadline): Promise<Probed> {
  const era = createModern(shared)
  const method = 'server/discover'
  const ask = () => {
    const request = { jsonrpc: '2.0', id: shared.nextId(), method, params: {} } as const
    return converse({ ...shared, era }, request, deadline)
  }
  const askAgain = () =>
    ask().catch((error) => {
      // Refused with the very revision that the server asks for, and in a good response.
      if (error?.rpcCode !== UNSUPPORTED_VERSION || error.status || !supportedBy(error)?.includes(MODERN_VERSION)) {
        throw error
      }
      return ask()
    })
  try {
    return judge(await shared.cache.answer(era, { method, params: {}, anew: true, deadline }, askAgain), shared)
  } catch (error) {
    deadline.check()
    return judgeRefusal(error, shared)
  }
}

function judge(result: Record<string, unknown>, shared: Shared): Probed {
  if (discoverResult().safeParse(withoutNulls(result)).error) return legacy(result, handshakesOf(shared.wire.settings))
  const { supportedVersions } = result as DiscoverResult
  if (isMutual(MODERN_VERSION, supportedVersions, shared)) {
    return { era: 'modern', server: toServer(result as DiscoverResult) }
  }
  return choose(supportedVersions, shared, result)
}

/** What a server says of itself, in the form of the handshake. */
export function toServer(result: DiscoverResult): InitializeResult {
  const { capabilities, instructions, _meta, serverInfo: top } = result as DiscoverResult & Record<string, object>
  const serverInfo = ((_meta ?? {}) as Record<string, unknown>)['io.modelcontextprotocol/serverInfo'] ?? top
  return {
    protocolVersion: MODERN_VERSION,
    ...(capabilities && { capabilities }),
    ...(serverInfo !== undefined && { serverInfo: serverInfo as Implementation }),
    ...(instructions !== undefined && { instructions }),
  }
}

function judgeRefusal(error: unknown, shared: Shared): Probed {
  if (error instanceof ConnectionError) {
    // A browser may have refused the headers of this revision on behalf of the server; earlier ones need fewer.
    if (!error.rejected || error.delivery !== 'unknown') throw error
    return { ...legacy(error, handshakesOf(shared.wire.settings)), certain: false }
  }
  if (error instanceof InvalidMessageError || error instanceof NotMcpEndpointError) {
    return legacy(error, handshakesOf(shared.wire.settings))
  }
  if (!(error instanceof RpcError || error instanceof HttpError)) throw error
  const rpcCode = error instanceof RpcError ? error.rpcCode : 0
  if (rpcCode === UNSUPPORTED_VERSION) {
    const supported = supportedBy(error)
    if (!supported?.length) return { ...legacy(error, handshakesOf(shared.wire.settings)), certain: false }
    if (isMutual(MODERN_VERSION, supported, shared)) throw error
    return choose(supported, shared, error)
  }
  const isUnknown = error.status === 404 && isModernRefusal(error)
  // An error inside of a good response is the server's, whatever it says.
  if (error.status !== undefined && (!isRefusal(error) || (isModernRefusal(error) && !isUnknown))) throw error
  const probed = legacy(error, handshakesOf(shared.wire.settings))
  return isUnknown ? { ...probed, certain: false, otherwise: 'modern' } : probed
}

function isMutual(version: string, supported: readonly string[], { wire }: Shared): boolean {
  return wire.settings.versions.includes(version) && supported.includes(version)
}

function legacy(reason: unknown, versions: readonly string[]): Probed & { era: 'legacy' } {
  return { era: 'legacy', versions, reason, certain: true }
}

/** From what the server named. That it names earlier revisions is an offer, not a refusal. */
function choose(supported: readonly string[], shared: Shared, reason: unknown): Probed {
  const mutual = handshakesOf(shared.wire.settings).filter((version) => supported.includes(version))
  if (mutual.length) return legacy(reason, mutual)
  const { versions: requested } = shared.wire.settings
  const message = `The server speaks ${`${supported}`.slice(0, 100)}, this client ${requested}`
  throw new VersionError(message, { delivery: 'not-executed', supported, requested, cause: reason })
}
