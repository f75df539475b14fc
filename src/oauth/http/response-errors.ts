/** Errors from the responses of authorization servers, and the cleaning of server text that goes into errors. */
import { isMcpError } from '../../core/errors.ts'
import type { Delivery } from '../../core/index.ts'
import { cleanText } from '../../core/util/clean-text.ts'
import { copyError } from '../../core/util/copy-error.ts'
import type { Secrets } from '../../core/util/secrets.ts'
import { AuthError, type AuthErrorReason, type ServerErrorDetails } from '../errors.ts'

/**
 * No response arrived. `corsHeaders` are the headers of a request that a page sent: the page cannot distinguish a
 * refusal by CORS from a network error, so the message lists what CORS must allow.
 */
export function createUnreachableError(
  url: URL,
  cause: unknown,
  redact: Secrets['redact'],
  corsHeaders?: Record<string, string>,
  delivery: Delivery = 'not-executed',
): AuthError {
  // A fetch that wraps another, such as that of a relay, says itself what went wrong.
  const reported = isMcpError(cause) ? `: ${cause.message}` : ''
  if (reported) corsHeaders = undefined
  const rule =
    corsHeaders &&
    `allow ${Object.keys(corsHeaders).join(', ')}, and expose dpop-nonce, mcp-session-id, www-authenticate`
  return new AuthError(
    `${url.origin} gave no answer${corsHeaders ? ` that this page may see: CORS must ${rule}` : reported}`,
    {
      reason: corsHeaders ? 'cors-or-network' : 'temporarily-unavailable',
      delivery,
      retryable: true,
      cause: isMcpError(cause) ? cause : copyError(cause, redact),
    },
  )
}

/** A response whose texts may repeat the request. */
interface RefusingResponse {
  status: number
  json?: Record<string, unknown> | undefined
  redact: Secrets['redact']
}

/** The server answered with an error. `sent` is the registration that it refused. */
export function createRefusalError(
  reason: AuthErrorReason,
  issuer: string,
  { status, json, redact }: RefusingResponse,
  sent?: object,
): AuthError {
  const retryable = status >= 500 || status === 429
  const outcome = retryable ? 'is temporarily unavailable' : `refused: ${reason}`
  return new AuthError(`${issuer} ${outcome} (${status})`, {
    reason: retryable ? 'temporarily-unavailable' : reason,
    retryable,
    issuer,
    status,
    server: toErrorDetails(redact, json?.error, json?.error_description),
    ...(sent && { sent }),
  })
}

/** Whether the token endpoint refused. A server error decides nothing. */
export function isTokenRefusal(error: unknown): error is AuthError {
  return error instanceof AuthError && error.reason === 'token-refused'
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The texts may be shown in a log or a terminal. */
export function toErrorDetails(
  redact: Secrets['redact'],
  ...texts: [error: unknown, description?: unknown]
): ServerErrorDetails {
  const clean = (text: unknown) => (typeof text === 'string' ? cleanText(redact(text), 2048) : undefined)
  const [error, description] = texts.map(clean)
  return { error, description }
}
