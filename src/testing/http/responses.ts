/** Responses whose body is known at once. The declared length makes a host send them unchunked. */

import { errorMessage } from '../jsonrpc/message.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'

const UNCACHED = { 'cache-control': 'no-store' }

export function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  if (status === 204 || status === 205 || status === 304) return emptyResponse(status, headers)
  const bytes = new TextEncoder().encode(text)
  const length = { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(bytes.length) }
  return new Response(bytes, { status, headers: { ...UNCACHED, ...length, ...headers } })
}

export function jsonResponse(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return textResponse(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers })
}

export function emptyResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...UNCACHED, ...headers } })
}

/** Thrown when a request is not acceptable; the server answers with its response. */
export class ErrorResponse extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`Refused with ${response.status}`)
    this.response = response
  }
}

/** An error response whose body is a JSON-RPC error without an id. */
export function errorResponse(status: number, code: number, message: string): ErrorResponse {
  return new ErrorResponse(jsonResponse(status, errorMessage(undefined, new ProtocolError(code, message))))
}
