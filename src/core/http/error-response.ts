/** Turns a response with a status of 400 or more into an error: the JSON-RPC error of the body if it has one, else the status. */

import { HEADER_MISMATCH, UNSUPPORTED_VERSION } from '../error-codes.ts'
import { HttpError, type McpError, RpcError } from '../errors.ts'
import { readText } from '../util/body.ts'
import { cleanText } from '../util/clean-text.ts'
import type { Deadline } from '../util/deadline.ts'
import type { HttpContext } from './http-client.ts'
import type { HttpResponse } from './request.ts'
import { parseRetryAfter } from './retry-after.ts'

export async function readErrorResponse(
  { http, settings, environment }: HttpContext,
  response: HttpResponse,
  rpcMethod: string,
  deadline: Deadline,
): Promise<McpError> {
  /** Characters of `bodyPreview`. */
  const maxPreview = 300
  /** Milliseconds for the body of an error, at least, so that `drain.maxMs: 0` does not hide what the server says. */
  const minReadTime = 250
  const { status, headers, type, body, hint } = response
  // The status must not wait for a body that stays open. If reading it fails, the status says enough.
  if (type === 'text/event-stream') body.cancel()
  const stopTimer = environment.setTimer(body.cancel, Math.max(settings.drain.maxMs, minReadTime))
  const { text } = await readText(body, settings.limits.errorBodyBytes, deadline).catch(() => ({ text: '' }))
  stopTimer()
  deadline.check()
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
