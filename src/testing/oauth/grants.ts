/** The grants: what each proves, and the right that follows from it. */
import { decodeJson, digest, encodeJson } from './base64url.ts'
import type { KnownClient, OAuthConfig } from './config.ts'
import { OAuthFault } from './oauth-error.ts'
import type { Right, Tokens } from './tokens.ts'

export interface GrantRequest {
  form: URLSearchParams
  client: KnownClient | undefined
  config: OAuthConfig
  issuer: string
  tokens: Tokens
  /** Thumbprint of the key that signed the proof. */
  key: string | undefined
}

/** A right, and whether it can be renewed: under which family, or never. */
export interface Granted {
  right: Right
  family?: string | undefined
  renewable: boolean
}

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
const PREFIX = 'secret-idjag-'

export const grants: Record<string, (request: GrantRequest) => Promise<Granted> | Granted> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: ({ form, client }) => ({ right: rightOf(form, provenId(client)), renewable: false }),
  'urn:ietf:params:oauth:grant-type:jwt-bearer': acceptAssertion,
}

async function redeemCode({ form, client, config, tokens, key }: GrantRequest): Promise<Granted> {
  const grant = tokens.takeCode(form.get('code') ?? '')
  const verifier = form.get('code_verifier') ?? ''
  const problem =
    (grant.client !== client?.id && 'the code is another client’s') ||
    (grant.redirectUri !== form.get('redirect_uri') && 'redirect_uri is another one') ||
    (!/^[\w.~-]{43,128}$/.test(verifier) && 'code_verifier is missing') ||
    (grant.challenge !== (await digest(verifier)) && 'code_verifier is wrong') ||
    ((grant.resource ?? null) !== form.get('resource') && 'resource is another one') ||
    (config.dpop && grant.key !== undefined && grant.key !== key && 'the key is another one')
  if (problem) throw new OAuthFault('invalid_grant', problem)
  const { client: owner, scope, resource } = grant
  return { right: { client: owner, ...(scope && { scope }), ...(resource && { resource }) }, renewable: true }
}

function refresh({ form, client, config, tokens }: GrantRequest): Granted {
  const rotate = (config.token?.refresh ?? 'rotate') === 'rotate'
  const { right, family } = tokens.takeRefresh(form.get('refresh_token') ?? '', client?.id, rotate)
  if ((right.resource ?? null) !== form.get('resource'))
    throw new OAuthFault('invalid_target', 'resource is another one')
  return { right, family, renewable: rotate }
}

/** Of an identity provider that exchanged an ID token, or of a workload. */
function acceptAssertion({ form, client, config, issuer }: GrantRequest): Granted {
  const assertion = form.get('assertion') ?? ''
  if (config.workloads?.includes(assertion)) {
    return { right: rightOf(form, client?.id ?? 'workload'), renewable: false }
  }
  if (!assertion.startsWith(PREFIX)) throw new OAuthFault('invalid_grant', 'the assertion is not acceptable')
  const { audience, resource } = decodeJson(assertion.slice(PREFIX.length)) as Record<string, string>
  if (audience !== issuer) throw new OAuthFault('invalid_grant', 'the assertion is for somebody else')
  const right = rightOf(form, provenId(client))
  return { right: { ...right, ...(resource && { resource }) }, renewable: false }
}

/** RFC 8693: an ID token against an assertion for the server that the client names. */
export function exchange({ form, client, config }: GrantRequest): Record<string, unknown> {
  provenId(client)
  const expected = { requested_token_type: ID_JAG, subject_token: config.idToken ?? '' }
  for (const [name, value] of Object.entries(expected)) {
    if (form.get(name) !== value) throw new OAuthFault('invalid_request', `${name} is not acceptable`)
  }
  const audience = form.get('audience')
  const resource = form.get('resource')
  if (!audience || !resource) throw new OAuthFault('invalid_request', 'audience or resource is missing')
  return {
    issued_token_type: ID_JAG,
    access_token: PREFIX + encodeJson({ audience, resource }),
    token_type: 'N_A',
    expires_in: 300,
  }
}

function provenId(client: KnownClient | undefined): string {
  if (client?.secret === undefined && client?.key === undefined) {
    throw new OAuthFault('invalid_client', 'this grant is for clients that can prove who they are', 401)
  }
  return client.id
}

function rightOf(form: URLSearchParams, client: string): Right {
  const scope = form.get('scope')
  const resource = form.get('resource')
  return { client, ...(scope && { scope }), ...(resource && { resource }) }
}
