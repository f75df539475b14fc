/** Checks the callback of a sign-in: state, issuer (RFC 9207) and error of the authorization response. */
import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import { AuthError } from '../errors.ts'
import { createRefusalError } from '../http/response-errors.ts'
import type { FlowRecord } from '../store/records.ts'

/** Reads the query of a callback URL. Throws `invalid-callback` without a state or with a repeated parameter. */
export function parseCallback(callback: string | URL | URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams(`${callback}`.replace(/#.*$/s, '').replace(/^[^?]*\?/s, ''))
  const names = [...parameters.keys()]
  if (!parameters.get('state') || new Set(names).size !== names.length) throw createInvalidCallbackError()
  return parameters
}

/** Either the authorization code, or the error code with which the user declined. */
export type CallbackResult = { outcome: 'code'; code: string } | { outcome: 'denied'; error: string }

/** State and issuer are checked first: until they match, nothing of the callback is used or repeated in an error. */
export function checkCallback(
  { as, clientId, state }: FlowRecord,
  parameters: URLSearchParams,
  redact: (text: string) => string,
): CallbackResult {
  const { issuer } = as
  // Also for servers that do not announce `iss`: one that is present must match.
  if (parameters.has('iss') && parameters.get('iss') !== issuer) throw createInvalidCallbackError(issuer)
  try {
    const code = validateAuthResponse(as, { client_id: clientId }, parameters, state).get('code')
    if (code) return { outcome: 'code', code }
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return readErrorResponse(error, issuer, redact)
  }
  throw createInvalidCallbackError(issuer)
}

/** The error response of the authorization endpoint (RFC 6749, section 4.1.2.1). */
function readErrorResponse(
  { error, error_description }: AuthorizationResponseError,
  issuer: string,
  redact: (text: string) => string,
): CallbackResult {
  if (error === 'access_denied') return { outcome: 'denied', error }
  const isTemporary = error === 'server_error' || error === 'temporarily_unavailable'
  const status = isTemporary ? 503 : 400
  throw createRefusalError('authorization-refused', issuer, { status, json: { error, error_description }, redact })
}

export function createInvalidCallbackError(issuer?: string): AuthError {
  return new AuthError('No sign-in waits for this callback', { reason: 'invalid-callback', issuer })
}
