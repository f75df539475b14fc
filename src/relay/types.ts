/** The options of `createRelay()`, and what its hooks are called with. */
import type { Fetch, HeadersInput } from '../core/index.ts'

/** Decides about the URL of a request. */
export type AllowUrl = (url: URL) => boolean | Promise<boolean>

/** Which servers may be reached: origins such as `https://tools.example.com`, functions, or both. */
export type RelayAllow = AllowUrl | readonly (string | AllowUrl)[]

/** A key that pages have in the address of the relay. */
export interface RelayKey {
  /** At least 16 characters that nobody can guess. */
  key: string
  /** When it ends: a date, or milliseconds since the epoch. */
  expires: Date | number
}

/** Headers that the relay adds, or a function that is asked for each request. */
export type RelayCredentials = HeadersInput | (() => HeadersInput | Promise<HeadersInput>)

/** What one request may take. */
export interface RelayLimits {
  /** Bytes of a request. @default 4 MiB */
  requestBytes?: number | undefined
  /** Bytes of a response that is no event stream. @default 16 MiB */
  responseBytes?: number | undefined
  /** Milliseconds without a byte of the page's request or of the server. @default 300_000 */
  idleTimeout?: number | undefined
  /** Milliseconds until the end of a response, event streams included. @default 3_600_000 */
  maxDuration?: number | undefined
}

/** A request that may pass, as the hook `rateLimit` gets it. */
export interface RelayRequest {
  /** The origin of the page. */
  page: string | null
  /** The method of HTTP. */
  method: string
  /** The URL of the server, without its query. */
  target: string
  /** The request as it came to the relay, for the address of its sender. */
  request: Request
}

/** One request as the hook `log` gets it: no header, no query, no body and no key. */
export interface RelayLogEntry {
  /** The origin of the page. */
  page: string | null
  /** The method of HTTP. */
  method: string
  /** The URL of the server, without its query; undefined if there was none. */
  target?: string | undefined
  /** The status of the response. */
  status: number
  /** Why the relay refused the request, or why it has no response of the server. */
  refused?: RelayErrorReason | undefined
  /** Bytes of the response. */
  bytes: number
  /** Milliseconds from the request to the end of the response. */
  milliseconds: number
  /** How the response ended: whole, by the page, or by an error or a limit. */
  ended: 'read' | 'cancelled' | 'failed'
  /** What a function of the options threw, with `refused: 'internal'`. */
  error?: unknown
}

/** Why a relay refused a request, or has no response of the server. */
export type RelayErrorReason =
  /** The page is not in `origins`. */
  | 'origin'
  /** The key in the address is unknown or has expired. */
  | 'key'
  /** There is no URL of a server in the address, or several, or it is not http(s). */
  | 'target'
  /** `allow` does not permit the server. */
  | 'not-allowed'
  /** Neither MCP nor OAuth. */
  | 'not-mcp'
  /** The request is longer than `limits.requestBytes`. */
  | 'too-large'
  /** The hook `rateLimit` said so. */
  | 'rate-limit'
  /** The request came from a relay, or would go to one. */
  | 'loop'
  /** The server redirects to a place that is not shown. */
  | 'redirect'
  /** The server gave no response, or one that cannot be passed on. */
  | 'no-response'
  /** The request did not arrive, or the server did not answer, within `limits.idleTimeout`. */
  | 'timeout'
  /** A hook of the relay failed. */
  | 'internal'

/** The options of `createRelay()`. */
export interface RelayOptions {
  /**
   * Which servers may be reached. An origin allows exactly that origin, also if it is private or plain http; a function
   * is asked only about public https addresses. Names are not resolved.
   */
  allow: RelayAllow
  /**
   * The origins of the pages that may use the relay. A function decides about any request; its argument is null for a
   * request without an `Origin` header.
   */
  origins: readonly string[] | ((origin: string | null) => boolean)
  /** Keys, one of which must be in the address as `key`; or a function that checks one. @default no key is needed */
  keys?: readonly RelayKey[] | ((key: string) => boolean | Promise<boolean>) | undefined
  /**
   * Headers that are added to MCP requests, by the URL of the endpoint. A URL without a query stands for its path with
   * any query. HTTP+SSE has two endpoints. Pages do not see the headers.
   *
   * @example
   * const credentials = { 'https://tools.example.com/mcp': { authorization: `Bearer ${token}` } }
   */
  credentials?: Readonly<Record<string, RelayCredentials>> | undefined
  /** Further request headers that pass, such as `x-api-key`. */
  headers?: readonly string[] | undefined
  /** URLs of OAuth metadata that are not below `/.well-known/`. */
  metadata?: readonly string[] | undefined
  /** What one request may take. */
  limits?: RelayLimits | undefined
  /** Called for each request that may pass. If it gives milliseconds, the request is refused with status 429 and this wait. */
  rateLimit?: ((request: RelayRequest) => number | undefined | Promise<number | undefined>) | undefined
  /** Called once for each request, when its response has ended. */
  log?: ((entry: RelayLogEntry) => unknown) | undefined
  /** Sends the requests to servers. @default the global `fetch` */
  fetch?: Fetch | undefined
}

/** Answers a request of a page: the `fetch` handler of a Worker, of `Deno.serve` or of `Bun.serve`. */
export type Relay = (request: Request) => Promise<Response>
