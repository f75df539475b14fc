/** Enterprise-managed authorization: the identity provider of an organisation decides which servers its users may use. */
import { AuthError } from '../errors.ts'
import { createClientAuth } from '../register/client-auth.ts'
import type { Grant } from '../token/grant.ts'
import { checkNotEmpty, createGrant, type GrantRequest, JWT_BEARER, requireText } from './create-grant.ts'

/** The identity provider of an organisation. */
export interface IdentityProvider {
  /** Its metadata are read if there is no `tokenEndpoint`. */
  issuer?: string | undefined
  /** Where the login is exchanged. */
  tokenEndpoint?: string | undefined
  /** The client id of this application at the identity provider. */
  id: string
  /** The client secret of this application at the identity provider. */
  secret?: string | undefined
  /** The ID token of the user's login; a function is called for each grant. */
  idToken: string | (() => string | Promise<string>)
}

/** The credentials are sent to this issuer only. */
export interface EnterpriseOptions {
  /** The authorization server of the MCP server. */
  issuer: string
  /** The client id of this application there. */
  id: string
  /** The client secret of this application there. */
  secret?: string | undefined
  /** The identity provider of the organisation. */
  idp: IdentityProvider
}

/** The grant type that exchanges a token for another one (RFC 8693). */
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token'
/** An assertion that the identity provider issues for another authorization server. */
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'

/** A user's login at their organisation. */
export function enterprise({ issuer, id, secret, idp }: EnterpriseOptions): Grant {
  checkNotEmpty('secret', secret)
  checkNotEmpty('idp.secret', idp.secret)
  checkNotEmpty('idp.idToken', idp.idToken)
  const idpUrls = [idp.issuer, idp.tokenEndpoint].filter((url) => url !== undefined)
  return createGrant('enterprise-managed-authorization', [issuer, ...idpUrls], async (grantRequest) => {
    const { as, resource, scope, requestToken } = grantRequest
    const assertion = await exchangeIdToken(idp, grantRequest)
    const client = { id, auth: createClientAuth({ id, secret }, as) }
    return requestToken(as, client, JWT_BEARER, { assertion, resource, scope })
  })
}

/** Exchanges the login for an assertion that the authorization server of the resource accepts. */
async function exchangeIdToken(
  idp: IdentityProvider,
  { as, resource, scope, requestToken, readServerMetadata }: GrantRequest,
): Promise<string> {
  const { issuer = idp.tokenEndpoint, tokenEndpoint, id, idToken } = idp
  if (issuer === undefined) throw new TypeError('idp: expected an issuer or a tokenEndpoint')
  const provider =
    tokenEndpoint === undefined ? await readServerMetadata(issuer) : { issuer, token_endpoint: tokenEndpoint }
  const parameters = {
    requested_token_type: ID_JAG,
    audience: as.issuer,
    resource,
    subject_token: requireText(typeof idToken === 'string' ? idToken : await idToken(), 'ID token', issuer),
    subject_token_type: ID_TOKEN,
    scope,
  }
  const client = { id, auth: createClientAuth(idp, provider) }
  const response = await requestToken(provider, client, TOKEN_EXCHANGE, parameters, false).catch((error) => {
    if (!(error instanceof AuthError) || error.reason !== 'token-refused') throw error
    const { server = {}, status } = error
    // The decision of the organisation is final.
    throw new AuthError(`${issuer} does not allow it`, { reason: 'blocked-by-policy', issuer, server, status })
  })
  const { issued_token_type, access_token } = response
  if (issued_token_type === ID_JAG && typeof access_token === 'string') return access_token
  throw new AuthError(`${issuer} gave another token than asked for`, { reason: 'token-refused', issuer })
}
