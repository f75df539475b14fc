/** What a token endpoint answers. */
import { allowInsecureRequests, customFetch, genericTokenEndpointRequest } from 'oauth4webapi'
import { refuse } from '../discover/authorization-server.ts'
import { AuthError } from '../errors.ts'
import type { AskToken, Prover, TokenAnswer } from '../extension.ts'
import { given } from '../http/omit-undefined.ts'
import { type Ask, type Reply, refusal, refusalWord, textOf } from '../http/request.ts'
import type { Clients } from '../register/registration.ts'
import { isToken, type TokenSet } from '../store/records.ts'

const YEAR = 31_536_000

/** `open` is asked at each request, since the key may depend on the server; `forget` is told of a client it forgot. */
export function createAskToken(
  ask: Ask,
  open: (algorithms?: string[]) => Promise<Prover | undefined>,
  forget: Clients['forget'],
): AskToken {
  return async (as, { id, auth }, grantType, parameters, bound = true) => {
    if (!as.token_endpoint) refuse(as.issuer, 'name no token endpoint')
    const prover = bound ? await open(as.dpop_signing_alg_values_supported) : undefined
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
          ...(prover ? { DPoP: prover.handle } : {}),
        },
      )
      const { status, json } = reply
      if (status === 200 && json && json.error === undefined) return json
      if (json?.error === 'use_dpop_nonce' && prover && !again) prover.expectNonce(reply.headers, as.issuer)
      else {
        const error = refusal('token_refused', as.issuer, reply)
        if (refusalWord(error) === 'invalid_client') await forget(as.issuer, id)
        throw error
      }
    }
  }
}

/** The members of a token set that come from an answer; nothing else of it is kept. */
export type Granted = Pick<TokenSet, 'accessToken' | 'tokenType'> &
  Partial<Pick<TokenSet, 'refreshToken' | 'scope' | 'expiresAt'>>

export function readToken(answer: TokenAnswer, issuer: string, now: number): Granted {
  const { access_token, token_type, refresh_token, scope, expires_in } = answer
  const tokenType = textOf(token_type)?.toLowerCase()
  if (!isToken(access_token) || (tokenType !== 'bearer' && tokenType !== 'dpop')) {
    throw new AuthError('Expected a bearer or DPoP token, got something else', { reason: 'token_refused', issuer })
  }
  const seconds = typeof expires_in === 'string' && expires_in.trim() ? Number(expires_in) : expires_in
  const timed = typeof seconds === 'number' && !Number.isNaN(seconds)
  return given({
    accessToken: access_token,
    tokenType,
    refreshToken: textOf(refresh_token) || undefined,
    scope: textOf(scope),
    expiresAt: timed ? now + Math.min(Math.max(seconds, 0), YEAR) * 1000 : undefined,
  }) as Granted
}
