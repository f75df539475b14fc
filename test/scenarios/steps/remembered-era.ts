/** What a client may already know of a server: an era that is remembered, or a snapshot of another client. */
import type { Client, ConnectOptions, EraCache, KnownServer, Snapshot } from '../../../src/core/index.ts'

/** Options by which every server is remembered as one of these. */
export const rememberedAs = (kind: 'modern' | 'legacy' | 'http-sse', more: object = {}): { eraCache: EraCache } => {
  const protocolVersion = { modern: '2026-07-28', legacy: '2025-11-25', 'http-sse': '2024-11-05' }[kind]
  const era = kind === 'modern' ? 'modern' : 'legacy'
  const transport = kind === 'http-sse' ? 'sse' : 'streamable-http'
  const known = { era, transport, protocolVersion, ...(era === 'modern' && { server: {} }), ...more } as const
  return { eraCache: { get: () => ({ ...known, checkedAt: Date.now() }), set() {} } }
}

/** Options that continue this client as another isolate would: from JSON, and without a shared memory. */
export const fromSnapshotOf = (client: Client): Pick<ConnectOptions, 'snapshot' | 'eraCache'> => ({
  snapshot: JSON.parse(JSON.stringify(client.snapshot())) as Snapshot,
  eraCache: new Map<string, KnownServer>(),
})
