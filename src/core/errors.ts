/** The errors of the client: one class per reaction that a caller could have. */
import type { JsonRpcErrorObject } from '../types/jsonrpc.ts'
import type { TransportKind } from '../types/lifecycle.ts'
import { MISSING_CLIENT_CAPABILITY } from './error-codes.ts'
import { brand, McpError, type McpErrorOptions } from './mcp-error.ts'
import { cleanText } from './util/clean-text.ts'

export { type Delivery, McpError, type McpErrorOptions } from './mcp-error.ts'

/** Facts of an HTTP error response. */
interface ErrorResponseFields {
  status?: number | undefined
  retryAfterMs?: number | undefined
  /** The `WWW-Authenticate` header. */
  wwwAuthenticate?: string | undefined
  /** What the status may mean in a browser. */
  hint?: string | undefined
}

/** The options of `connect()` that declare client capabilities. */
const DECLARED_BY: Record<string, string> = {
  elicitation: 'handlers.elicit',
  sampling: 'handlers.sample',
  roots: 'handlers.roots',
  extensions: 'extensions',
}

/** What to add to `connect()` for these client capabilities, to end a message with. */
export function capabilityRemedy(capabilities: readonly string[]): string {
  const options = capabilities.flatMap((name) => (Object.hasOwn(DECLARED_BY, name) ? DECLARED_BY[name] : []))
  return options.length ? `; connect() needs ${options.join(' and ')}` : ''
}

/** The server answered with a JSON-RPC error. */
export class RpcError extends McpError<{ rpcCode: number; rpcMessage: string; data: unknown }> {
  override readonly code: 'rpc' = 'rpc'
  /** The code of the JSON-RPC error. */
  declare readonly rpcCode: number
  /** The message of the server, at most 1,000 characters. */
  declare readonly rpcMessage: string
  /** The details that the server sent. */
  declare readonly data: unknown
  /** Of the HTTP response, if that was an error too. */
  declare readonly status: number | undefined
  /** `Retry-After` of the HTTP response, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** The challenge of a response with status 401 or 403. */
  declare readonly wwwAuthenticate: string | undefined

  constructor(
    method: string,
    { code, message, data }: JsonRpcErrorObject,
    options?: McpErrorOptions & ErrorResponseFields,
  ) {
    const fields = {
      delivery: 'answered',
      ...options,
      rpcCode: code,
      rpcMessage: message.slice(0, 1000),
      data,
    } as const
    const { status, hint = '' } = options ?? {}
    const { requiredCapabilities } = ((code === MISSING_CLIENT_CAPABILITY && data) || {}) as Record<string, object>
    const remedy = capabilityRemedy(Object.keys(requiredCapabilities ?? {}))
    const words = cleanText(message) || 'error'
    super(`${method}: ${words} (${code}${status ? `, status ${status}` : ''})${remedy}${hint}`, fields)
  }
}

export interface HttpErrorFields extends ErrorResponseFields {
  status: number
  headers: Headers
  /** The beginning of the body, at most 300 characters. */
  bodyPreview?: string
}

/** A response with an error status and no JSON-RPC error, or a redirect that must not be followed. */
export class HttpError extends McpError<HttpErrorFields> {
  override readonly code: 'http' = 'http'
  /** The status of the response. */
  declare readonly status: number
  /** The headers of the response. Not enumerable, since they may hold secrets. */
  declare readonly headers: Headers
  /** The beginning of the body, at most 300 characters. */
  declare readonly bodyPreview: string | undefined
  /** `Retry-After` of the response, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** The challenge of a response with status 401 or 403. */
  declare readonly wwwAuthenticate: string | undefined
}

/** The request could not be sent, or the response ended before the answer. */
export class ConnectionError extends McpError<{ hint?: string | undefined; rejected?: boolean }> {
  override readonly code: 'connection' = 'connection'
  /** `fetch` itself was rejected with a TypeError, as browsers do when CORS forbids the request. */
  declare readonly rejected: boolean | undefined
  /** In a browser: the likely reason, and what the server must change. */
  declare readonly hint: string | undefined
}

