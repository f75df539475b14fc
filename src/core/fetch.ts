/** The type of the `fetch` that all requests go through, and of the headers that users give. */
import type { FlightTape } from '../types/flight-tape.ts'

/** The second argument of `fetch`, with only those members that every runtime accepts. */
export interface FetchInit {
  /** The method of HTTP. */
  method: string
  /** All headers, with names in lower case. */
  headers: Record<string, string>
  /** JSON text, or the form of an OAuth request. */
  body?: string
  /** Aborts the request and the body of its response. */
  signal: AbortSignal
  /** `manual`: redirects are checked before they are followed. */
  redirect: 'manual' | 'follow'
  /** Cookies are never sent. */
  credentials: 'omit'
  /** The request may outlive the page. */
  keepalive?: boolean
  /** On GET, where the runtime has it. */
  cache?: 'no-store'
  /** Only in a browser, to find out whether the server can be reached at all. */
  mode?: 'no-cors'
}

/**
 * All requests go through this: the global `fetch`, that of a service binding, or one that wraps another.
 *
 * @example
 * const logged: Fetch = async (url, init) => {
 *   const response = await fetch(url, init)
 *   console.log(init.method, url, response.status)
 *   return response
 * }
 */
export interface Fetch {
  (url: string, init: FetchInit): Promise<Response>
  /** Identifies the authorization in use: private responses are cached separately for each value. */
  cachePartition?(): string | Promise<string>
  /** Replaces secrets that it adds to requests: a server may repeat them in texts that errors and events show. */
  redact?(text: string): string
  /** What it has recorded, for `error.recording()`. That of `mcp-over-fetch/recorder` has it. */
  recording?(): FlightTape
}

/** Headers as a record, as pairs of name and value, or as an object such as `Headers`. */
export type HeadersInput = Record<string, string> | Iterable<readonly [string, string]> | HeadersLike

/** The method of `Headers` that lists them all. */
export interface HeadersLike {
  /** Calls a function for each header. */
  forEach(callback: (value: string, name: string) => void): void
}
