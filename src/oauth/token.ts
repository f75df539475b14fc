/** What a token endpoint answers. */
import { allowInsecureRequests, customFetch, genericTokenEndpointRequest } from 'oauth4webapi'
import { type Ask, type Reply, refusal } from './ask.ts'
import { AuthError } from './errors.ts'
import type { AskToken, Prover, TokenAnswer } from './extension.ts'
import { given } from './given.ts'
import { isToken, type TokenSet } from './vault.ts'

const YEAR = 31_536_000

/** `prover` is asked at each request, since the key may depend on the server. */
export function createAskToken(ask: Ask, prover: (algorithms?: string[]) => Promise<Prover | undefined>): AskToken {
  return async (as, { id, auth }, grantType, parameters, bound = true) => {
    const handle = bound ? (await prover(as.dpop_signing_alg_values_supported))?.handle : undefined
    for (let again = false; ; again = true) {
      let reply!: Reply
      await genericTokenEndpointRequest(
        as,
        { client_id: id },
        auth,
        grantType,
        given(parameters) as Record<string, string>,
        {
          // Our own check of the address lets it pass on loopback only.
          [allowInsecureRequests]: !!as.token_endpoint?.startsWith('http:'),
          [customFetch]: async (url, { headers, body }) => {
            reply = await ask(url, 'token', { headers, body: `${body}` })
            // The library needs the nonce only; the body is ours to judge.
            return new Response(null, { headers: reply.headers })
          },
          ...(handle ? { DPoP: handle } : {}),
        },
      )
      const { status, json } = reply
      if (status === 200 && json && json.error === undefined) return json
      if (json?.error === 'use_dpop_nonce' && handle && !again) continue
      throw refusal('The authorization server gave no token', 'token_refused', as.issuer, reply)
    }
  }
}

/** The members of a token set that come from an answer; nothing else of it is kept. */
export type Granted = Pick<TokenSet, 'accessToken' | 'tokenType'> &
  Partial<Pick<TokenSet, 'refreshToken' | 'scope' | 'expiresAt'>>

export function readToken(answer: TokenAnswer, issuer: string, now: number): Granted {
  const { access_token, token_type, refresh_token, scope, expires_in } = answer
  const tokenType = typeof token_type === 'string' ? token_type.toLowerCase() : ''
  if (!isToken(access_token) || (tokenType !== 'bearer' && tokenType !== 'dpop')) {
    throw new AuthError('Expected a bearer or DPoP token, got something else', { reason: 'token_refused', issuer })
  }
  const granted: Granted = { accessToken: access_token, tokenType }
  const seconds = typeof expires_in === 'string' && expires_in.trim() ? Number(expires_in) : expires_in
  if (typeof seconds === 'number' && !Number.isNaN(seconds)) {
    granted.expiresAt = now + Math.min(Math.max(seconds, 0), YEAR) * 1000
  }
  if (typeof refresh_token === 'string' && refresh_token) granted.refreshToken = refresh_token
  if (typeof scope === 'string') granted.scope = scope
  return granted
}
