/** The era of a request, by its form alone, and the eras of a server. */
import type { Exchange } from '../network/exchange.ts'

export type EraName = 'modern' | 'legacy' | 'http-sse'

export const MODERN = '2026-07-28'

/** What a server speaks for a while. */
export interface Offer {
  versions: string[]
  /** Only HTTP+SSE, at the same URL. */
  overSse: boolean
}

const META_VERSION = 'io.modelcontextprotocol/protocolVersion'

/** The revision in the body, which only modern requests have. */
export function bodyVersion({ message }: Exchange): unknown {
  return message?.params?._meta?.[META_VERSION]
}

export function eraOf(exchange: Exchange): EraName {
  if (bodyVersion(exchange) !== undefined) return 'modern'
  if (exchange.path.endsWith('/message')) return 'http-sse'
  // The stream of `initialize` is resumed before the revision is known, but then the session is.
  const { headers, http } = exchange
  return http === 'GET' && !headers['mcp-protocol-version'] && !headers['mcp-session-id'] ? 'http-sse' : 'legacy'
}

export function isProbe({ rpc }: Exchange): boolean {
  return rpc === 'server/discover'
}

/** The eras that a server with this offer can be talked to in. */
export function erasOffered({ versions, overSse }: Offer): EraName[] {
  if (overSse) return ['http-sse']
  const hasModern = versions.includes(MODERN)
  const hasLegacy = versions.some((version) => version < MODERN)
  return [...(hasModern ? (['modern'] as const) : []), ...(hasLegacy ? (['legacy'] as const) : [])]
}
