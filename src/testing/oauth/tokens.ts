/** What the token endpoint remembers: codes, and families of refresh tokens of which the last member alone is good. */
import type { Grant } from './authorize.ts'
import { OAuthFault } from './oauth-error.ts'

/** What an access token is good for, whatever it was given for. */
export interface Right {
  client: string
  scope?: string
  resource?: string
}

interface Refresh {
  right: Right
  family: string
  used: boolean
}

export interface Tokens {
  keepCode(grant: Grant): string
  /** Good for one time. */
  takeCode(code: string): Grant
  issueRefresh(right: Right, family?: string): string
  /** With `rotate` a token that comes twice ends its whole family, since one of the two is a thief. */
  takeRefresh(token: string, client: string | undefined, rotate: boolean): { right: Right; family: string }
  /** Ends the family of this token, if it is one. */
  revoke(token: string): void
}

export function createTokens(random: () => string): Tokens {
  const codes = new Map<string, Grant>()
  const refreshes = new Map<string, Refresh>()
  const ended = new Set<string>()

  return {
    keepCode(grant) {
      const code = `secret-code-${random()}`
      codes.set(code, grant)
      return code
    },
    takeCode(code) {
      const grant = codes.get(code)
      if (!grant) throw new OAuthFault('invalid_grant', 'the code is unknown or was used before')
      codes.delete(code)
      return grant
    },
    issueRefresh(right, family = random()) {
      const token = `secret-refresh-${random()}`
      refreshes.set(token, { right, family, used: false })
      return token
    },
    takeRefresh(token, client, rotate) {
      const refresh = refreshes.get(token)
      if (!refresh || ended.has(refresh.family)) throw new OAuthFault('invalid_grant', 'the refresh token is unknown')
      if (refresh.right.client !== client)
        throw new OAuthFault('invalid_grant', 'the refresh token is another client’s')
      if (rotate && refresh.used) {
        ended.add(refresh.family)
        throw new OAuthFault('invalid_grant', 'the refresh token was used before')
      }
      refresh.used = true
      return refresh
    },
    revoke(token) {
      const refresh = refreshes.get(token)
      if (refresh) ended.add(refresh.family)
    },
  }
}
