/** What a fault is: the options that it takes, and what it does to a request. */
import type { Clock } from '../clock/clock.ts'
import type { DeepPartial, ServerConfig } from '../config.ts'
import type { Network } from '../http/network.ts'
import type { ReceivedRequest } from '../http/received-request.ts'
import type { Match } from '../script/script.ts'
import type { NetworkError } from './network-error.ts'

/** How long a fault lasts, which requests it meets, and the details of single faults. */
export interface FaultOptions {
  /** How many requests it meets; absent: all, until `stop()`. */
  times?: number
  /** The requests that it meets, by their JSON-RPC method or in more detail. @default every request to an MCP endpoint */
  on?: string | Match
  /** Asked at each request that fits: the fault meets it only while this returns true. */
  while?: () => boolean
  /** Bytes of the body that pass before the fault takes effect. */
  after?: number
  /** Milliseconds that the fault takes, or after which it happens. */
  delay?: number
  /** How many bytes: of a piece, of a message. */
  bytes?: number
  /** The speed of a slow body. */
  bytesPerSecond?: number
  /** The HTTP status. */
  status?: number
  /** `Retry-After`: seconds, or an HTTP date. */
  retryAfter?: number | string
  /** The scope that is missing. */
  scope?: string
  /** Milliseconds without a request after which a session has expired. */
  idle?: number
  /** `retry` of an event stream, in milliseconds. */
  retry?: number
  /** Where a redirect leads. */
  to?: string
  /** The media type of the response. */
  contentType?: string
}

/** The options that are not common to all faults. */
export type OwnOption = Exclude<keyof FaultOptions, 'times' | 'on' | 'while'>

/** One request that a fault meets. */
export interface FaultContext {
  received: ReceivedRequest
  network: Network
  clock: Clock
  /** Aborts when the client leaves, or when the server is closed. */
  signal: AbortSignal
  /** The response that the server gives without the fault. */
  serve(): Promise<Response>
  /** The same with another configuration, which holds until the response has begun. */
  serveWith(change: DeepPartial<ServerConfig>): Promise<Response>
  expireSessions(): void
  /** Set by a fault: the response gets no CORS headers. */
  omitsCors: boolean
}

export interface FaultDefinition {
  /** The requests that it meets unless the options say otherwise. */
  on?: Match
  /** The options that it takes beside the common ones. */
  options?: readonly OwnOption[]
  /** The error of a request that never reaches the server. */
  unsent?(): NetworkError
  apply(context: FaultContext, options: FaultOptions): Promise<Response>
}
