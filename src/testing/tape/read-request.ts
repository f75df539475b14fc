/** The arguments of a fetch as a request of a tape, and the headers that a tape keeps. */
import { isObject } from '../util/is-object.ts'
import type { TapeRequest } from './tape.ts'

/** Any fetch: the global one, that of a mock server, or one that wraps another. */
export type AnyFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface ReadRequest {
  /** Known at once; the body is added by `complete`. */
  head: Pick<TapeRequest, 'method' | 'url' | 'headers'>
  signal: AbortSignal | undefined
  /** The request with its body. */
  complete: Promise<TapeRequest>
  /** The arguments to pass on: reading the body must not take it away from the server. */
  args: Parameters<AnyFetch>
}

/** Headers that the runtime or the network adds, or that differ by nature and tell a server nothing about MCP. */
const IGNORED =
  /^(sec-|proxy-|cf-|x-forwarded|access-control-|:)|^(accept-(encoding|language)|user-agent|host|connection|keep-alive|content-(length|encoding)|transfer-encoding|origin|referer|priority|pragma|date|age|via|vary|server|te|dnt|upgrade-insecure-requests|traceparent|tracestate|baggage|strict-transport-security|alt-svc|nel|report-to|x-(request-id|powered-by|accel-buffering|content-type-options|frame-options))$/

export function readRequest(input: string | URL | Request, init: RequestInit = {}): ReadRequest {
  const request = input instanceof Request ? input : undefined
  const headers = keptHeaders(new Headers(init.headers ?? request?.headers))
  const method = (init.method ?? request?.method ?? 'GET').toUpperCase()
  const { text, args } = readBody(input, init)
  const head = { method, url: new URL(request?.url ?? input.toString(), baseUrl()).href, headers }
  return {
    head,
    signal: init.signal ?? request?.signal,
    complete: text.then((body) => ({ ...head, ...parseRequestBody(body, headers['content-type'] ?? '') })),
    args,
  }
}

/** Pages give paths to `fetch`. */
function baseUrl(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href
}

function readBody(
  input: string | URL | Request,
  init: RequestInit,
): { text: Promise<string>; args: ReadRequest['args'] } {
  const { body } = init
  if (body == null && !(input instanceof Request)) return { text: Promise.resolve(''), args: [input, init] }
  if (typeof body === 'string' || body instanceof URLSearchParams) {
    return { text: Promise.resolve(body.toString()), args: [input, init] }
  }
  const request = new Request(input, { ...init, ...(body != null && { duplex: 'half' }) })
  return { text: request.clone().text(), args: [request] }
}

export function keptHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (!IGNORED.test(name)) kept[name] = value
  })
  return kept
}

export function parseRequestBody(text: string, contentType: string): Pick<TapeRequest, 'json' | 'form' | 'text'> {
  if (text === '') return {}
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return parseText(text)
  const form: Record<string, string | string[]> = {}
  const fields = new URLSearchParams(text)
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name)
    form[name] = values.length === 1 ? values[0]! : values
  }
  return { form }
}

/** Objects and lists as JSON, since anything else reads better as text. */
export function parseText(text: string): { json?: unknown; text?: string } {
  try {
    const json: unknown = JSON.parse(text)
    if (isObject(json) || Array.isArray(json)) return { json }
  } catch {}
  return { text }
}
