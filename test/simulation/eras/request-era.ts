/** Which era a request belongs to, by its form alone. */
import type { Exchange } from '../network/exchange.ts'

export type EraName = 'modern' | 'legacy' | 'http-sse'

export const MODERN = '2026-07-28'

const META = 'io.modelcontextprotocol/protocolVersion'

/** The revision that the body names; only the stateless era does. */
export function versionIn({ message }: Exchange): unknown {
  return message?.params?._meta?.[META]
}

export function formOf(exchange: Exchange): EraName {
  if (versionIn(exchange) !== undefined) return 'modern'
  if (exchange.path.endsWith('/message')) return 'http-sse'
  return exchange.http === 'GET' && !exchange.headers['mcp-protocol-version'] ? 'http-sse' : 'legacy'
}

/** Asks what the server speaks. */
export function isProbe({ rpc }: Exchange): boolean {
  return rpc === 'server/discover'
}

/** What a server with these revisions can be talked to in. */
export function erasOf({ versions, overSse }: { versions: readonly string[]; overSse: boolean }): EraName[] {
  if (overSse) return ['http-sse']
  const modern = versions.includes(MODERN)
  const handshakes = versions.some((version) => version < MODERN)
  return [...(modern ? (['modern'] as const) : []), ...(handshakes ? (['legacy'] as const) : [])]
}
