/** The grant types: each checks its request and says what the tokens are issued for. */
import { decodeJson, digest, encodeJson } from './base64url.ts'
import type { KnownClient, OAuthConfig } from './config.ts'
import { OAuthError } from './oauth-error.ts'
import type { TokenGrant, Tokens } from './tokens.ts'

export interface GrantRequest {
  form: URLSearchParams
  client: KnownClient | undefined
  config: OAuthConfig
  issuer: string
  tokens: Tokens
  /** Thumbprint of the key that signed the DPoP proof. */
  key: string | undefined
}

export interface GrantResult {
  grant: TokenGrant
  /** The family that a refresh token continues; absent: a new one. */
  family?: string | undefined
  /** Whether a refresh token may be issued. */
  refreshable: boolean
}

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
const ID_JAG_PREFIX = 'secret-idjag-'

export const grants: Record<string, (request: GrantRequest) => Promise<GrantResult> | GrantResult> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: ({ form, client }) => ({
    grant: requestedGrant(form, requireConfidential(client)),
    refreshable: false,
  }),
  'urn:ietf:params:oauth:grant-type:jwt-bearer': acceptAssertion,
}

async function redeemCode({ form, client, config, tokens, key }: GrantRequest): Promise<GrantResult> {
  const code = tokens.redeemCode(form.get('code') ?? '')
  const verifier = form.get('code_verifier') ?? ''
  const problem =
    (code.client !== client?.id && 'the code is another client’s') ||
    (code.redirectUri !== form.get('redirect_uri') && 'redirect_uri is another one') ||
    (!/^[\w.~-]{43,128}$/.test(verifier) && 'code_verifier is missing') ||
    (code.challenge !== (await digest(verifier)) && 'code_verifier is wrong') ||
    ((code.resource ?? null) !== form.get('resource') && 'resource is another one') ||
    (config.dpop && code.key !== undefined && code.key !== key && 'the key is another one')
  if (problem) throw new OAuthError('invalid_grant', problem)
  const { client: owner, scope, resource } = code
  return { grant: { client: owner, ...(scope && { scope }), ...(resource && { resource }) }, refreshable: true }
}

function refresh({ form, client, config, tokens }: GrantRequest): GrantResult {
  const rotate = (config.token?.refresh ?? 'rotate') === 'rotate'
  const { grant, family } = tokens.useRefreshToken(form.get('refresh_token') ?? '', client?.id, rotate)
  if ((grant.resource ?? null) !== form.get('resource'))
    throw new OAuthError('invalid_target', 'resource is another one')
  return { grant, family, refreshable: rotate }
}

/** An assertion of a workload, or one that an identity provider issued in exchange for an ID token. */
function acceptAssertion({ form, client, config, issuer }: GrantRequest): GrantResult {
  const assertion = form.get('assertion') ?? ''
  if (config.workloads?.includes(assertion)) {
    return { grant: requestedGrant(form, client?.id ?? 'workload'), refreshable: false }
  }
  if (!assertion.startsWith(ID_JAG_PREFIX)) throw new OAuthError('invalid_grant', 'the assertion is not acceptable')
  const { audience, resource } = decodeJson(assertion.slice(ID_JAG_PREFIX.length)) as Record<string, string>
  if (audience !== issuer) throw new OAuthError('invalid_grant', 'the assertion is for somebody else')
  const grant = requestedGrant(form, requireConfidential(client))
  return { grant: { ...grant, ...(resource && { resource }) }, refreshable: false }
}

/** RFC 8693: an ID token in exchange for an assertion for the server that the client names. */
export function exchangeToken({ form, client, config }: GrantRequest): Record<string, unknown> {
  requireConfidential(client)
  const expected = { requested_token_type: ID_JAG, subject_token: config.idToken ?? '' }
  for (const [name, value] of Object.entries(expected)) {
    if (form.get(name) !== value) throw new OAuthError('invalid_request', `${name} is not acceptable`)
  }
  const audience = form.get('audience')
  const resource = form.get('resource')
  if (!audience || !resource) throw new OAuthError('invalid_request', 'audience or resource is missing')
  return {
    issued_token_type: ID_JAG,
    access_token: ID_JAG_PREFIX + encodeJson({ audience, resource }),
    token_type: 'N_A',
    expires_in: 300,
  }
}

/** The id of a client that has credentials. */
function requireConfidential(client: KnownClient | undefined): string {
  if (client?.secret === undefined && client?.key === undefined) {
    throw new OAuthError('invalid_client', 'this grant is for clients that can prove who they are', 401)
  }
  return client.id
}

function requestedGrant(form: URLSearchParams, client: string): TokenGrant {
  const scope = form.get('scope')
  const resource = form.get('resource')
  return { client, ...(scope && { scope }), ...(resource && { resource }) }
}
