/** `oauth()`: puts the parts of authorization together, and signs out. */
import type { Environment } from '../core/util/environment.ts'
import { createSignIn } from './authorize/sign-in.ts'
import { createOAuthContext } from './context.ts'
import { createAuthFetch } from './http/auth-fetch.ts'
import { createRefusalError } from './http/response-errors.ts'
import type { OAuthOptions } from './options.ts'
import { createClientAuth } from './register/client-auth.ts'
import { createStatus } from './status.ts'
import type { TokenSet } from './store/records.ts'
import { createCurrentToken } from './token/current-token.ts'
import type { OAuth } from './types.ts'

export function createOAuth(environment: Environment): (options: OAuthOptions) => OAuth {
  return (options) => {
    const context = createOAuthContext(environment, options)
    const { records, clients, request, emit } = context
    const status = createStatus(emit)
    const currentToken = createCurrentToken(context, status)
    let revokesLate = false
    context.revokeLate = async () => {
      const { latest } = context
      context.latest = undefined
      if (revokesLate && latest) await revokeTokens(latest)
    }
    return {
      fetch: createAuthFetch(context, status, currentToken),
      get status() {
        return status.current
      },
      extensions: { ...options.grant?.extensions, ...options.dpop?.extensions },
      subscribe: status.subscribe,
      ...createSignIn(context, status, currentToken),
      async signOut({ revoke } = {}) {
        // A store that cannot be read may still be able to delete.
        const tokens = await records.tokens.read().catch(() => undefined)
        const { latest } = context
        context.latest = undefined
        revokesLate = !!revoke
        context.signOuts++
        context.forgetProver()
        currentToken.clear()
        context.pendingChallenge = undefined
        await records.clear()
        status.set({ status: 'anonymous' })
        if (!revoke) return
        if (tokens) await revokeTokens(tokens)
        // A refresh may have ended after the tokens were read.
        if (latest && latest.accessToken !== tokens?.accessToken) await revokeTokens(latest)
      },
    }

    async function revokeTokens(tokens: TokenSet): Promise<void> {
      if (!tokens.as.revocation_endpoint) return
      await requestRevocation(tokens).catch((error) => {
        emit({ type: 'warning', message: 'The token was not revoked', error })
      })
    }

    /** Revokes the refresh token if there is one: the server then ends its access tokens too (RFC 7009, section 2.1). */
    async function requestRevocation({ as, clientId, accessToken, refreshToken }: TokenSet): Promise<void> {
      const identity = await clients.findKnown(as.issuer, clientId)
      const body = new URLSearchParams({ token: refreshToken ?? accessToken })
      const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
      if (identity) await createClientAuth(identity, as)(as, { client_id: clientId }, body, headers)
      const response = await request(as.revocation_endpoint, 'revoke', {
        headers: Object.fromEntries(headers),
        body: `${body}`,
        headersOnly: true,
      })
      if (response.status !== 200) throw createRefusalError('token-refused', as.issuer, response)
    }
  }
}