/** A transport that was tried, and how it failed. */
export interface ConnectAttempt {
  /** The transport. */
  transport: TransportKind
  /** The status of the response, if there was one. */
  status?: number | undefined
  /** The beginning of the body of the response. */
  bodyPreview?: string | undefined
  /** Why it failed. */
  error: unknown
}

interface ConnectErrorFields extends ErrorResponseFields {
  attempts: readonly ConnectAttempt[]
}

/** `connect()` failed. */
export class ConnectError extends McpError<ConnectErrorFields> {
  override readonly code: 'connect' = 'connect'
  /** The transports that were tried, in order. */
  declare readonly attempts: readonly ConnectAttempt[]
  /** Of the HTTP response to the first attempt. */
  declare readonly status: number | undefined
  /** What to do about it. It is part of the message too. */
  declare readonly hint: string | undefined
  /** The challenge of a server that requires authorization, if it can be read. */
  declare readonly wwwAuthenticate: string | undefined
}

/** The server at this URL answers, but not as an MCP server. */
export class NotMcpEndpointError extends McpError {
  override readonly code: 'not-mcp-endpoint' = 'not-mcp-endpoint'
}

/** The option that set a time limit. */
export type TimeoutLimit = 'timeout' | 'maxTotalTimeout' | 'connectTimeout' | 'probeTimeout'

/** A time limit passed. */
export class TimeoutError extends McpError<{ limit: TimeoutLimit }> {
  override readonly code: 'timeout' = 'timeout'
  /** The option that set the limit. */
  declare readonly limit: TimeoutLimit
}

/** Not JSON-RPC, a wrong content type, over a size limit, or a result that fails its schema. */
export class InvalidMessageError extends McpError<{ result?: unknown }> {
  override readonly code: 'invalid-message' = 'invalid-message'
  /** The result that failed its schema. */
  declare readonly result: unknown
}

/** The error for a message or value that is not as expected. */
export function unexpected(expected: string, actual: string, result?: unknown): InvalidMessageError {
  return new InvalidMessageError(`Expected ${expected}, got ${actual}`, { delivery: 'answered', result })
}

/** Client and server have no protocol version in common. */
export class VersionError extends McpError<{ supported: readonly string[]; requested: readonly string[] }> {
  override readonly code: 'version' = 'version'
  /** The versions that the server supports. */
  declare readonly supported: readonly string[]
  /** The versions that the client asked for. */
  declare readonly requested: readonly string[]
}

/** The error for a server that speaks none of these versions. */
export function noCommonVersion(
  supported: readonly string[],
  requested: readonly string[],
  cause?: unknown,
): VersionError {
  const message = `The server speaks ${`${supported}`.slice(0, 100)}, this client ${requested}`
  return new VersionError(message, { delivery: 'not-executed', supported, requested, cause })
}

/** The server did not announce a capability that the request needs. */
export class CapabilityError extends McpError {
  override readonly code: 'capability' = 'capability'
}

/** The session ended and could not be replaced. */
export class SessionLostError extends McpError {
  override readonly code: 'session-lost' = 'session-lost'
}

/** The client was closed. */
export class ClosedError extends McpError {
  override readonly code: 'closed' = 'closed'
}

/** Every error of the core, told apart by `code`. */
export type AnyMcpError =
  | RpcError
  | HttpError
  | ConnectionError
  | ConnectError
  | NotMcpEndpointError
  | TimeoutError
  | InvalidMessageError
  | VersionError
  | CapabilityError
  | SessionLostError
  | ClosedError

/** True for the errors of this package, also from another realm or another copy of it. */
export function isMcpError(value: unknown): value is AnyMcpError {
  return brand in Object(value)
}
