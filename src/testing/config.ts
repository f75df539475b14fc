/** The standing behaviour of a realm: its configuration, the defaults, and how changes are merged. */
import type { OAuthConfig } from './oauth/config.ts'
import { BATCH_VERSION, POLLING_VERSION, STATELESS_VERSION } from './revisions.ts'

/** One realm is one isolated server: its own sessions, journal and script. Plain JSON. */
export interface ServerConfig {
  /** Revisions on offer. `2026-07-28` switches the stateless era on beside the legacy ones. */
  versions: string[]
  /** How a request is answered when no rule says otherwise. */
  answer: 'sse' | 'json'
  session: {
    /** `true`: a fresh id at each initialize; `false`: stateless; a string: that very id. */
    issue: boolean | string
    /** Milliseconds without a request after which the session answers 404. */
    ttl?: number
    /** Whether `Access-Control-Expose-Headers` names `Mcp-Session-Id`. */
    expose: boolean
  }
  /** Priming events (SEP-1699) on streams of clients at 2025-11-25. */
  prime: boolean
  /** The `retry` field of priming events, in milliseconds. */
  retry?: number
  /** Replaces the declared capabilities; `null` leaves the key out of the answer. */
  capabilities?: Record<string, unknown> | null
  /** Items per page of every list. */
  pageSize?: number
  /** Every page of a list names the same next cursor. */
  repeatCursor?: boolean
  /**
   * The caching hints on results of the stateless era. Absent: `ttlMs: 0`. `methods` has those of single methods,
   * where a list has one for each page and its last one is for all further pages.
   */
  cache?: CacheHints & { methods?: Record<string, CacheHints | CacheHints[]> }
  ping: 'ok' | 'never' | { code: number; message: string } | { status: number }
  /** What GET on the MCP endpoint does; `sse` opens an HTTP+SSE stream, as old servers do at their only URL. */
  get: 'accept' | 'acceptAndClose' | 'html' | 'sse' | { status: number }
  delete: 'hang' | { status: number }
  /** The answer to an unknown `Last-Event-ID`; `empty` is a stream that ends at once. */
  unknownCursor: 'empty' | { status: number }
  /** `duplicate` repeats the event that the cursor names. */
  replay: 'missed' | 'duplicate'
  /** Headers that `Access-Control-Allow-Headers` names; absent: all that are asked for. */
  allowHeaders?: string[]
  /** Requires tokens, which the realm's own authorization server issues. Absent: no token is needed. */
  oauth?: OAuthConfig
  /** HTTP+SSE, 2024-11-05. */
  sse: {
    endpoint: 'relative' | 'absolute' | 'never' | 'twice' | { url: string }
    /** CRLF, `retry` in every frame, an immediate `keepalive` frame, no ids, absolute endpoint, `X-MCP-SSE`. */
    ibm: boolean
    retry: number
    /** Milliseconds of silence between keepalive frames; 0 is off. */
    keepalive: number
    /** Ends the connection of a client that stopped reading, in milliseconds; 0 is off. */
    sendTimeout: number
    /** Ends the stream after this many messages that are less than 100 ms apart; 0 is off. */
    cutAfterRapid: number
    /** Status of POSTs to the message endpoint. */
    postStatus: number
  }
}

/** Of any type, so that a server can also send invalid ones. */
export interface CacheHints {
  ttlMs?: unknown
  cacheScope?: unknown
}

export type DeepPartial<T> = { [K in keyof T]?: NonNullable<T[K]> extends object ? DeepPartial<T[K]> | T[K] : T[K] }

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

/** Merges `session`, `sse` and `oauth` member by member; every other member replaces the previous value. */
export function mergeConfig(config: ServerConfig, change: DeepPartial<ServerConfig>): ServerConfig {
  return {
    ...config,
    ...change,
    session: { ...config.session, ...change.session },
    sse: { ...config.sse, ...change.sse },
    ...(change.oauth && { oauth: { ...config.oauth, ...change.oauth } }),
  } as ServerConfig
}
