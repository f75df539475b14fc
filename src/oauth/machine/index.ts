/** Tokens without a person: for services, organisations and workloads. */
import { type ClientAuth, generateRandomState, PrivateKeyJwt } from 'oauth4webapi'
import { joinScopes } from '../authorize/scope.ts'
import type { ServerMetadata } from '../discover/authorization-server.ts'
import { AuthError } from '../errors.ts'
import type { AskToken, Grant, TokenAnswer } from '../extension.ts'
import { authenticate } from '../register/registration.ts'
import { keepTokens } from '../token/refresh.ts'
import { readToken } from '../token/token-request.ts'
import { importPrivateKey, type KeyMaterial, type SignatureAlgorithm } from './private-key.ts'

export type { Grant } from '../extension.ts'
export type { KeyMaterial, SignatureAlgorithm } from './private-key.ts'

/** Whom the credentials are for; nobody else gets to see them. */
interface Credentials {
  issuer: string
  id: string
}

export type ClientCredentials = Credentials &
  ({ secret: string } | { key: KeyMaterial; alg: SignatureAlgorithm; kid?: string })

export interface IdentityProvider {
  /** Where its metadata are found, if its token endpoint is not given. */
  issuer?: string
  tokenEndpoint?: string
  id: string
  secret?: string
  /** The token of the person's login; asked for each time. */
  idToken: string | (() => string | Promise<string>)
}

export interface EnterpriseOptions extends Credentials {
  secret?: string
  idp: IdentityProvider
}

export interface AssertionContext {
  issuer: string
  tokenEndpoint: string
  resource: string
}

export interface WorkloadOptions {
  issuer: string
  id?: string
  /** A token that says who this workload is; asked for each time. */
  assertion: (context: AssertionContext) => string | Promise<string>
}

/** An assertion for a token (RFC 7523). */
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** A token for another one (RFC 8693). */
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:'

/** What a grant knows when it asks for a token. */
interface GrantContext {
  as: ServerMetadata
  resource: string
  scope: string | undefined
  askToken: AskToken
  /** The metadata of another authorization server. */
  discover(issuer: string): Promise<ServerMetadata>
}

/** A new token is got as the first one was: there is nothing to refresh. */
function createGrant(
  extension: string,
  trusted: [string, ...string[]],
  request: (context: GrantContext) => Promise<TokenAnswer>,
): Grant {
  return {
    issuer: trusted[0],
    trusted,
    extensions: { [`io.modelcontextprotocol/${extension}`]: {} },
    createRenew: (base) => async (tokens, challenge) => {
      const { options, endpoint, environment, discovery, askToken, bind } = base
      const known = tokens && !challenge ? { ...tokens, scope: tokens.requested } : undefined
      const target = known ?? (await discovery.discover(challenge ?? { readable: false }, undefined))
      const { as, resource, prm } = target
      const scope = joinScopes(challenge?.scope) ?? joinScopes(target.scope) ?? joinScopes(options.scope)
      const answer = await request({ as, resource, scope, askToken, discover: discovery.readServer })
      const granted = { ...readToken(answer, as.issuer, environment.now()), refreshToken: undefined }
      const context = tokens?.context ?? generateRandomState()
      const origin = { endpoint: endpoint.href, as, resource, prm, clientId: '', requested: scope }
      const next = await bind(granted, { ...origin, context })
      return keepTokens(base, next, tokens)
    },
  }
}

/** A service that signs in as itself. */
export function clientCredentials(options: ClientCredentials): Grant {
  const { issuer, id } = options
  return createGrant('oauth-client-credentials', [issuer], async ({ as, resource, scope, askToken }) => {
    const auth = 'secret' in options ? authenticate(options, as) : await signer(options, as)
    return askToken(as, { id, auth }, 'client_credentials', { resource, scope })
  })
}

/** Signs a new assertion for each attempt. */
async function signer(
  { key, alg, kid }: { key: KeyMaterial; alg: SignatureAlgorithm; kid?: string },
  as: ServerMetadata,
): Promise<ClientAuth> {
  const { issuer, token_endpoint_auth_signing_alg_values_supported: supported } = as
  if (supported && !supported.includes(alg)) {
    throw new AuthError(`${issuer} accepts no assertions signed with ${alg}`, {
      reason: 'client_auth_unsupported',
      issuer,
    })
  }
  const imported = await importPrivateKey(key, alg)
  const sign = PrivateKeyJwt(kid === undefined ? imported : { key: imported, kid })
  return async (server, client, body, headers) => {
    await sign(server, client, body, headers)
    // The assertion says who we are; a second word about it could only differ.
    body.delete('client_id')
  }
}

/** A person's login at their organisation, which decides what they may use. */
export function enterprise({ issuer, id, secret, idp }: EnterpriseOptions): Grant {
  const named = [idp.issuer, idp.tokenEndpoint].filter((url) => url !== undefined)
  return createGrant('enterprise-managed-authorization', [issuer, ...named], async (context) => {
    const { as, resource, scope, askToken } = context
    const assertion = await exchange(idp, context)
    return askToken(as, { id, auth: authenticate({ id, secret }, as) }, JWT_BEARER, { assertion, resource, scope })
  })
}

/** The login for an assertion that the server of the resource accepts. */
async function exchange(idp: IdentityProvider, { as, resource, scope, askToken, discover }: GrantContext) {
  const { issuer = idp.tokenEndpoint, tokenEndpoint, id, idToken } = idp
  if (issuer === undefined) throw new TypeError('idp: expected an issuer or a tokenEndpoint')
  const provider = tokenEndpoint === undefined ? await discover(issuer) : { issuer, token_endpoint: tokenEndpoint }
  const parameters = {
    requested_token_type: `${TOKEN_TYPE}id-jag`,
    audience: as.issuer,
    resource,
    subject_token: typeof idToken === 'string' ? idToken : await idToken(),
    subject_token_type: `${TOKEN_TYPE}id_token`,
    scope,
  }
  const client = { id, auth: authenticate(idp, provider) }
  const answer = await askToken(provider, client, TOKEN_EXCHANGE, parameters, false).catch((error) => {
    if (!(error instanceof AuthError) || error.reason !== 'token_refused') throw error
    const { server = {}, status } = error
    // The organisation has decided; nobody walks around that.
    throw new AuthError(`${issuer} does not allow it`, { reason: 'blocked_by_policy', issuer, server, status })
  })
  const { issued_token_type, access_token } = answer
  if (issued_token_type === `${TOKEN_TYPE}id-jag` && typeof access_token === 'string') return access_token
  throw new AuthError(`${issuer} gave another token than asked for`, { reason: 'token_refused', issuer })
}

/** A workload that its platform vouches for. */
export function workload({ issuer, id, assertion }: WorkloadOptions): Grant {
  return createGrant('auth/wif', [issuer], async ({ as, resource, scope, askToken }) => {
    const token = await assertion({ issuer: as.issuer, tokenEndpoint: as.token_endpoint ?? '', resource })
    const auth: ClientAuth = (_as, _client, body) => {
      if (id !== undefined) body.set('client_id', id)
    }
    // The assertion says who it is; the library wants a name all the same.
    return askToken(as, { id: id ?? 'none', auth }, JWT_BEARER, { assertion: token, resource, scope })
  })
}
