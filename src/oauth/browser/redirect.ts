/** Signs in by leaving the page for the authorization server and coming back. */
import { systemEnvironment } from '../../core/util/environment.ts'
import { checkOpenUrl } from '../authorize/check-open-url.ts'
import { parseReturnPath } from '../authorize/return-path.ts'
import { AuthError } from '../errors.ts'
import type { AuthStatus, AuthStore, OAuth, SignInDriver } from '../types.ts'
import { tabStore } from './web-storage.ts'

/** The options of `redirect()`. */
export interface RedirectOptions {
  /** Where to return to, on this origin. @default the URL of the page */
  returnTo?: string | undefined
  /** Where the return path is kept. One that all tabs share also serves browsers that return in another tab. @default tabStore() */
  store?: AuthStore | undefined
}

/** Return paths by the state of their flow. A stored value may be invalid. */
type ReturnPaths = Record<string, { path: string; expiresAt: number } | undefined>

/** One key for all, so that expired entries can be removed. */
const KEY = 'mcp-oauth return'
/** Milliseconds. */
const LIFETIME = 600_000
const MAX_WRITE_ATTEMPTS = 20

/** A driver for `signIn`. It resolves to undefined; `finishRedirect` completes the flow when the page loads again. */
export function redirect({ returnTo = location.href, store = tabStore() }: RedirectOptions = {}): SignInDriver {
  const path = parseReturnPath(returnTo, location.href)
  if (path === undefined) throw new TypeError(`returnTo: got ${returnTo}, expected an address of ${location.origin}`)
  return async (url, { state, signal }) => {
    checkOpenUrl(url)
    const expiresAt = systemEnvironment.now() + LIFETIME
    await updatePaths(store, (paths) => ({ ...paths, [state]: { path, expiresAt } }))
    signal.throwIfAborted()
    location.assign(url.href)
    return undefined
  }
}

/** Whether this is the URL of a callback from an authorization server. */
export function isCallback({ search }: { search: string }): boolean {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** The result of a flow that left the page. */
export interface Returned {
  /** The state of authorization after the sign-in. */
  status: AuthStatus
  /** Where the user was before. */
  returnTo: string
}

/** Call it when a page loads: completes the flow whose callback this page is. Resolves to undefined if it is none. */
export async function finishRedirect(
  auth: Pick<OAuth, 'handleCallback'>,
  { store = tabStore() }: Pick<RedirectOptions, 'store'> = {},
): Promise<Returned | undefined> {
  const { href, pathname, search } = location
  if (!isCallback(location)) return undefined
  // First of all: the code must not stay in the history or leave as a referrer.
  history.replaceState(history.state, '', pathname)
  const state = new URLSearchParams(search).get('state') ?? ''
  const paths = ((await store.get(KEY)) ?? {}) as ReturnPaths
  if (!Object.hasOwn(paths, state)) {
    // The callback of another sign-in, such as the application's own.
    history.replaceState(history.state, '', href)
    return undefined
  }
  const status = await auth.handleCallback(href)
  let path: string | undefined
  await updatePaths(store, ({ [state]: entry, ...others }) => {
    path = entry?.path
    return others
  })
  return { status, returnTo: parseReturnPath(path ?? '/', href) ?? '/' }
}

/** Removes expired entries too. Another tab may write at the same time, so a failed write is repeated. */
async function updatePaths(store: AuthStore, update: (paths: ReturnPaths) => ReturnPaths): Promise<void> {
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
    const before = await store.get(KEY)
    const entries = Object.entries(update((before ?? {}) as ReturnPaths))
    const after = Object.fromEntries(entries.filter(([, entry]) => Number(entry?.expiresAt) > systemEnvironment.now()))
    const isEmpty = Object.keys(after).length === 0
    if (isEmpty ? await store.delete(KEY, before ?? null) : await store.set(KEY, after, before ?? null)) return
  }
  throw new AuthError('The store takes nothing', { reason: 'store-failed' })
}
