/** The errors of the client: one class per reaction that a caller could have. */

import type { FlightTape } from '../types/flight-tape.ts'
import type { JsonRpcErrorObject } from '../types/jsonrpc.ts'
import type { TransportKind } from '../types/lifecycle.ts'
import type { AddOnErrors } from './add-on-errors.ts'
import { MISSING_CLIENT_CAPABILITY } from './error-codes.ts'
import { cleanText } from './util/clean-text.ts'
import { copyError } from './util/copy-error.ts'

/**
 * What a caller may conclude about side effects.
 * - `not-executed`: the server did not run the request; it may be sent again.
 * - `answered`: the server ran it and said so.
 * - `unknown`: it may or may not have run.
 */
export type Delivery = 'not-executed' | 'answered' | 'unknown'

/** The options of all errors. */
export interface McpErrorOptions {
  delivery?: Delivery
  /** Whether the same call may succeed later. */
  retryable?: boolean
  /** An error of others is copied: its name, code and message. */
  cause?: unknown
}

/** A symbol of the global registry is the same in every JavaScript realm and in every copy of this package. */
export const brand: unique symbol = Symbol.for('mcp-over-fetch.error')

/** `Fields` are the options that a subclass adds; they become its fields. */
export class McpError<Fields extends object = object> extends Error {
  /** Identifies the class of the error; stable, unlike names of classes after minifying. */
  readonly code: string = 'mcp'
  /** What the caller may conclude about side effects. */
  declare readonly delivery: Delivery
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** The last requests of the client, without secrets, if its `fetch` is that of a flight recorder. */
  declare readonly recording: (() => FlightTape) | undefined

  constructor(message: string, options?: McpErrorOptions & Fields) {
    super(cleanText(message, 1500))
    for (const [key, given] of Object.entries({ delivery: 'unknown', retryable: false, ...options })) {
      // An error of others may hold secrets, such as the bytes of a response.
      const value = key === 'cause' && !(brand in Object(given)) ? copyError(given) : given
      // Only short facts: consoles print what is enumerable, people serialise it, and the rest may be long or secret.
      const enumerable = /^(delivery|retryable|status|rpcCode|limit|reason)$/.test(key) && value !== undefined
      Object.defineProperty(this, key, { value, enumerable, writable: true, configurable: true })
    }
    // Not a member of the class: bundlers keep an unused class that has a computed name.
    Object.defineProperty(this, brand, { value: true })
  }

  /** From the code, since class names do not survive minifying: `not-mcp-endpoint` is a NotMcpEndpointError. */
  override get name(): string {
    return `${this.code.replace(/-?\b./g, (start) => start.slice(-1).toUpperCase())}Error`
  }
}

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
export class InvalidMessageError extends McpError<{ result?: unknown; hint?: string }> {
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

/** The session ended and could not be replaced, or the cursor of a list ended with it. */
export class SessionLostError extends McpError {
  override readonly code: 'session-lost' = 'session-lost'
}

/** The error of a call whose session could not be replaced. */
export function toSessionLost(cause: unknown): SessionLostError {
  const { message } = (cause ?? {}) as { message?: string }
  const text = `The session was lost and could not be replaced${message ? `: ${message}` : ''}`
  return new SessionLostError(text, { delivery: 'not-executed', retryable: true, cause })
}

/** The client was closed. */
export class ClosedError extends McpError {
  override readonly code: 'closed' = 'closed'
}

/** Every error of the package, told apart by `code`. Those of other entries count once the entry is imported. */
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
  | AddOnErrors[keyof AddOnErrors]

/** True for the errors of this package, also from another realm or another copy of it. */
export function isMcpError(value: unknown): value is AnyMcpError {
  return brand in Object(value)
}
