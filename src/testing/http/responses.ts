/** Responses whose body is known at once. The declared length makes a host send them unchunked. */
import { Fault } from '../features/request-context.ts'
import { errorOf } from '../jsonrpc/message.ts'

const UNCACHED = { 'cache-control': 'no-store' }

export function replyText(status: number, text: string, headers: Record<string, string> = {}): Response {
  if (status === 204 || status === 205 || status === 304) return replyEmpty(status, headers)
  const bytes = new TextEncoder().encode(text)
  const length = { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(bytes.length) }
  return new Response(bytes, { status, headers: { ...UNCACHED, ...length, ...headers } })
}

export function replyJson(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return replyText(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers })
}

export function replyEmpty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...UNCACHED, ...headers } })
}

/** Thrown where a request turns out to be unacceptable; the border answers with it. */
export class Refusal extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`Refused with ${response.status}`)
    this.response = response
  }
}

/** A refusal that belongs to no request in particular: a JSON-RPC error without an id. */
export function refusal(status: number, code: number, why: string, headers: Record<string, string> = {}): Refusal {
  return new Refusal(replyJson(status, errorOf(null, new Fault(code, why)), headers))
}
