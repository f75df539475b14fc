/** The `fetch` that sends the token, refreshes it after a 401, and reports when a user has to sign in. */
import type { FetchInit } from '../../core/index.ts'
import { cleanText } from '../../core/util/clean-text.ts'
import { coversScopes, joinScopes } from '../authorize/scope.ts'
import { createStepUpLimit, operationOf } from '../authorize/step-up.ts'
import type { OAuthContext } from '../context.ts'
import { type Challenge, readChallenge } from '../discover/www-authenticate.ts'
import { AuthError, AuthorizationRequiredError, InsufficientScopeError } from '../errors.ts'
import type { StatusHolder } from '../status.ts'
import type { TokenSet } from '../store/records.ts'
import type { CurrentToken } from '../token/current-token.ts'
import type { AuthFetch } from '../types.ts'
import { inBrowser } from './allow-url.ts'
import { findLostSession } from './lost-session.ts'
import { raceAbort } from './race-abort.ts'
import { discardBody } from './request.ts'
import { createUnreachableError, toErrorDetails } from './response-errors.ts'

export function createAuthFetch(context: OAuthContext, status: StatusHolder, currentToken: CurrentToken): AuthFetch {
  // `fetch` is taken out of the object, because some runtimes throw when it is called as a method.
  const { options, endpoint, environment, fetch, secrets, emit } = context
  const { origin } = endpoint
  const stepUps = createStepUpLimit(environment.monotonic, options.maxStepUps)
  /** The header names of requests without a token that got a response. Undefined once a request with a token got one. */
  let seenWithoutToken: Set<string> | undefined = new Set()
  const authFetch = (href: string, init: FetchInit) => raceAbort(init.signal, authorize(href, init), discardBody)
  authFetch.cachePartition = currentToken.partition
  authFetch.redact = (text: string) => secrets.redact(fetch.redact?.(text) ?? text)
  return authFetch

  async function authorize(href: string, init: FetchInit): Promise<Response> {
    const url = new URL(href)
    if (url.origin !== origin) {
      throw new AuthError(`Tokens for ${origin} are not for ${url.origin}`, { reason: 'url-refused' })
    }
    // A followed redirect would take the token along. A caller with its own credentials needs no token.
    const hasCredentials = new Headers(init.headers).has('authorization')
    if (hasCredentials || init.redirect !== 'manual') return fetch(href, init)
    let tokens = await currentToken.get(init.signal)
    let response = await send(url, init, tokens)
    for (let isRepeated = false; response.status === 401; isRepeated = true) {
      const lost = await findLostSession(environment, response, init)
      if (lost) return lost
      const challenge = readChallengeAndDiscard(response)
      if (isRepeated) throw setUnauthorized(challenge)
      tokens = await replaceTokens(tokens, challenge, init)
      response = await send(url, init, tokens)
    }
    currentToken.markAccepted(tokens)
    context.noteVersion(init)
    if (response.status === 403 && readChallenge(response.headers).error === 'insufficient_scope') {
      throw setNeedsScope(readChallengeAndDiscard(response), init, tokens)
    }
    stepUps.recordSuccess(() => operationOf(init))
    return response
  }

  async function send(url: URL, init: FetchInit, tokens: TokenSet | undefined): Promise<Response> {
    const names = Object.keys(init.headers).join()
    const sendWith = async (authHeaders: Record<string, string>) => {
      const headers = { ...init.headers, ...authHeaders }
      try {
        const response = await fetch(url.href, { ...init, headers })
        if (tokens) seenWithoutToken = undefined
        seenWithoutToken?.add(names)
        return response
      } catch (cause) {
        // The same headers without the token got a response, so CORS refuses the token, unless the network failed.
        const maybeCors = tokens && seenWithoutToken?.has(names) && inBrowser() && cause instanceof TypeError
        throw maybeCors ? createUnreachableError(url, cause, secrets.redact, headers, 'unknown') : cause
      }
    }
    if (!tokens) return sendWith({})
    const { accessToken, tokenType } = tokens
    if (tokenType === 'bearer') return sendWith({ authorization: `Bearer ${accessToken}` })
    return (await context.getProver())!.sendWithProof(accessToken, init.method, url, sendWith)
  }

  /** The body of a refusal is not used. */
  function readChallengeAndDiscard(response: Response): Challenge {
    const challenge = readChallenge(response.headers, authFetch.redact)
    const { readable, error, scope } = challenge
    discardBody(response)
    emit({ type: 'challenge', status: response.status, readable, error, scope })
    return challenge
  }

  async function replaceTokens(
    refused: TokenSet | undefined,
    challenge: Challenge,
    init: FetchInit,
  ): Promise<TokenSet> {
    if (refused && currentToken.isUntested(refused)) {
      if (options.grant || coversScopes(refused.requested, challenge.scope)) throw setUnauthorized(challenge)
      throw setNeedsScope(challenge, init, refused)
    }
    const next = await currentToken.refresh(refused, challenge, init.signal)
    if (next) return next
    throw setNeedsSignIn(refused ? 'expired' : 'sign-in-required', challenge)
  }

  function setNeedsSignIn(reason: 'sign-in-required' | 'expired', challenge: Challenge): AuthError {
    const scope = joinScopes(challenge.scope)
    const hint = challenge.readable ? '' : ' (no WWW-Authenticate header is visible)'
    currentToken.clear()
    setNeedsUser(reason, scope, challenge)
    return new AuthorizationRequiredError(`${origin} wants somebody to sign in${hint}`, { reason, scope })
  }

  function setNeedsScope(challenge: Challenge, init: FetchInit, tokens: TokenSet | undefined): AuthError {
    const scope = joinScopes(tokens?.requested, challenge.scope)
    const mayAsk = !options.grant && stepUps.tryStart(operationOf(init), challenge.scope, tokens)
    // Several operations may wait for the same sign-in, so it requests the scopes of all of them.
    const all = joinScopes(context.pendingChallenge?.scope, challenge.scope)
    if (mayAsk)
      setNeedsUser('scope', joinScopes(scope, all), all === undefined ? challenge : { ...challenge, scope: all })
    const wanted = challenge.scope ? `the scopes ${cleanText(scope ?? '')}` : 'more scopes'
    return new InsufficientScopeError(`${origin} wants ${wanted}`, { reason: 'scope', scope })
  }

  function setNeedsUser(
    reason: 'sign-in-required' | 'expired' | 'scope',
    scope: string | undefined,
    challenge: Challenge,
  ): void {
    context.pendingChallenge = challenge
    // A sign-in may be under way already.
    if (status.current.status !== 'authorizing') status.set({ status: 'needs-user', reason, scope })
  }

  function setUnauthorized(challenge: Challenge): AuthError {
    const error = new AuthError(`${origin} refuses the token that it asked for`, {
      reason: 'unauthorized',
      status: 401,
      server: toErrorDetails(secrets.redact, challenge.error),
    })
    status.set({ status: 'failed', error })
    return error
  }
}
