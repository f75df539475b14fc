/** Requests to the token endpoint, and the parsing of their responses. */
import { allowInsecureRequests, customFetch, genericTokenEndpointRequest } from 'oauth4webapi'
import { throwMetadataError } from '../discover/authorization-server.ts'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import type { Prover } from '../dpop/types.ts'
import { AuthError } from '../errors.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import type { OAuthRequest, OAuthResponse } from '../http/request.ts'
import { asString, createRefusalError } from '../http/response-errors.ts'
import type { AuthenticatedClient } from '../register/client-auth.ts'
import { isAccessToken, type TokenSet } from '../store/records.ts'

/** Seconds that a token is believed to live at most: one year. */
const MAX_EXPIRES_IN = 31_536_000

/** A successful response of a token endpoint, not validated. */
export type TokenResponse = Record<string, unknown>

/** Sends a token request, and once more if the server demands a DPoP nonce. Throws `token-refused`. */
export type RequestToken = (
  as: ServerMetadata,
  client: AuthenticatedClient,
  grantType: string,
  parameters: Record<string, string | undefined>,
  /** Whether the token may be bound to the DPoP key. */
  bindToKey?: boolean,
) => Promise<TokenResponse>

/**
 * `getProver` is called for each request, since the key may depend on the algorithms of the server. `forgetClient` is called
 * when the server no longer knows the client.
 */
export function createTokenRequest(
  request: OAuthRequest,
  getProver: (algorithms?: string[]) => Promise<Prover | undefined>,
  forgetClient: (issuer: string, id: string) => Promise<void>,
): RequestToken {
  return async (as, { id, auth }, grantType, parameters, bindToKey = true) => {
    if (!as.token_endpoint) throwMetadataError(as.issuer, 'name no token endpoint')
    const prover = bindToKey ? await getProver(as.dpop_signing_alg_values_supported) : undefined
    for (let isRetry = false; ; isRetry = true) {
      let response!: OAuthResponse
      await genericTokenEndpointRequest(
        as,
        { client_id: id },
        auth,
        grantType,
        omitUndefined(parameters) as Record<string, string>,
        {
          // `request` checks the URL itself, and allows plain http only on loopback.
          [allowInsecureRequests]: !!as.token_endpoint?.startsWith('http:'),
          [customFetch]: async (url, { headers, body }) => {
            response = await request(url, 'token', { headers, body: `${body}` })
            // The library reads the DPoP nonce from the headers; the body is checked below.
            return new Response(null, { headers: response.headers })
          },
          ...(prover ? { DPoP: prover.handle } : {}),
        },
      )
      const { status, json } = response
      // RFC 6749, section 5.1, says 200; some servers send 201.
      if ((status === 200 || status === 201) && json && json.error === undefined) return json
      if (json?.error === 'use_dpop_nonce' && prover && !isRetry) prover.expectNonce(response.headers, as.issuer)
      else {
        const error = createRefusalError('token-refused', as.issuer, response)
        if (error.reason === 'token-refused' && json?.error === 'invalid_client') await forgetClient(as.issuer, id)
        throw error
      }
    }
  }
}

/** The members of a token set that come from a token response. */
export type GrantedToken = Pick<TokenSet, 'accessToken' | 'tokenType'> &
  Partial<Pick<TokenSet, 'refreshToken' | 'scope' | 'expiresAt'>>

export function parseTokenResponse(response: TokenResponse, issuer: string, now: number): GrantedToken {
  const { access_token, token_type, refresh_token, scope, expires_in } = response
  const tokenType = asString(token_type)?.toLowerCase()
  if (!isAccessToken(access_token) || (tokenType !== 'bearer' && tokenType !== 'dpop')) {
    throw new AuthError('Expected a bearer or DPoP token, got something else', { reason: 'token-refused', issuer })
  }
  // Some servers send the number as a string.
  const seconds = typeof expires_in === 'string' && expires_in.trim() ? Number(expires_in) : expires_in
  const expires = typeof seconds === 'number' && !Number.isNaN(seconds)
  return omitUndefined({
    accessToken: access_token,
    tokenType,
    refreshToken: asString(refresh_token) || undefined,
    scope: asString(scope),
    expiresAt: expires ? now + Math.min(Math.max(seconds, 0), MAX_EXPIRES_IN) * 1000 : undefined,
  }) as GrantedToken
}
