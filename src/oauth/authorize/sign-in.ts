/** Signs a user in: opens the authorization URL with a driver, and completes the flow with the callback. */
import { checkRedirectUri } from '../check-options.ts'
import type { OAuthContext } from '../context.ts'
import { type Challenge, readChallenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { inBrowser } from '../http/allow-url.ts'
import { raceAbort } from '../http/race-abort.ts'
import type { StatusHolder } from '../status.ts'
import type { TokenSet } from '../store/records.ts'
import type { CurrentToken } from '../token/current-token.ts'
import type { AuthStatus, OAuth, Prepared } from '../types.ts'
import { exchangeCode, startAuthorization } from './authorization-code.ts'
import { checkCallback, createInvalidCallbackError, parseCallback } from './check-callback.ts'
import { filterScopes, joinScopes } from './scope.ts'

/** Callbacks whose result is remembered. */
const MAX_HANDLED = 20

export function createSignIn(
  context: OAuthContext,
  status: StatusHolder,
  currentToken: CurrentToken,
): Pick<OAuth, 'signIn' | 'handleCallback'> {
  const { options, endpoint, records, discovery, request, emit } = context
  /** Results by state: a callback may be delivered twice. */
  const handled = new Map<string, Promise<AuthStatus>>()
  return { signIn, handleCallback }

  async function signIn(...[driver, { scope, signal } = {}]: Parameters<OAuth['signIn']>): Promise<AuthStatus> {
    const before = status.current
    let prepared: Prepared = {}
    let hasOpened = false
    try {
      // Called before the first await: browsers allow a window only inside a click.
      prepared = (await driver.prepare?.()) ?? prepared
      signal?.throwIfAborted()
      const redirectUri = checkRedirectUri(prepared.redirectUri ?? options.redirectUri, options.allowCustomScheme)
      const { url, state } = await raceAbort(signal, start(redirectUri, scope, signal))
      status.set({ status: 'authorizing', url: url.href })
      hasOpened = true
      signal?.throwIfAborted()
      const driverSignal = signal ?? new AbortController().signal
      const callback = await raceAbort(signal, driver(url, { state, redirectUri, signal: driverSignal, prepared }))
      return callback ? await raceAbort(signal, handleCallback(callback)) : status.current
    } catch (error) {
      if (!hasOpened) driver.cancel?.(prepared)
      if (error instanceof AuthError && !signal?.aborted) status.set({ status: 'failed', error })
      else if (status.current.status === 'authorizing') status.set(before)
      throw error
    }
  }

  async function start(redirectUri: string, scope: string | undefined, signal: AbortSignal | undefined) {
    if (options.client?.secret && inBrowser()) {
      emit({ type: 'warning', message: 'Everybody can read the client secret of a page' })
    }
    const tokens = await records.tokens.read()
    const challenge = await findChallenge(tokens, signal)
    const server = await discovery.discover(challenge, tokens?.as.issuer, signal)
    const { issuer } = server.as
    emit({ type: 'discovered', issuer, resource: server.resource })
    // Scopes accumulate, but not across authorization servers.
    const requested = tokens?.as.issuer === issuer ? tokens.requested : undefined
    const [challenged, listed] = [challenge.scope, server.scope].map((asked) =>
      filterScopes(options.filterScopes, asked),
    )
    // A server that wants more scopes without naming them lists them in its metadata, if anywhere.
    const asked = challenge.error === 'insufficient_scope' ? (challenged ?? listed) : challenged
    const wanted = joinScopes(requested, scope, asked) ?? listed ?? joinScopes(options.scope)
    return startAuthorization(context, server, wanted, redirectUri, signal)
  }

  /** Without a challenge from an earlier request, the endpoint is requested to get one. */
  async function findChallenge(tokens: TokenSet | undefined, signal: AbortSignal | undefined): Promise<Challenge> {
    if (context.pendingChallenge) return context.pendingChallenge
    if (tokens?.prm) return { readable: true, resource_metadata: tokens.prm }
    const headers = { accept: 'application/json, text/event-stream' }
    const response = await request(endpoint.href, 'resource', { headers, signal, headersOnly: true }).catch(
      () => undefined,
    )
    return response?.status === 401 ? readChallenge(response.headers) : { readable: false }
  }

  async function handleCallback(callback: string | URL | URLSearchParams): Promise<AuthStatus> {
    // An invalid callback changes nothing, because the real one may still arrive.
    const parameters = parseCallback(callback)
    const state = parameters.get('state')!
    let result = handled.get(state)
    if (!result) {
      result = completeFlow(state, parameters)
      handled.set(state, result)
      for (const oldest of handled.keys()) if (handled.size > MAX_HANDLED) handled.delete(oldest)
    }
    return result
  }

  async function completeFlow(state: string, parameters: URLSearchParams): Promise<AuthStatus> {
    // Read before the first await, since a store may be slow.
    const { signOuts } = context
    const flow = await records.takeFlow(state)
    if (!flow) throw createInvalidCallbackError()
    try {
      const callback = checkCallback(flow, parameters, context.secrets.redact)
      if (callback.outcome === 'denied') return status.set({ status: 'denied', reason: callback.error })
      const tokens = await exchangeCode(context, flow, callback.code)
      // After a sign-out meanwhile, the user stays signed out.
      if (context.signOuts !== signOuts) {
        await context.revokeLate()
        return status.current
      }
      await records.tokens.write(tokens)
      // A slow store may have written the tokens after the sign-out cleared it.
      if (context.signOuts !== signOuts) {
        await records.tokens.delete(tokens)
        await context.revokeLate()
        return status.current
      }
      currentToken.acceptSignIn(tokens, !!context.pendingChallenge)
      context.pendingChallenge = undefined
      return status.current
    } catch (error) {
      if (error instanceof AuthError) status.set({ status: 'failed', error })
      throw error
    }
  }
}
