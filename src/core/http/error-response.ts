/** Turns a response with a status of 400 or more into an error: the JSON-RPC error of the body if it has one, else the status. */

import { HEADER_MISMATCH, UNSUPPORTED_VERSION } from '../error-codes.ts'
import { HttpError, type McpError, RpcError } from '../errors.ts'
import { readText } from '../util/body.ts'
import { cleanText } from '../util/clean-text.ts'
import type { Deadline } from '../util/deadline.ts'
import { parseMessages } from '../validation/json-rpc.ts'
import type { HttpContext } from './http-client.ts'
import { redactJsonStrings } from './redact.ts'
import type { HttpResponse } from './request.ts'
import { parseRetryAfter } from './retry-after.ts'

/** Characters of `bodyPreview`. */
const MAX_PREVIEW = 300

export async function readErrorResponse(
  { settings, environment }: HttpContext,
  response: HttpResponse,
  rpcMethod: string,
  deadline: Deadline,
): Promise<McpError> {
  const { status, headers, type, body, hint, redact } = response
  // If reading the body fails, the status says enough.
  const { text } = await readText(body, settings.limits.errorBodyBytes, deadline).catch(() => ({ text: '' }))
  deadline.check()
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), environment.now())
  const isRefused = [401, 404, 413, 414, 429].includes(status) || (status === 503 && retryAfterMs !== undefined)
  const retryable = [408, 425, 429, 500, 502, 503, 504].includes(status)
  const wwwAuthenticate = headers.get('www-authenticate') ?? undefined
  const options = { retryable, status, retryAfterMs, wwwAuthenticate }
  const [message] = parseMessages(text, () => {})
  if (message && 'error' in message) {
    // With these codes the server did not start the request: a header, a capability or the version was wrong.
    const { code } = message.error
    const neverStarted = status === 400 && code <= HEADER_MISMATCH && code >= UNSUPPORTED_VERSION
    // Some servers repeat the headers of the request in their error.
    const [redacted] = parseMessages(redactJsonStrings(text, redact), () => {})
    const { error } = redacted as typeof message
    return new RpcError(rpcMethod, error, {
      ...options,
      hint,
      delivery: isRefused || neverStarted ? 'not-executed' : 'answered',
    })
  }
  const bodyPreview = redact(text).slice(0, MAX_PREVIEW)
  // Longer texts and pages explain nothing in one line.
  const words = type.includes('html') || bodyPreview.length > 200 ? '' : cleanText(bodyPreview)
  return new HttpError(`${rpcMethod}: status ${status}${words && `: ${words}`}${hint}`, {
    ...options,
    delivery: isRefused ? 'not-executed' : 'unknown',
    headers,
    bodyPreview,
  })
}
