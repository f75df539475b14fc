/** The authorization code grant with PKCE: the URL that the user opens, and the exchange of the code for tokens. */
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { OAuthContext } from '../context.ts'
import { supportsPkce, throwMetadataError } from '../discover/authorization-server.ts'
import type { DiscoveredServer } from '../discover/discover.ts'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import { AuthError } from '../errors.ts'
import { inBrowser } from '../http/allow-url.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import type { OAuthOptions } from '../options.ts'
import { listsRedirectUri } from '../register/listed-redirect.ts'
import type { FlowRecord, TokenSet } from '../store/records.ts'
import { coversScopes, joinScopes } from './scope.ts'

/** Milliseconds in which the callback must arrive. */
const FLOW_LIFETIME = 600_000
const OFFLINE = 'offline_access'

/** Stores everything that the callback needs, and returns the URL to open. */
export async function startAuthorization(
  { options, endpoint, environment, checkUrl, records, clients, getProver }: OAuthContext,
  { as, resource, prm }: DiscoveredServer,
  scope: string | undefined,
  redirectUri: string,
  signal: AbortSignal | undefined,
): Promise<{ url: URL; state: string }> {
  checkSupport(as, options.assumePkceSupport)
  const url = checkUrl(as.authorization_endpoint, 'open')
  // Checked before the user leaves, since a code could not be exchanged at a refused URL.
  checkUrl(as.token_endpoint, 'token')
  const { id } = await clients.getOrRegister(as, redirectUri, signal)
  if (id === options.clientMetadataUrl) await checkDocument(options, id, redirectUri)
  const wantsOffline = scope && options.requestRefreshToken !== false && as.scopes_supported?.includes(OFFLINE)
  const requested = wantsOffline ? joinScopes(scope, OFFLINE) : scope
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
  const flow: FlowRecord = {
    endpoint: endpoint.href,
    state,
    expiresAt: environment.now() + FLOW_LIFETIME,
    verifier,
    as,
    clientId: id,
    redirectUri,
    resource,
    prm,
    requested,
  }
  const parameters: Record<string, string | undefined> = {
    ...options.authorizationParameters,
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
    scope: requested,
    // OpenID Connect grants `offline_access` only with consent (Core, section 11).
    prompt: options.authorizationParameters?.prompt ?? (coversScopes(requested, OFFLINE) ? 'consent' : undefined),
    dpop_jkt: (await getProver(as.dpop_signing_alg_values_supported))?.thumbprint,
  }
  // Set, not appended: the query of the endpoint must not repeat one of these parameters.
  for (const [name, value] of Object.entries(omitUndefined(parameters))) url.searchParams.set(name, value!)
  await records.addFlow(flow)
  return { url, state }
}

/** The authorization server would refuse the user without a way back. In a page, only a document of its own origin can be read. */
async function checkDocument(options: OAuthOptions, url: string, redirectUri: string): Promise<void> {
  const page = (globalThis as { location?: { origin?: string } }).location
  if (inBrowser() && page?.origin !== new URL(url).origin) return
  if ((await listsRedirectUri(url, redirectUri, options.fetch)) !== false) return
  throw new AuthError(`The document at ${url} does not list the redirect URI ${redirectUri}`, {
    reason: 'redirect-uri-unlisted',
    redirectUri,
  })
}

function checkSupport(as: ServerMetadata, assumePkceSupport: string[] = []): void {
  const { issuer, authorization_endpoint, token_endpoint, response_types_supported: types } = as
  if (!authorization_endpoint || !token_endpoint || types?.includes('code') === false) {
    throwMetadataError(issuer, 'offer no authorization code')
  }
  if (!(supportsPkce(as) ?? assumePkceSupport.includes(issuer))) {
    throw new AuthError(`${issuer} does not say that it supports PKCE with S256`, {
      reason: 'pkce-unsupported',
      issuer,
    })
  }
}

/** Exchanges the code at the token endpoint that was known when the flow began. */
export async function exchangeCode(context: OAuthContext, flow: FlowRecord, code: string): Promise<TokenSet> {
  const { state: _, expiresAt: __, redirectUri, verifier, ...source } = flow
  const { as, clientId, resource, requested } = source
  const parameters = { code, redirect_uri: redirectUri, code_verifier: verifier, resource }
  const client = await context.clients.authenticate(as, clientId)
  const response = await context.requestToken(as, client, 'authorization_code', parameters)
  // A response without `scope` grants what was requested (RFC 6749, section 5.1).
  return context.toTokenSet(response, { ...source, scope: requested, context: generateRandomState() })
}
