/** One error class per reaction a caller could have. */
import type { JsonRpcErrorObject } from './types/jsonrpc.ts'

/**
 * What a caller may conclude about side effects.
 * - `not-executed`: the server did not run the request; it may be sent again.
 * - `answered`: the server ran it and said so.
 * - `unknown`: it may or may not have run.
 */
export type Delivery = 'not-executed' | 'answered' | 'unknown'

export interface McpErrorOptions {
  delivery?: Delivery
  /** Whether the same call may succeed later. */
  retryable?: boolean
  cause?: unknown
}

/** The registry symbol is the same in every realm and in every copy of this package. */
const brand: unique symbol = Symbol.for('mcp-over-fetch.error')

export class McpError extends Error {
  override readonly name: string = 'McpError'
  readonly code: string = 'mcp'
  readonly delivery: Delivery
  readonly retryable: boolean

  constructor(message: string, { delivery = 'unknown', retryable = false, cause }: McpErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.delivery = delivery
    this.retryable = retryable
    Object.defineProperty(this, brand, { value: true })
  }
}

/** The server answered with a JSON-RPC error. */
export class RpcError extends McpError {
  override readonly name: string = 'RpcError'
  override readonly code: 'rpc' = 'rpc'
  readonly rpcCode: number
  /** The server's own words, at most 1,000 characters. */
  readonly rpcMessage: string
  readonly data: unknown

  constructor(method: string, error: JsonRpcErrorObject, options?: McpErrorOptions) {
    super(`The server answered ${method} with error ${error.code}`, { delivery: 'answered', ...options })
    this.rpcCode = error.code
    this.rpcMessage = error.message.slice(0, 1000)
    this.data = error.data
  }
}

export interface HttpErrorOptions extends McpErrorOptions {
  status: number
  headers: Headers
  bodyHead?: string
  retryAfterMs?: number | undefined
}

/** A status without a JSON-RPC body. */
export class HttpError extends McpError {
  override readonly name: string = 'HttpError'
  override readonly code: 'http' = 'http'
  readonly status: number
  declare readonly headers: Headers
  /** The beginning of the body, at most 300 characters. */
  readonly bodyHead: string
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: HttpErrorOptions) {
    super(message, options)
    this.status = options.status
    this.bodyHead = options.bodyHead ?? ''
    this.retryAfterMs = options.retryAfterMs
    // Not enumerable: response headers may hold secrets, and people serialise errors.
    Object.defineProperty(this, 'headers', { value: options.headers })
  }
}

/** The request could not be sent, or the response ended before the answer. */
export class ConnectionError extends McpError {
  override readonly name: string = 'ConnectionError'
  override readonly code: 'connection' = 'connection'
}

export interface ConnectAttempt {
  transport: 'streamable-http' | 'sse'
  status?: number | undefined
  bodyHead?: string | undefined
  error: unknown
}

/** `connect()` failed. */
export class ConnectError extends McpError {
  override readonly name: string = 'ConnectError'
  override readonly code: 'connect' = 'connect'
  readonly attempts: readonly ConnectAttempt[]

  constructor(message: string, attempts: readonly ConnectAttempt[], options?: McpErrorOptions) {
    super(message, { delivery: 'not-executed', ...options })
    this.attempts = attempts
  }
}

/** The URL answers, but not as an MCP server does. */
export class NotMcpEndpointError extends McpError {
  override readonly name: string = 'NotMcpEndpointError'
  override readonly code: 'not-mcp-endpoint' = 'not-mcp-endpoint'
}

/** A time limit passed. */
export class TimeoutError extends McpError {
  override readonly name: string = 'TimeoutError'
  override readonly code: 'timeout' = 'timeout'
  /** The option that set the limit. */
  readonly limit: 'timeout' | 'maxTimeout' | 'connectTimeout'

  constructor(message: string, limit: TimeoutError['limit']) {
    super(message, { retryable: true })
    this.limit = limit
  }
}

/** Not JSON-RPC, a wrong content type, over a size limit, or a result that fails its schema. */
export class InvalidMessageError extends McpError {
  override readonly name: string = 'InvalidMessageError'
  override readonly code: 'invalid-message' = 'invalid-message'
  /** The result that failed its schema. */
  readonly result: unknown

  constructor(message: string, options?: McpErrorOptions & { result?: unknown }) {
    super(message, options)
    this.result = options?.result
  }
}

/** No revision in common. */
export class VersionError extends McpError {
  override readonly name: string = 'VersionError'
  override readonly code: 'version' = 'version'
  /** What the server offers. */
  readonly supported: readonly string[]
  readonly requested: readonly string[]

  constructor(supported: readonly string[], requested: readonly string[]) {
    super(`The server speaks ${`${supported}`.slice(0, 200)}, this client ${requested}`, { delivery: 'not-executed' })
    this.supported = supported
    this.requested = requested
  }
}

/** The client was closed. */
export class ClosedError extends McpError {
  override readonly name: string = 'ClosedError'
  override readonly code: 'closed' = 'closed'
}

export type AnyMcpError =
  | RpcError
  | HttpError
  | ConnectionError
  | ConnectError
  | NotMcpEndpointError
  | TimeoutError
  | InvalidMessageError
  | VersionError
  | ClosedError

/** True for the errors of this package, also from another realm or another copy of it. */
export function isMcpError(value: unknown): value is AnyMcpError {
  return typeof value === 'object' && value !== null && brand in value
}
