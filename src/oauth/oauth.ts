/** `oauth()`: from a protected endpoint to a `fetch` that may use it. */
import type { Environment } from '../core/util/environment.ts'
import { createSignIn } from './authorize/sign-in.ts'
import { createBase } from './context.ts'
import { createAccess } from './http/auth-fetch.ts'
import { refusal } from './http/request.ts'
import { authenticate } from './register/registration.ts'
import { createStatus } from './status.ts'
import type { TokenSet } from './store/records.ts'
import { createTokens } from './token/current-token.ts'
import type { OAuth, OAuthOptions } from './types.ts'

export function createOAuth(environment: Environment): (options: OAuthOptions) => OAuth {
  return (options) => {
    const base = createBase(environment, options)
    const { vault, clients, ask, emit } = base
    const status = createStatus(emit)
    const held = createTokens(base, status)
    const access = createAccess(base, status, held)
    return {
      fetch: access.fetch,
      get status() {
        return status.current
      },
      extensions: { ...options.grant?.extensions, ...options.dpop?.extensions },
      subscribe: status.subscribe,
      ...createSignIn(base, status, held, access),
      async signOut({ revoke } = {}) {
        // A store that fails may still be able to delete.
        const tokens = await vault.tokens.read().catch(() => undefined)
        base.epoch++
        base.forgetProver()
        held.forget()
        access.challenge = undefined
        await vault.clear()
        status.set({ status: 'anonymous' })
        if (!revoke || !tokens?.as.revocation_endpoint) return
        await tell(tokens).catch((error) => {
          emit({ type: 'warning', message: 'The token was not revoked', error })
        })
      },
    }

    /** The refresh token, if there is one: its end is that of all that came from it (RFC 7009, section 2.1). */
    async function tell({ as, clientId, accessToken, refreshToken }: TokenSet): Promise<void> {
      const identity = await clients.recall(as.issuer, clientId)
      const body = new URLSearchParams({ token: refreshToken ?? accessToken })
      const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
      if (identity) await authenticate(identity, as)(as, { client_id: clientId }, body, headers)
      const question = { headers: Object.fromEntries(headers), body: `${body}`, head: true } as const
      const reply = await ask(as.revocation_endpoint, 'revoke', question)
      if (reply.status !== 200) throw refusal('token_refused', as.issuer, reply)
    }
  }
}
