/** The options of `connect()`, with their defaults in words; `resolve-options.ts` has the values. */
import type { AllowUndefined } from '../types/allow-undefined.ts'
import type { Params, RequestId } from '../types/jsonrpc.ts'
import type { ClientCapabilities, Implementation, ProtocolVersion, TransportKind } from '../types/lifecycle.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { ToolDefinition } from '../types/server.ts'
import type { EraCache, ResponseCache } from '../types/stores.ts'
import type { JsonSchema, Tool } from '../types/tools.ts'
import type { WireEvent } from './events.ts'
import type { Fetch, HeadersInput } from './fetch.ts'
import type { Handlers } from './handlers.ts'
import type { Snapshot } from './resume-token.ts'

/** The transport to use, or `auto` to detect it. */
export type TransportOption = 'auto' | TransportKind

/** A stream that is about to be opened again. */
export interface ReconnectAttempt {
  /** 1 for the first since a connection worked. */
  attempt: number
  /** The delay that is planned, in milliseconds. */
  delay: number
  /** The last event that was received on the stream. */
  lastEventId: string | undefined
}

/** How an idle session is kept alive. */
export interface KeepAliveOptions {
  /** Milliseconds without traffic; at least 5,000, and 0 is off. @default 45_000 */
  interval?: number | undefined
  /** Milliseconds that the response may take. @default 30_000 */
  timeout?: number | undefined
}

/** How a broken stream is opened again. */
export interface ReconnectOptions {
  /** Failed attempts in a row before a call gives up; 0 never reopens. Listening does not give up. @default 5 */
  maxAttempts?: number | undefined
  /** Milliseconds before the first attempt. @default 1_000 */
  initialDelay?: number | undefined
  /** Each delay is this many times the one before. @default 1.5, and 2 for sessions */
  growFactor?: number | undefined
  /** The longest delay, in milliseconds. @default 30_000, and 60_000 for sessions and for listening */
  maxDelay?: number | undefined
  /** Chooses the delay: milliseconds, or a promise to wait for. */
  schedule?: ((attempt: ReconnectAttempt) => number | Promise<void>) | undefined
}

/** How far a response is read after its answer, so that its connection can be reused. */
export interface DrainOptions {
  /** Milliseconds. @default 250 */
  maxMs?: number | undefined
  /** Bytes. @default 65_536 */
  maxBytes?: number | undefined
}

/** How much is read at the most. */
export interface Limits {
  /** Bytes of one message. @default 16_777_216 */
  messageBytes?: number | undefined
  /** Bytes read of a body that explains an error. @default 65_536 */
  errorBodyBytes?: number | undefined
  /** Pages of one list. @default 1_000 */
  listPages?: number | undefined
  /** Bytes of all pages of a list that is returned as one array. @default 67_108_864 */
  listBytes?: number | undefined
}

/** Client capabilities beside those that other options declare. */
export interface FurtherCapabilities extends Pick<ClientCapabilities, 'experimental'> {
  /** A capability that MCP does not define. */
  [name: string]: object | undefined
}

/** A request or notification that is about to be sent, as `trace` gets it. */
export interface TracedRequest {
  /** The JSON-RPC method. */
  method: string
  /** The JSON-RPC id; undefined for a notification. */
  id: RequestId | undefined
  /** The params, without what `trace` adds. */
  params: Params | undefined
  /** The number of the call in events; undefined for what no call caused, such as a handshake. */
  call: number | undefined
}

/** What a validator finds wrong, if anything. */
export type Issues = readonly unknown[] | undefined

/** How an application introduces itself. */
export interface ClientInfo extends AllowUndefined<Implementation> {}

