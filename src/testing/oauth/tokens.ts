/** The state of the token endpoint: authorization codes, and families of refresh tokens. */
import type { CodeGrant } from './authorize.ts'
import { OAuthError } from './oauth-error.ts'

/** What an access token is issued for. */
export interface TokenGrant {
  client: string
  scope?: string
  resource?: string
}

interface RefreshToken {
  grant: TokenGrant
  family: string
  used: boolean
}

export interface Tokens {
  issueCode(grant: CodeGrant): string
  /** Each code can be redeemed once. */
  redeemCode(code: string): CodeGrant
  issueRefreshToken(grant: TokenGrant, family?: string): string
  /** With `rotate` a token that is used twice ends its whole family (RFC 9700, section 4.14.2). */
  useRefreshToken(token: string, client: string | undefined, rotate: boolean): { grant: TokenGrant; family: string }
  /** Ends the family of this refresh token; any other text is ignored. */
  revoke(token: string): void
}

export function createTokens(createId: () => string): Tokens {
  const codes = new Map<string, CodeGrant>()
  const refreshTokens = new Map<string, RefreshToken>()
  const endedFamilies = new Set<string>()

  return {
    issueCode(grant) {
      const code = `secret-code-${createId()}`
      codes.set(code, grant)
      return code
    },
    redeemCode(code) {
      const grant = codes.get(code)
      if (!grant) throw new OAuthError('invalid_grant', 'the code is unknown or was used before')
      codes.delete(code)
      return grant
    },
    issueRefreshToken(grant, family = createId()) {
      const token = `secret-refresh-${createId()}`
      refreshTokens.set(token, { grant, family, used: false })
      return token
    },
    useRefreshToken(token, client, rotate) {
      const refresh = refreshTokens.get(token)
      if (!refresh || endedFamilies.has(refresh.family)) {
        throw new OAuthError('invalid_grant', 'the refresh token is unknown')
      }
      if (refresh.grant.client !== client)
        throw new OAuthError('invalid_grant', 'the refresh token is another client’s')
      if (rotate && refresh.used) {
        endedFamilies.add(refresh.family)
        throw new OAuthError('invalid_grant', 'the refresh token was used before')
      }
      refresh.used = true
      return refresh
    },
    revoke(token) {
      const refresh = refreshTokens.get(token)
      if (refresh) endedFamilies.add(refresh.family)
    },
  }
}
