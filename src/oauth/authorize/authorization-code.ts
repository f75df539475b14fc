/** A person's way to the authorization server and back. */
import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Base } from '../context.ts'
import { refuse, type ServerMetadata } from '../discover/authorization-server.ts'
import type { Target } from '../discover/discover.ts'
import { AuthError } from '../errors.ts'
import { given } from '../http/omit-undefined.ts'
import { refusal } from '../http/request.ts'
import { authenticate } from '../register/registration.ts'
import type { FlowRecord, TokenSet } from '../store/records.ts'
import { readToken } from '../token/token-request.ts'
import { joinScopes } from './scope.ts'

const LIFETIME = 600_000
const OFFLINE = 'offline_access'

/** Where the person goes; all that is needed when they come back is in the store then. */
export async function beginFlow(
  { options, endpoint, environment, check, vault, clients, prover }: Base,
  { as, resource, prm }: Target,
  scope: string | undefined,
  redirectUri: string,
  signal: AbortSignal | undefined,
): Promise<{ url: URL; state: string }> {
  checkServer(as, options.assumePkce)
  const url = check(as.authorization_endpoint, 'open')
  // Nobody is sent away for a code that could not be redeemed.
  check(as.token_endpoint, 'token')
  const { id } = await clients.identify(as, redirectUri, { signal })
  const wantsOffline = scope && options.offline !== false && as.scopes_supported?.includes(OFFLINE)
  const asked = wantsOffline ? joinScopes(scope, OFFLINE) : scope
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
  const flow: FlowRecord = {
    endpoint: endpoint.href,
    state,
    expiresAt: environment.now() + LIFETIME,
    verifier,
    as,
    clientId: id,
    redirectUri,
    resource,
    prm,
    requested: asked,
  }
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
    scope: asked,
    // OpenID Connect gives a refresh token only after consent.
    prompt: wantsOffline ? 'consent' : undefined,
    dpop_jkt: (await prover(as.dpop_signing_alg_values_supported))?.thumbprint,
  }
  // Set, not appended: the endpoint may have a query of its own, which must not double ours.
  for (const [name, value] of Object.entries(given(parameters))) url.searchParams.set(name, value!)
  await vault.addFlow(flow)
  return { url, state }
}

function checkServer(as: ServerMetadata, assumePkce: string[] = []): void {
  const { issuer, authorization_endpoint, token_endpoint, response_types_supported: types } = as
  if (!authorization_endpoint || !token_endpoint || types?.includes('code') === false) {
    refuse(issuer, 'offer no authorization code')
  }
  const methods = as.code_challenge_methods_supported ?? (assumePkce.includes(issuer) ? ['S256'] : [])
  if (!methods.includes('S256')) {
    throw new AuthError(`${issuer} does not say that it supports PKCE with S256`, {
      reason: 'pkce_unsupported',
      issuer,
    })
  }
}

/** The tokens for what came back; the error code if the person said no. */
export async function redeem(base: Base, flow: FlowRecord, callback: URLSearchParams): Promise<TokenSet | string> {
  const { state: _, expiresAt: __, redirectUri, verifier, ...origin } = flow
  const { as, clientId, resource, requested } = origin
  const { issuer } = as
  const { code, denied } = readCallback(flow, callback)
  if (denied) return denied
  const identity = (await base.clients.recall(issuer, clientId)) ?? { id: clientId }
  const parameters = { code, redirect_uri: redirectUri, code_verifier: verifier, resource }
  const client = { id: clientId, auth: authenticate(identity, as) }
  const answer = await base.askToken(as, client, 'authorization_code', parameters)
  const granted = readToken(answer, issuer, base.environment.now())
  // Without a word about it, what was asked for is what was granted (RFC 6749, section 5.1).
  return base.bind({ scope: requested, ...granted }, { ...origin, context: generateRandomState() })
}

/** Nothing of a callback is looked at, or told, before its state and its issuer hold. */
function readCallback(
  { as, clientId, state }: FlowRecord,
  callback: URLSearchParams,
): { code?: string; denied?: string } {
  const { issuer } = as
  if (callback.has('iss') && callback.get('iss') !== issuer) throw invalidCallback(issuer)
  try {
    const code = validateAuthResponse(as, { client_id: clientId }, callback, state).get('code')
    if (code) return { code }
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const { error: word, error_description } = error
      if (word === 'access_denied') return { denied: word }
      const later = word === 'server_error' || word === 'temporarily_unavailable'
      const reply = { status: later ? 503 : 400, json: { error: word, error_description } }
      throw refusal('authorization_refused', issuer, reply)
    }
  }
  throw invalidCallback(issuer)
}

export function invalidCallback(issuer?: string): AuthError {
  return new AuthError('No sign-in waits for this callback', {
    reason: 'invalid_callback',
    issuer,
  })
}
