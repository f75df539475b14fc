/** What the mock server can be told to do. Plain JSON, so that a scenario can say it from any runtime. */

import type { OAuthConfig } from '../oauth/config.ts'

/** Standing behaviour of one realm (a realm is one isolated server: its own sessions, journal and script). */
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
  /** A cursor that repeats for ever. */
  repeatCursor?: boolean
  /**
   * The caching hints on results of the stateless era; absent: stale at once. `methods` has those of single methods,
   * where a list has one for each page and its last one is for all further pages.
   */
  cache?: CacheHints & { methods?: Record<string, CacheHints | CacheHints[]> }
  ping: 'ok' | 'never' | { code: number; message: string } | { status: number }
  /** What GET on the MCP endpoint does; `sse` opens an HTTP+SSE stream, as old servers do at their only URL. */
  get: 'accept' | 'acceptAndClose' | 'html' | 'sse' | { status: number }
  delete: 'hang' | { status: number }
  /** What a `Last-Event-ID` that nobody knows gets; `empty` is a stream that ends at once. */
  unknownCursor: 'empty' | { status: number }
  /** `duplicate` repeats the event the cursor names. */
  replay: 'missed' | 'duplicate'
  /** Headers that `Access-Control-Allow-Headers` names; absent: all that are asked for. */
  allowHeaders?: string[]
  /** Tokens are required, and given out by the realm's own authorization server. Absent: everybody may call. */
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

/** Whatever a server may say, also what it must not. */
export interface CacheHints {
  ttlMs?: unknown
  cacheScope?: unknown
}

/** Which request a rule is about. Every given field must match; preflights match only `http: 'OPTIONS'`. */
export interface Match {
  http?: 'POST' | 'GET' | 'DELETE' | 'OPTIONS'
  /** Path inside the realm, such as `/mcp` or `/sse`. */
  path?: string
  /** JSON-RPC method of the body, or `response`. */
  rpc?: string
  /** `params.name` of a `tools/call`. */
  tool?: string
}

/** The first rule that fits decides. Each counts for itself, also requests that another rule took. */
export interface Rule {
  on: Match
  /** Only the nth request that matches `on` (1 is the first); absent: all of them. */
  nth?: number
  /**
   * Steps in order. Where the list ends, an open stream is closed cleanly; a list that decides nothing passes.
   * A step that needs an open stream opens one. Scripted answers are for requests that the server would accept:
   * an unknown session is refused all the same, and only `respond` answers without looking.
   */
  do: Step[]
}

export type Step =
  // Anywhere
  | { delay: number }
  /** Reports `reached` and waits until the scenario releases it. A released barrier stays open. */
  | { barrier: string }
  // Before the head: one of these decides what kind of response it is
  /**
   * The ordinary behaviour of the server, as if there were no rule. If that is a stream, the steps that follow
   * happen to it while it goes on: delay, barrier, event, frame, comment, trickle, close, fault.
   */
  | { pass: true }
  | { respond: { status?: number; headers?: Record<string, string>; body?: string | object } }
  /** The request's own answer as `application/json`. */
  | { answerJson: true | object }
  /** Opens an SSE response. */
  | { stream: StreamHead }
  // On an open stream
  /** An event with an `id` is a position from which the stream can be resumed. */
  | { event: { id?: string; event?: string; data?: string | object; retry?: number | string } }
  | { frame: string }
  /** A priming event: a stored id, empty data, the configured `retry` or the given one. */
  | { prime: true | { id?: string; retry?: number } }
  | { comment: string }
  /** The request's own answer: computed by the server (`true`) or this result. `store` gives it an event id. */
  | { answer: true | object; store?: boolean }
  | { answerError: { code: number; message: string; data?: unknown }; id?: string | number | null }
  | { answerWithId: string | number | null; result: object }
  /** That many progress notifications for this request, or one notification as given. */
  | { notify: number | { method: string; params?: object }; store?: boolean }
  /** A server request; with `wait` the next step waits for the client's response. */
  | { serverRequest: { method: string; params?: object; id?: string | number }; wait?: boolean }
  /** Silence on the open stream; over at once when the client leaves. */
  | { hold: number | 'forever' }
  /** That many bytes of comment, again and again. */
  | { trickle: { bytes: number; every: number; times?: number } }
  /** From here on the work goes on with the connection closed: what follows is stored for replay. */
  | { closeConnection: true }
  | { close: true }
  /** Breaks the connection off; the client sees a network error. The work goes on as after `closeConnection`. */
  | { fault: true }

export interface StreamHead {
  status?: number
  headers?: Record<string, string>
  lineEnd?: '\n' | '\r\n' | '\r'
  /** Writes in pieces of this many bytes. */
  split?: number
  /** Declares a Content-Length: a stream that ends before it is a network error. */
  length?: number
}

/** Something that happens now, to connections that are already there. */
export type Act =
  | { expireSessions: true }
  /** Forgets everything but the configuration, the script and the journal; all streams end. */
  | { restart: true }
  /** A notification to every listening stream (GET, HTTP+SSE, `subscriptions/listen`). */
  | { notify: { method: string; params?: object } }
  | { serverRequest: { method: string; params?: object } }
  | { closeStreams: 'get' | 'post' | 'sse' | 'all' }
  /** Access tokens that were used so far are refused from now on. */
  | { expireTokens: true }
  /** Clients that registered dynamically are unknown from now on. */
  | { forgetClients: true }

/** One HTTP request, and what became of its response. */
export interface JournalEntry {
  n: number
  /** Milliseconds on the server's clock. */
  at: number
  http: string
  /** Path inside the realm, with its query. */
  path: string
  /** Lower-case names. */
  headers: Record<string, string>
  /** The parsed body, or its text if it is not JSON. */
  body?: unknown
  rpc?: string
  id?: string | number | null
  status?: number
  contentType?: string
  bytes: number
  /** SSE events written. */
  events: number
  /** How the response body ended; absent while it is open. */
  ended?: 'closed' | 'client-left' | 'fault' | 'no-body'
  endedAt?: number
  /** What went wrong inside the mock itself. */
  error?: string
}
