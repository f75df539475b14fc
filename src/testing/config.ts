/** The standing behaviour of a realm: its configuration, the defaults, and how changes are merged. */
import type { DiscoveryConfig } from './discovery/documents.ts'
import type { OAuthConfig } from './oauth/config.ts'
import { HANDSHAKE_VERSIONS, STATELESS_VERSION } from './revisions.ts'

/** One realm is one isolated server: its own sessions, journal and script. Plain JSON. */
export interface ServerConfig {
  /** What the server says about itself. */
  serverInfo: { name: string; version: string }
  /** What the server tells models about itself. */
  instructions?: string
  /** Pages of these origins may call it: those of this machine, as the specification asks for, or all. */
  origins: 'local' | 'any'
  /** Revisions on offer. `2026-07-28` switches the stateless era on beside the legacy ones. */
  versions: string[]
  /** How a request is answered when no rule says otherwise. */
  answer: 'sse' | 'json'
  /** The sessions of the handshake revisions. */
  session: {
    /** `true`: a fresh id at each initialize; `false`: stateless; a string: that very id. */
    issue: boolean | string
    /** Milliseconds without a request after which the session answers 404. */
    ttl?: number
    /** Whether `Access-Control-Expose-Headers` names `Mcp-Session-Id`. */
    expose: boolean
  }
  /** Whether events get ids, so that a stream can be resumed. */
  resumable: boolean
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
  /** The answer to `ping`: a result, none, a JSON-RPC error, or an HTTP status. */
  ping: 'ok' | 'never' | { code: number; message: string } | { status: number }
  /** Whether POST on the MCP endpoint is served; old servers that know only HTTP+SSE refuse it. */
  post: 'accept' | { status: number }
  /** What GET on the MCP endpoint does; `sse` opens an HTTP+SSE stream, as old servers do at their only URL. */
  get: 'accept' | 'acceptAndClose' | 'html' | 'sse' | { status: number }
  /** The answer to DELETE; `hang` is none at all. */
  delete: 'hang' | { status: number }
  /** The answer to an unknown `Last-Event-ID`; `empty` is a stream that ends at once. */
  unknownCursor: 'empty' | { status: number }
  /** `duplicate` repeats the event that the cursor names. */
  replay: 'missed' | 'duplicate'
  /** Headers that `Access-Control-Allow-Headers` names; absent: all that are asked for. */
  allowHeaders?: string[]
  /** Requires tokens, which the realm's own authorization server issues. Absent: no token is needed. */
  oauth?: OAuthConfig
  /** What it publishes about itself, for clients that look for servers. Absent: nothing. */
  discovery?: DiscoveryConfig
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
  /** Milliseconds for which the result may be kept. */
  ttlMs?: unknown
  /** Whom it may be kept for. */
  cacheScope?: unknown
}

/** The same object with every member optional, also those of its members. */
export type DeepPartial<T> = { [K in keyof T]?: NonNullable<T[K]> extends object ? DeepPartial<T[K]> | T[K] : T[K] }

export function defaultConfig(): ServerConfig {
  return {
    serverInfo: { name: 'mock', version: '1.0.0' },
    instructions: 'A mock server for tests. Everything it says is made up.',
    origins: 'local',
    versions: [STATELESS_VERSION, ...HANDSHAKE_VERSIONS],
    answer: 'sse',
    resumable: true,
    session: { issue: true, expose: true },
    prime: true,
    /** The answer to `ping`: a result, none, a JSON-RPC error, or an HTTP status. */
    ping: 'ok',
    post: 'accept',
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
