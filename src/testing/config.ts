/** What a realm does unless it is told otherwise, and how it is told. */
import type { DeepPartial } from './control/control-types.ts'
import type { ServerConfig } from './script/script.ts'

/** Revisions without a handshake. */
export const STATELESS_VERSION = '2026-07-28'

/** The revision that brought priming events and server-side disconnect. */
export const POLLING_VERSION = '2025-11-25'

/** The one revision with JSON-RPC batches; also what a request without a version header is taken for. */
export const BATCH_VERSION = '2025-03-26'

export function defaultConfig(): ServerConfig {
  return {
    versions: [STATELESS_VERSION, POLLING_VERSION, '2025-06-18', BATCH_VERSION, '2024-11-05'],
    answer: 'sse',
    session: { issue: true, expose: true },
    prime: true,
    ping: 'ok',
    get: 'accept',
    delete: { status: 200 },
    unknownCursor: { status: 400 },
    replay: 'missed',
    sse: {
      endpoint: 'relative',
      ibm: false,
      retry: 5_000,
      keepalive: 0,
      sendTimeout: 30_000,
      cutAfterRapid: 0,
      postStatus: 202,
    },
  }
}

/** Only `session`, `sse` and `oauth` are merged: all other values are alternatives, of which one replaces the other. */
export function mergeConfig(config: ServerConfig, change: DeepPartial<ServerConfig>): ServerConfig {
  return {
    ...config,
    ...change,
    session: { ...config.session, ...change.session },
    sse: { ...config.sse, ...change.sse },
    ...(change.oauth && { oauth: { ...config.oauth, ...change.oauth } }),
  } as ServerConfig
}

/** Revisions on offer that begin with `initialize`, newest first. */
export function handshakeVersions(config: ServerConfig): string[] {
  return config.versions.filter((version) => version < STATELESS_VERSION).sort((a, b) => (a < b ? 1 : -1))
}
