/** Posts one JSON-RPC message, and turns a response with a status of 400 or more into an error. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { CallScope } from '../call-scope.ts'
import { HEADER_MISMATCH, UNSUPPORTED_VERSION } from '../error-codes.ts'
import { HttpError, type McpError, RpcError } from '../errors.ts'
import { readText } from '../util/body.ts'
import { cleanText } from '../util/clean-text.ts'
import type { HttpContext, HttpResponse } from './http-client.ts'

/**
 * Rejects with the error of a response with a status of 400 or more. `url` replaces the endpoint. Not an async function,
 * since every level of those costs each call several microtasks and 500 bytes.
 */
export function postMessage(
  context: HttpContext,
  message: JsonRpcMessage,
  mcpHeaders: Record<string, string>,
  scope: CallScope,
  url?: string,
): Promise<HttpResponse> {
  const rpcMethod = 'method' in message ? message.method : 'a response'
  const mediaTypes = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const headers = { ...mcpHeaders, ...mediaTypes }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(withTrace(context, message, scope.call)),
    rpcMethod,
    url,
  } as const
  return context.http.send(request, scope).then((response) => {
    if (response.status < 400) return response
    return readErrorResponse(context, response, rpcMethod, scope).then((error) => Promise.reject(error))
  })
}

/** The message with the `_meta` of the option `trace`; what the message has itself stays. */
function withTrace({ settings, warn }: HttpContext, message: JsonRpcMessage, call: number | undefined): JsonRpcMessage {
  if (!settings.trace || !('method' in message)) return message
  try {
    const { id, method, params } = message as JsonRpcRequest
    const meta = settings.trace({ id, method, params, call })
    // A value that is no JSON must not fail the request either.
    JSON.stringify(meta)
    return meta ? { ...message, params: { ...params, _meta: { ...meta, ...(params?._meta as object) } } } : message
  } catch (error) {
    warn('trace failed', error, true, call)
    return message
  }
}

/** The JSON-RPC error of the body if it has one, else the status. */
export async function readErrorResponse(
  { http, settings, environment }: HttpContext,
  response: HttpResponse,
  rpcMethod: string,
  scope: CallScope,
): Promise<McpError> {
  /** Characters of `bodyPreview`. */
  const maxPreview = 300
  /** Milliseconds for the body of an error, at least, so that `drain.maxMs: 0` does not hide what the server says. */
  const minReadTime = 250
  const { status, headers, type, body, hint } = response
  // The status must not wait for a body that stays open. If reading it fails, the status says enough.
  if (type === 'text/event-stream') body.cancel()
  const stopTimer = environment.setTimer(body.cancel, Math.max(settings.drain.maxMs, minReadTime))
  const { text } = await readText(body, settings.limits.errorBodyBytes, scope).catch(() => ({ text: '' }))
  stopTimer()
  scope.check()
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), environment.now())
  const isRefused = [401, 404, 413, 414, 429].includes(status) || (status === 503 && retryAfterMs !== undefined)
  // Content delivery networks answer 520 to 530 when the server behind them has trouble.
  const retryable = [408, 425, 429, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 530)
  const wwwAuthenticate = http.redact(headers.get('www-authenticate') ?? '') || undefined
  const options = { retryable, status, retryAfterMs, wwwAuthenticate }
  const [message] = http.parseMessages(text, () => {})
  if (message && 'error' in message) {
    // With these codes the server did not start the request: a header, a capability or the version was wrong.
    const { code } = message.error
    const neverStarted = status === 400 && code <= HEADER_MISMATCH && code >= UNSUPPORTED_VERSION
    return new RpcError(rpcMethod, message.error, {
      ...options,
      hint,
      delivery: isRefused || neverStarted ? 'not-executed' : 'answered',
    })
  }
  const bodyPreview = http.redact(text).slice(0, maxPreview)
  // Longer texts and pages explain nothing in one line.
  const words = type.includes('html') || bodyPreview.length > 200 ? '' : cleanText(bodyPreview)
  return new HttpError(`${rpcMethod}: status ${status}${words && `: ${words}`}${hint}`, {
    ...options,
    delivery: isRefused ? 'not-executed' : 'unknown',
    headers,
    bodyPreview,
  })
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`. `Date.parse` takes much more for a date, such as `-1`. */
const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/

/**
 * How long a busy server asks to wait, in milliseconds from now; the header has seconds or a date (RFC 9110, section
 * 10.2.3).
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value && /^\d+$/.test(value)) return Number(value) * 1000
  const ms = value && HTTP_DATE.test(value) ? Date.parse(value) - now : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

/** How long to wait before a request is sent again; undefined if it is not. Only what was not executed is re-sent. */
export function waitBeforeRetry(error: unknown): number | undefined {
  /** The longest wait before a request is sent again, in milliseconds. */
  const maxWait = 10_000
  if (!(error instanceof HttpError || error instanceof RpcError)) return undefined
  const { status, delivery, retryAfterMs } = error
  const isBusy = (status === 429 || status === 503) && delivery === 'not-executed'
  return isBusy && retryAfterMs !== undefined && retryAfterMs <= maxWait ? retryAfterMs : undefined
}
