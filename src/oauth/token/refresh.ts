/** Replaces a token that has expired or was refused, with its refresh token (RFC 6749, section 6). */
import type { OAuthContext } from '../context.ts'
import type { Challenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { isTokenRefusal } from '../http/response-errors.ts'
import type { TokenSet } from '../store/records.ts'
import type { GrantContext, RefreshTokens } from './grant.ts'

export function createRefresh(context: OAuthContext): RefreshTokens {
  const { options, records, clients, discovery, requestToken, toTokenSet, emit } = context
  return refresh

  async function refresh(...[tokens, challenge]: Parameters<RefreshTokens>): Promise<TokenSet | undefined> {
    if (!tokens) return undefined
    const { as, clientId, resource, refreshToken } = tokens
    const hasMoved = challenge && (await hasIssuerChanged(tokens, challenge))
    if (!refreshToken || hasMoved) return deleteTokens(tokens)
    const parameters = { refresh_token: refreshToken, resource, scope: options.refreshScope }
    try {
      const client = await clients.authenticate(as, clientId)
      const response = await requestToken(as, client, 'refresh_token', parameters)
      // A response omits what has not changed; only the old expiry does not carry over.
      const next = await toTokenSet(response, { ...tokens, expiresAt: undefined })
      const message = options.store?.exposure
      if (message && next.refreshToken === refreshToken && next.tokenType === 'bearer')
        emit({ type: 'warning', message })
      return await storeTokens(context, next, tokens)
    } catch (error) {
      if (!(await isFinal(error, tokens))) throw error
      emit({ type: 'warning', message: 'The refresh token was refused', error })
      return deleteTokens(tokens)
    }
  }

  /** Whether the refresh token will never work again. */
  async function isFinal(error: unknown, { as, clientId }: TokenSet): Promise<boolean> {
    // A response without an error code and with status 200 decides nothing.
    if (!isTokenRefusal(error) || (!error.server?.error && error.status === 200)) return false
    // Other credentials of the application would be refused at the next sign-in too.
    return error.server?.error !== 'invalid_client' || !(await clients.findKnown(as.issuer, clientId))
  }

  /** A server whose metadata cannot be read counts as unchanged: the token goes back to its own issuer only. */
  async function hasIssuerChanged({ as, prm }: TokenSet, challenge: Challenge): Promise<boolean> {
    try {
      return (await discovery.findIssuer({ resource_metadata: prm, ...challenge }, as.issuer)) !== as.issuer
    } catch (error) {
      if (error instanceof AuthError && error.reason === 'authorization-server-changed') throw error
      return false
    }
  }

  /** If another process has replaced the tokens meanwhile, its tokens are used. */
  async function deleteTokens(tokens: TokenSet): Promise<TokenSet | undefined> {
    return (await records.tokens.delete(tokens)) ? undefined : records.tokens.read()
  }
}

/** Stores new tokens before they are used, because the server may already have revoked the old refresh token. */
export async function storeTokens(
  { records, emit }: Pick<GrantContext, 'records' | 'emit'>,
  next: TokenSet,
  before: TokenSet | undefined,
): Promise<TokenSet | undefined> {
  // After a sign-in or sign-out by another process, the state that it left is used.
  if (!(await records.tokens.write(next, before ?? null))) return records.tokens.read()
  emit({ type: 'refreshed', issuer: next.as.issuer, expiresAt: next.expiresAt })
  return next
}
