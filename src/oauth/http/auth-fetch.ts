/** A `fetch` that sends the token along, and reacts when the server refuses it. */
import type { FetchInit } from '../../core/options.ts'
import { coversScopes, joinScopes } from '../authorize/scope.ts'
import { createStepUps, operationOf } from '../authorize/step-up.ts'
import type { Base } from '../context.ts'
import { type Challenge, readChallenge } from '../discover/www-authenticate.ts'
import { AuthError, AuthorizationRequiredError, InsufficientScopeError } from '../errors.ts'
import type { StatusSlot } from '../status.ts'
import type { TokenSet } from '../store/records.ts'
import type { Tokens } from '../token/current-token.ts'
import type { AuthFetch } from '../types.ts'
import { inBrowser } from './allow-url.ts'
import { clean, discard, unreachable } from './request.ts'

export interface Access {
  fetch: AuthFetch
  /** What the server last asked for, until a person has answered it. */
  challenge: Challenge | undefined
}

export function createAccess(base: Base, status: StatusSlot, tokens: Tokens): Access {
  // Called plainly, since as a method it throws in some runtimes.
  const { options, endpoint, environment, fetch, emit } = base
  const { origin } = endpoint
  const stepUps = createStepUps(environment.now, options.maxStepUps)
  /** The names of headers that were answered without a token, until one is answered with it. */
  let bare: Set<string> | undefined = new Set()
  const access: Access = {
    fetch: Object.assign(authFetch, { partition: tokens.partition }),
    challenge: undefined,
  }
  return access

  async function authFetch(href: string, init: FetchInit): Promise<Response> {
    const url = new URL(href)
    if (url.origin !== origin) {
      throw new AuthError(`Tokens for ${origin} are not for ${url.origin}`, { reason: 'url_refused' })
    }
    // Who follows redirects would take the token along; who brings credentials needs none.
    const own = new Headers(init.headers).has('authorization')
    if (own || init.redirect !== 'manual') return fetch(href, init)
    let used = await tokens.find(init.signal)
    let response = await send(url, init, used)
    if (response.status === 401) {
      used = await replace(used, hear(response), init)
      response = await send(url, init, used)
      if (response.status === 401) throw unauthorized(hear(response))
    }
    tokens.prove(used)
    if (response.status === 403 && readChallenge(response.headers).error === 'insufficient_scope') {
      throw needScope(hear(response), init, used)
    }
    stepUps.passed(() => operationOf(init))
    return response
  }

  async function send(url: URL, init: FetchInit, used: TokenSet | undefined): Promise<Response> {
    const names = Object.keys(init.headers).join()
    const go = async (own: Record<string, string>) => {
      const headers = { ...init.headers, ...own }
      try {
        const response = await fetch(url.href, { ...init, headers })
        if (used) bare = undefined
        bare?.add(names)
        return response
      } catch (cause) {
        // Everything but the token was let pass, so that is what CORS refuses, if it is not the network.
        const hidden = used && bare?.has(names) && inBrowser() && cause instanceof TypeError
        throw hidden ? Object.assign(unreachable(url, cause, headers), { delivery: 'unknown' }) : cause
      }
    }
    if (!used) return go({})
    const { accessToken, tokenType } = used
    if (tokenType === 'bearer') return go({ authorization: `Bearer ${accessToken}` })
    return (await base.prover())!.send(accessToken, init.method, url, go)
  }

  /** What a refusal says; the rest of it is of no use. */
  function hear(response: Response): Challenge {
    const challenge = readChallenge(response.headers)
    const { readable, error, scope } = challenge
    discard(response)
    emit({ type: 'challenge', status: response.status, readable, error, scope })
    return challenge
  }

  async function replace(used: TokenSet | undefined, challenge: Challenge, init: FetchInit): Promise<TokenSet> {
    if (used && tokens.areNew(used)) {
      if (options.grant || coversScopes(used.requested, challenge.scope)) throw unauthorized(challenge)
      throw needScope(challenge, init, used)
    }
    const next = await tokens.renew(used, challenge, init.signal)
    if (next) return next
    throw needUser(used ? 'expired' : 'first', challenge)
  }

  function needUser(reason: 'first' | 'expired', challenge: Challenge): AuthError {
    const scope = joinScopes(challenge.scope)
    const hidden = challenge.readable ? '' : ' (no WWW-Authenticate header is visible)'
    tokens.forget()
    wait(reason, scope, challenge)
    return new AuthorizationRequiredError(`${origin} wants somebody to sign in${hidden}`, { reason, scope })
  }

  function needScope(challenge: Challenge, init: FetchInit, used: TokenSet | undefined): AuthError {
    const scope = joinScopes(used?.requested, challenge.scope)
    const ask = !options.grant && stepUps.may(operationOf(init), challenge.scope, used)
    // Several operations may wait for one person: they are asked for all of it at once.
    const all = joinScopes(access.challenge?.scope, challenge.scope)
    if (ask) wait('scope', joinScopes(scope, all), all === undefined ? challenge : { ...challenge, scope: all })
    return new InsufficientScopeError(`${origin} wants the scopes ${scope}`, { reason: 'scope', scope })
  }

  function wait(reason: 'first' | 'expired' | 'scope', scope: string | undefined, challenge: Challenge): void {
    access.challenge = challenge
    // Somebody may be on the way already.
    if (status.current.status !== 'authorizing') status.set({ status: 'needs-user', reason, scope })
  }

  function unauthorized({ error: word }: Challenge): AuthError {
    const error = new AuthError(`${origin} refuses the token that it asked for`, {
      reason: 'unauthorized',
      status: 401,
      server: { error: clean(word) },
    })
    status.set({ status: 'failed', error })
    return error
  }
}
