/** The token of the moment: read from the store each time, and replaced by one for all who wait. */
import { generateRandomState } from 'oauth4webapi'
import type { Base } from '../context.ts'
import type { Challenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { authorizedBy, type StatusSlot } from '../status.ts'
import type { TokenSet } from '../store/records.ts'
import { createRefresh } from './refresh.ts'
import { createSingleFlight } from './single-flight.ts'

/** How long before its end a token is replaced. */
const EARLY = 30_000
/** A token that was just replaced is not replaced again because it says that it expires. */
const PAUSE = 10_000
/** How long a token that the server has never accepted counts as new. */
const NEW = 60_000

export interface Tokens {
  find(signal: AbortSignal): Promise<TokenSet | undefined>
  /** Others in place of those that failed; undefined if a person is needed. */
  renew(
    failed: TokenSet | undefined,
    challenge: Challenge | undefined,
    signal: AbortSignal,
  ): Promise<TokenSet | undefined>
  /** A person brought these, because the server `asked` for more or on their own. */
  accept(tokens: TokenSet, asked: boolean): void
  /** The server accepted these, or needed none. */
  prove(tokens: TokenSet | undefined): void
  /** Whether these are new, so that a refusal of them is the last word. */
  areNew(tokens: TokenSet): boolean
  /** There are none any more. */
  forget(): void
  partition(): string
}

export function createTokens(base: Base, status: StatusSlot): Tokens {
  const { options, endpoint, environment, vault, emit } = base
  const { store, grant } = options
  const replace = grant ? grant.createRenew(base) : createRefresh(base)
  const share = createSingleFlight<TokenSet | undefined>(environment)
  /** Unknown until the store was read. */
  let context: string | undefined
  /** The newest token, until the server accepts it. */
  let unproven: { token: string; at: number; renewed: boolean } | undefined
  return { find, renew, accept, prove, areNew, forget, partition }

  /** Read for each request: another tab may have signed in, renewed or signed out. */
  async function find(signal: AbortSignal): Promise<TokenSet | undefined> {
    const tokens = await readBound()
    const { status: shown, reason } = status.current as { status: string; reason?: string }
    context = tokens?.context ?? ''
    const stale = shown === 'anonymous' || shown === 'denied' || (shown === 'needs-user' && reason !== 'scope')
    if (tokens && stale) status.set(authorizedBy(tokens))
    if (!tokens && shown === 'authorized') status.set({ status: 'anonymous' })
    const { expiresAt = Infinity, obtainedAt = 0, refreshToken } = tokens ?? {}
    const now = environment.now()
    if (now < expiresAt - EARLY || now < obtainedAt + PAUSE || !(grant || refreshToken)) return tokens
    try {
      // Nobody speaks for a person who has signed out meanwhile.
      return (await renew(tokens, undefined, signal)) ?? (context ? tokens : undefined)
    } catch (error) {
      // What is there still may do for a while; whether it does, the server says.
      if (error instanceof AuthError && error.retryable) return readBound()
      throw error
    }
  }

  /** Tokens whose key is gone are gone with it. */
  async function readBound(): Promise<TokenSet | undefined> {
    const tokens = await vault.tokens.read()
    if (!tokens?.jkt || tokens.jkt === (await base.prover())?.thumbprint) return tokens
    await vault.tokens.drop(tokens)
    return undefined
  }

  async function renew(...[failed, challenge, signal]: Parameters<Tokens['renew']>): Promise<TokenSet | undefined> {
    let asked = false
    const once = async () => {
      asked = true
      const stored = await vault.tokens.read()
      // Somebody was quicker.
      return stored && stored.accessToken !== failed?.accessToken ? stored : replace(stored, challenge)
    }
    const locked = async () => (store?.lock ? store.lock(`mcp-oauth ${endpoint.href}`, once) : once())
    try {
      let next = await share(locked, signal)
      // What was on its way already may have been the answer to an older failure.
      if (!asked && failed && next?.accessToken === failed.accessToken) next = await share(locked, signal)
      if (next && next.accessToken !== unproven?.token) show(next, true)
      return next
    } catch (error) {
      if (error instanceof AuthError && !error.retryable) status.set({ status: 'failed', error })
      throw error
    }
  }

  function accept(tokens: TokenSet, asked: boolean): void {
    // On a server, the next person would act for the one before.
    if (context && !asked) emit({ type: 'warning', message: 'Two people seem to share one handle' })
    show(tokens, false)
  }

  function show(tokens: TokenSet, renewed: boolean): void {
    unproven = { token: tokens.accessToken, at: environment.now(), renewed }
    context = tokens.context
    status.set(authorizedBy(tokens))
  }

  function prove(tokens: TokenSet | undefined): void {
    if (tokens?.accessToken === unproven?.token) unproven = undefined
    if (tokens && status.current.status === 'failed') status.set(authorizedBy(tokens))
  }

  function areNew({ accessToken, refreshToken }: TokenSet): boolean {
    if (accessToken !== unproven?.token || environment.now() > unproven.at + NEW) return false
    return unproven.renewed || !refreshToken
  }

  function forget(): void {
    unproven = undefined
    context = ''
  }

  /** Before it is known who asks, nobody may share what is cached. */
  function partition(): string {
    context ??= generateRandomState()
    return context
  }
}