/** The options of `connect()`. */
export interface ConnectOptions<Tools extends readonly ToolDefinition[] = readonly Tool[]> {
  /** How this application introduces itself. @default the name and version of this package */
  clientInfo?: ClientInfo | undefined
  /** `auto` detects the transport; any other value is the only one that is tried. @default 'auto' */
  transport?: TransportOption | undefined
  /** Restricts the protocol versions that may be negotiated. @default all that this client supports */
  versions?: readonly ProtocolVersion[] | undefined
  /**
   * All requests go through it, so a proxy, a logger, a service binding or OAuth is a `fetch`. @default the global `fetch`
   *
   * @example
   * const client = await connect('https://tools/mcp', { fetch: (url, init) => env.TOOLS.fetch(url, init) })
   */
  fetch?: Fetch | undefined
  /**
   * Sent with every request. A function is called before each, and once more after a 401. It is also called before a
   * private answer is taken from the cache, since the headers tell whose answers those are; `cachePartition` avoids that.
   *
   * @example
   * const client = await connect(url, { headers: { authorization: `Bearer ${token}` } })
   */
  headers?: HeadersInput | ((reason: 'request' | 'unauthorized') => HeadersInput | Promise<HeadersInput>) | undefined
  /**
   * Answer requests of the server: elicitation, sampling, roots. A handler declares its capability.
   *
   * @example
   * const client = await connect(url, {
   *   handlers: {
   *     elicit: ({ message }) => (confirm(message) ? { action: 'accept' } : { action: 'decline' }),
   *     roots: () => [{ uri: 'file:///project' }],
   *   },
   * })
   */
  handlers?: Handlers | undefined
  /**
   * Further capabilities of this application. Those that `handlers` and `extensions` declare are refused here.
   *
   * @example
   * const client = await connect(url, { capabilities: { experimental: { 'example.com/canvas': { version: 2 } } } })
   */
  capabilities?: FurtherCapabilities | undefined
  /** Called with each notification of the server that is neither progress nor a log message of a call. */
  onNotification?: ((method: string, params: Params) => void) | undefined
  /** Tool definitions that are known without asking the server. What the server lists later replaces them. */
  tools?: Tools | undefined
  /** How often the server may ask for input before it answers a call. @default 10 */
  maxRounds?: number | undefined
  /** Protocol extensions that this application supports, with their settings. */
  extensions?: Record<string, object> | undefined
  /**
   * Aborts connecting; it has no effect afterwards.
   *
   * @example
   * const client = await connect(url, { signal: AbortSignal.timeout(5_000) })
   */
  signal?: AbortSignal | undefined
  /** Milliseconds that a call may wait without a sign of life. @default 60_000 */
  timeout?: number | undefined
  /** Milliseconds that a call may take in all. @default 3_600_000 */
  maxTotalTimeout?: number | undefined
  /** Milliseconds that connecting may take. @default 30_000 */
  connectTimeout?: number | undefined
  /**
   * Milliseconds that a server may take to answer `server/discover`; then a handshake is tried instead, which only legacy
   * servers answer. @default as long as connecting may take
   */
  probeTimeout?: number | undefined
  /** Keeps an idle session alive by a request from time to time. Off without a session. */
  keepAlive?: false | KeepAliveOptions | undefined
  /**
   * How a broken stream is reopened. The server's `retry` is a lower bound, unless `schedule` decides. `maxAttempts` also
   * limits how often a lost session is replaced.
   */
  reconnect?: ReconnectOptions | undefined
  /** Whether HTTP+SSE messages may be posted to this URL on another origin. @default never */
  allowUrl?: ((url: URL) => boolean) | undefined
  /** Remembers the era of servers, to skip the probe. @default memory, shared by all clients with the same `fetch` */
  eraCache?: EraCache | undefined
  /** Caches responses for as long as the server says. @default memory, shared by all clients with the same `fetch` */
  cache?: false | ResponseCache | undefined
  /**
   * Uses an answer that is out of date while the server cannot be reached, or answers with a status of 500 or more.
   * `maxAge` is how long after its time to live, in milliseconds; `connection.lastError` says why. @default never
   */
  staleIfError?: { maxAge: number } | undefined
  /**
   * Identifies the authorization of private cache entries.
   * @default that of `fetch`, else one for each set of headers, and with a `fetch` of your own one for each client
   */
  cachePartition?: (() => string | Promise<string>) | undefined
  /** Whether arguments that a tool marks with `x-mcp-header` are repeated in `Mcp-Param-*` headers. @default true */
  paramHeaders?: boolean | undefined
  /** Checks `structuredContent` against the `outputSchema` of the tool; returns what is wrong, if anything. */
  jsonSchemaValidator?: ((schema: JsonSchema, value: unknown) => Issues | Promise<Issues>) | undefined
  /** The lowest level of log messages to receive. @default the choice of the server; none from 2026-07-28 on */
  loggingLevel?: LoggingLevel | undefined
  /** Disposing of the client does not end the session at the server. @default true with a snapshot */
  keepSession?: boolean | undefined
  /**
   * Continues a connection without a handshake. A session that has ended meanwhile is replaced.
   *
   * @example
   * const there = await connect(url, { snapshot: JSON.parse(saved) })
   */
  snapshot?: Snapshot | undefined
  /** Throws CapabilityError where the server lacks a capability, also for lists. @default false */
  strict?: boolean | undefined
  /** How long and how far a response is read after its answer, so that its connection can be reused. */
  drain?: DrainOptions | undefined
  /** How much is read at the most. */
  limits?: Limits | undefined
  /**
   * Returns members for the `_meta` of every request and notification, also of those that no call causes, such as
   * `traceparent`, `tracestate` and `baggage`. The `meta` of a call wins. If it throws, the request goes without.
   *
   * @example
   * const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01'
   * const client = await connect(url, { trace: () => ({ traceparent }) })
   */
  trace?: ((request: TracedRequest) => Record<string, unknown> | undefined) | undefined
  /** Receives everything that happens on the wire, redacted. */
  onEvent?: ((event: WireEvent) => void) | undefined
}
