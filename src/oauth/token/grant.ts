/** The interface between `oauth()` and grants without a user. Only types: a bundle for users has no code of such grants. */
import type { Environment } from '../../core/util/environment.ts'
import type { Discovery } from '../discover/discover.ts'
import type { Challenge } from '../discover/www-authenticate.ts'
import type { Records, TokenSet } from '../store/records.ts'
import type { EmitAuthEvent } from '../types.ts'
import type { RequestToken, TokenResponse } from './token-request.ts'

/**
 * Replaces tokens. `challenge` is the server's answer to the old token; it is undefined if that is about to expire.
 * Resolves to undefined if a user has to sign in; the old tokens are deleted then.
 */
export type RefreshTokens = (
  tokens: TokenSet | undefined,
  challenge: Challenge | undefined,
) => Promise<TokenSet | undefined>

/** The part of `OAuthContext` that a grant uses. */
export interface GrantContext {
  readonly options: {
    readonly scope?: string | undefined
    readonly filterScopes?: ((scopes: string[]) => string[]) | undefined
  }
  readonly endpoint: URL
  readonly environment: Environment
  readonly records: Records
  readonly discovery: Discovery
  readonly requestToken: RequestToken
  readonly emit: EmitAuthEvent
  /** Adds the members of a token response to `details`. Checks that the token is bound to a key if it has to be. */
  toTokenSet(response: TokenResponse, details: TokenSetDetails): Promise<TokenSet>
}

/** The members of a token set that do not come from the token response, and defaults for those that it may omit. */
export type TokenSetDetails = Omit<TokenSet, 'accessToken' | 'tokenType' | 'jkt' | 'obtainedAt'>

/** A way to get a token without a user. */
export interface Grant {
  /** The only authorization server that may see the credentials. */
  readonly issuer: string
  /** URLs that the application named itself; they may be on a private network. */
  readonly trusted: readonly string[]
  /** The capability that the client declares. */
  readonly extensions: Readonly<Record<string, object>>
  /** @internal */
  createRefresh(context: GrantContext): RefreshTokens
}
