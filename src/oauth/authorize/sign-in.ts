/** Lets a person sign in, and takes what comes back. */
import { onAbort } from '../../core/util/on-abort.ts'
import { type Base, checkRedirectUri } from '../context.ts'
import { type Challenge, readChallenge } from '../discover/www-authenticate.ts'
import { AuthError } from '../errors.ts'
import { inBrowser } from '../http/allow-url.ts'
import type { Access } from '../http/auth-fetch.ts'
import type { StatusSlot } from '../status.ts'
import type { TokenSet } from '../store/records.ts'
import type { Tokens } from '../token/current-token.ts'
import type { AuthStatus, OAuth } from '../types.ts'
import { beginFlow, invalidCallback, redeem } from './authorization-code.ts'
import { joinScopes } from './scope.ts'

const MOST_FINISHED = 20

export function createSignIn(
  base: Base,
  status: StatusSlot,
  held: Tokens,
  access: Access,
): Pick<OAuth, 'signIn' | 'finish'> {
  const { options, endpoint, vault, discovery, ask, emit } = base
  /** What came of each callback: it may be delivered twice. */
  const finished = new Map<string, Promise<AuthStatus>>()
  return { signIn, finish }

  async function signIn(...[driver, { scope, signal } = {}]: Parameters<OAuth['signIn']>): Promise<AuthStatus> {
    const before = status.current
    let opened = false
    try {
      // Before anything is awaited: a window opens only inside a click.
      const prepared = await driver.prepare?.()
      signal?.throwIfAborted()
      const redirectUri = checkRedirectUri(prepared?.redirectUri ?? options.redirectUri)
      const { url, state } = await begin(redirectUri, scope, signal)
      status.set({ status: 'authorizing', url: url.href })
      opened = true
      const callback = await untilAbort(signal, (own) => driver(url, { state, redirectUri, signal: own }))
      return callback ? await finish(callback) : status.current
    } catch (error) {
      if (!opened) driver.cancel?.()
      if (error instanceof AuthError && !signal?.aborted) status.set({ status: 'failed', error })
      else if (status.current.status === 'authorizing') status.set(before)
      throw error
    }
  }

  async function begin(redirectUri: string, scope: string | undefined, signal: AbortSignal | undefined) {
    if (options.client?.secret && inBrowser()) {
      emit({ type: 'warning', message: 'Everybody can read the client secret of a page' })
    }
    const tokens = await vault.tokens.read()
    const challenge = await findChallenge(tokens, signal)
    const target = await discovery.discover(challenge, tokens?.as.issuer, signal)
    const { issuer } = target.as
    emit({ type: 'discovered', issuer, resource: target.resource })
    // Scopes add up, but not across authorization servers.
    const requested = tokens?.as.issuer === issuer ? tokens.requested : undefined
    const wanted =
      joinScopes(requested, scope, challenge.scope) ?? joinScopes(target.scope) ?? joinScopes(options.scope)
    return beginFlow(base, target, wanted, redirectUri, signal)
  }

  /** Who signs in before the server has asked for it must learn first what it would say. */
  async function findChallenge(tokens: TokenSet | undefined, signal: AbortSignal | undefined): Promise<Challenge> {
    if (access.challenge) return access.challenge
    if (tokens?.prm) return { readable: true, resource_metadata: tokens.prm }
    const headers = { accept: 'application/json, text/event-stream' }
    const reply = await ask(endpoint.href, 'resource', { headers, signal, head: true }).catch(() => undefined)
    return reply?.status === 401 ? readChallenge(reply.headers) : { readable: false }
  }

  async function finish(callback: string | URL | URLSearchParams): Promise<AuthStatus> {
    const parameters = new URLSearchParams(`${callback}`.replace(/#.*$/s, '').replace(/^[^?]*\?/s, ''))
    const names = [...parameters.keys()]
    const state = parameters.get('state')
    // Nothing is changed by what is no answer to us: the real one may still come.
    if (!state || new Set(names).size !== names.length) throw invalidCallback()
    let result = finished.get(state)
    if (!result) {
      result = conclude(state, parameters)
      finished.set(state, result)
      for (const oldest of finished.keys()) if (finished.size > MOST_FINISHED) finished.delete(oldest)
    }
    return result
  }

  async function conclude(state: string, parameters: URLSearchParams): Promise<AuthStatus> {
    const flow = await vault.takeFlow(state)
    if (!flow) throw invalidCallback()
    const { epoch } = base
    try {
      const tokens = await redeem(base, flow, parameters)
      // Whoever signed out meanwhile meant it.
      if (base.epoch !== epoch) return status.current
      if (typeof tokens === 'string') return status.set({ status: 'denied', reason: tokens })
      await vault.tokens.write(tokens)
      // A slow store may have taken them after it was cleared.
      if (base.epoch !== epoch) {
        await vault.tokens.drop(tokens)
        return status.current
      }
      held.accept(tokens, !!access.challenge)
      access.challenge = undefined
      return status.current
    } catch (error) {
      if (error instanceof AuthError) status.set({ status: 'failed', error })
      throw error
    }
  }
}

/** A driver may not listen to its signal. */
function untilAbort<T>(signal = new AbortController().signal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const forget = onAbort(signal, () => reject(signal.reason))
    run(signal).then(resolve, reject).finally(forget)
  })
}
