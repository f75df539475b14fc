/** The current token of an endpoint: read from the store for each request, refreshed once for all requests that need it. */
import type { OAuthContext } from '../context.ts'
import type { Challenge } from '../discover/www-authenticate.ts'
import { AuthError, AuthorizationRequiredError } from '../errors.ts'
import { type StatusHolder, toAuthorizedStatus } from '../status.ts'
import type { TokenSet } from '../store/records.ts'
import { createRefresh } from './refresh.ts'
import { createSharedRefresh } from './shared-refresh.ts'

/** Milliseconds before its expiry at which a token is refreshed. */
const REFRESH_AHEAD = 30_000
/** Milliseconds that a token is used at least, even if its lifetime is shorter. */
const MIN_USE = 10_000
/** Milliseconds in which an authorization server that failed is not asked again. */
const REFRESH_PAUSE = 10_000
/** Milliseconds that a token which the server has not accepted yet counts as untested. */
const MAX_UNTESTED = 60_000

export interface CurrentToken {
  /** Undefined if there is none. Refreshes a token that is about to expire. */
  get(signal: AbortSignal): Promise<TokenSet | undefined>
  /** Replaces tokens that the server refused. Resolves to undefined if a user has to sign in. */
  refresh(
    failed: TokenSet | undefined,
    challenge: Challenge | undefined,
    signal: AbortSignal,
  ): Promise<TokenSet | undefined>
  /** A user has signed in. `wasRequired` says that the server had demanded it. */
  acceptSignIn(tokens: TokenSet, wasRequired: boolean): void
  /** The server accepted a request with these tokens, or without any. */
  markAccepted(tokens: TokenSet | undefined): void
  /** Whether these are new and not accepted yet, so that a refusal of them is final. */
  isUntested(tokens: TokenSet): boolean
  clear(): void
  /** Identifies the sign-in in the store, which another tab may have changed; empty if there is none. */
  partition(): Promise<string>
}

export function createCurrentToken(context: OAuthContext, status: StatusHolder): CurrentToken {
  const { options, endpoint, environment, records, emit } = context
  const { store, grant } = options
  const refreshTokens = grant ? grant.createRefresh(context) : createRefresh(context)
  const share = createSharedRefresh<TokenSet | undefined>(environment)
  /** The `context` of the current tokens: empty without tokens. */
  let signInContext = ''
  /** The newest token, until the server accepts it. */
  let untested: { accessToken: string; until: number; isRefreshed: boolean } | undefined
  /** The last refresh, if the authorization server could not be reached or failed. */
  let lastFailure: { accessToken: string | undefined; error: AuthError; until: number } | undefined
  return { get, refresh, acceptSignIn, markAccepted, isUntested, clear, partition }

  /** Reads the store each time: another tab may have signed in, refreshed or signed out. */
  async function get(signal: AbortSignal): Promise<TokenSet | undefined> {
    const tokens = await readTokens()
    const { status: shown, reason } = status.current as { status: string; reason?: string }
    signInContext = tokens?.context ?? ''
    const isOutdated = shown === 'anonymous' || shown === 'denied' || (shown === 'needs-user' && reason !== 'scope')
    if (tokens && isOutdated) status.set(toAuthorizedStatus(tokens))
    if (!tokens && shown === 'authorized') throw createSignedOutError()
    const { expiresAt = Infinity, obtainedAt = 0, refreshToken } = tokens ?? {}
    const now = environment.now()
    if (now < expiresAt - REFRESH_AHEAD || now < obtainedAt + MIN_USE || !(grant || refreshToken)) return tokens
    try {
      // `signInContext` is empty if the user has signed out meanwhile: the old tokens must not be used then.
      return (await refresh(tokens, undefined, signal)) ?? (signInContext ? tokens : undefined)
    } catch (error) {
      // The old token may still work for a while.
      if (error instanceof AuthError && error.retryable) return readTokens()
      throw error
    }
  }

  /** Another tab has signed out. The request that noticed it ends before the status changes, which may end its client. */
  function createSignedOutError(): AuthError {
    environment.setTimer(() => {
      if (!signInContext && status.current.status === 'authorized') status.set({ status: 'anonymous' })
    }, 0)
    const reason = 'sign-in-required'
    return new AuthorizationRequiredError(`The user of ${endpoint.origin} has signed out elsewhere`, { reason })
  }

  /** Tokens that are bound to a lost key are useless and are deleted. */
  async function readTokens(): Promise<TokenSet | undefined> {
    const tokens = await records.tokens.read()
    if (!tokens?.jkt || tokens.jkt === (await context.getProver())?.thumbprint) return tokens
    await records.tokens.delete(tokens)
    return undefined
  }

  async function refresh(
    ...[failed, challenge, signal]: Parameters<CurrentToken['refresh']>
  ): Promise<TokenSet | undefined> {
    const accessToken = failed?.accessToken
    if (lastFailure?.accessToken === accessToken && environment.monotonic() < (lastFailure?.until ?? 0)) {
      throw lastFailure!.error
    }
    let hasRun = false
    const refreshStored = async () => {
      hasRun = true
      const stored = await records.tokens.read()
      // Another process may have refreshed them already.
      if (stored && stored.accessToken !== accessToken) return stored
      const { signOuts } = context
      const next = await refreshTokens(stored, challenge)
      if (context.signOuts !== signOuts) await context.revokeLate()
      return next
    }
    const refreshLocked = async () =>
      store?.lock ? store.lock(`mcp-oauth ${endpoint.href}`, refreshStored) : refreshStored()
    try {
      let next = await share(refreshLocked, signal)
      // The joined refresh may have started before these tokens failed; its result may be these very tokens.
      if (!hasRun && failed && next?.accessToken === failed.accessToken) next = await share(refreshLocked, signal)
      if (next && next.accessToken !== untested?.accessToken) setCurrent(next, true)
      return next
    } catch (error) {
      if (error instanceof AuthError) {
        if (error.retryable) lastFailure = { accessToken, error, until: environment.monotonic() + REFRESH_PAUSE }
        else status.set({ status: 'failed', error })
      }
      throw error
    }
  }

  function acceptSignIn(tokens: TokenSet, wasRequired: boolean): void {
    // On a server that shares one handle, the second user would act as the first.
    if (signInContext && !wasRequired) emit({ type: 'warning', message: 'Two people seem to share one handle' })
    setCurrent(tokens, false)
  }

  function setCurrent(tokens: TokenSet, isRefreshed: boolean): void {
    untested = { accessToken: tokens.accessToken, until: environment.monotonic() + MAX_UNTESTED, isRefreshed }
    signInContext = tokens.context
    status.set(toAuthorizedStatus(tokens))
  }

  function markAccepted(tokens: TokenSet | undefined): void {
    if (tokens?.accessToken === untested?.accessToken) untested = undefined
    if (tokens && status.current.status === 'failed') status.set(toAuthorizedStatus(tokens))
  }

  function isUntested({ accessToken, refreshToken }: TokenSet): boolean {
    if (accessToken !== untested?.accessToken || environment.monotonic() > untested.until) return false
    return untested.isRefreshed || !refreshToken
  }

  function clear(): void {
    untested = undefined
    signInContext = ''
  }

  async function partition(): Promise<string> {
    return (await records.tokens.read())?.context ?? ''
  }
}
