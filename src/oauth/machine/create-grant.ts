/** The parts that all grants without a user have in common. */
import { generateRandomState } from 'oauth4webapi'
import { filterScopes, joinScopes } from '../authorize/scope.ts'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import { AuthError } from '../errors.ts'
import type { Grant } from '../token/grant.ts'
import { storeTokens } from '../token/refresh.ts'
import type { RequestToken, TokenResponse } from '../token/token-request.ts'

/** Mistakes of the developer, such as a missing environment variable. `undefined` is a client without a secret. */
export function checkNotEmpty(name: string, value: unknown): void {
  if (value === '') throw new TypeError(`${name}: expected a text, got an empty one`)
}

/** Nothing is sent if a function of the application has no token to send. */
export function requireText(text: string, what: string, issuer: string): string {
  if (text) return text
  throw new AuthError(`There is no ${what} to send to ${issuer}`, { reason: 'token-refused', issuer })
}

/** The grant type that exchanges an assertion for a token (RFC 7523). */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export interface GrantRequest {
  as: ServerMetadata
  resource: string
  scope: string | undefined
  requestToken: RequestToken
  /** Reads the metadata of another authorization server. */
  readServerMetadata(issuer: string): Promise<ServerMetadata>
}

/**
 * `urls` are the issuer and further URLs that the application named. Each refresh repeats the grant, so a refresh token is
 * not kept.
 */
export function createGrant(
  extension: string,
  urls: [issuer: string, ...others: string[]],
  request: (grantRequest: GrantRequest) => Promise<TokenResponse>,
): Grant {
  return {
    issuer: urls[0],
    trusted: urls,
    extensions: { [`io.modelcontextprotocol/${extension}`]: {} },
    createRefresh: (oauth) => async (tokens, challenge) => {
      const { options, endpoint, discovery, requestToken, toTokenSet } = oauth
      const { readServerMetadata } = discovery
      const known = tokens && !challenge ? { ...tokens, scope: tokens.requested } : undefined
      const server = known ?? (await discovery.discover(challenge ?? { readable: false }, undefined))
      const { as, resource, prm } = server
      const [challenged, listed] = [challenge?.scope, server.scope].map((asked) =>
        filterScopes(options.filterScopes, asked),
      )
      const scope = challenged ?? listed ?? joinScopes(options.scope)
      const response = await request({ as, resource, scope, requestToken, readServerMetadata })
      const context = tokens?.context ?? generateRandomState()
      const source = { endpoint: endpoint.href, as, resource, prm, clientId: '', requested: scope }
      const next = await toTokenSet(response, { ...source, context })
      return storeTokens(oauth, { ...next, refreshToken: undefined }, tokens)
    },
  }
}
