/** Signs in by leaving the page and coming back. */
import { systemEnvironment } from '../../core/util/environment.ts'
import { checkOpenable } from '../authorize/check-open-url.ts'
import { parseReturnPath } from '../authorize/return-path.ts'
import { AuthError } from '../errors.ts'
import type { AuthStatus, AuthStore, Driver, OAuth } from '../types.ts'
import { tabStore } from './web-storage.ts'

export interface RedirectOptions {
  /** Where the person was, on this origin. @default the address of the page */
  returnTo?: string
  /** Where that is kept meanwhile. One that other tabs see also serves browsers that come back in another tab. @default tabStore() */
  store?: AuthStore
}

/** By the state of their flow. What is stored may be anything. */
type Returns = Record<string, { path: string; expiresAt: number } | undefined>

/** All of them in one place, so that those nobody came back for can be found. */
const key = 'mcp-oauth return'
const lifetime = 600_000
const mostTries = 20

/** A driver for `signIn`. It resolves with nothing: `finishRedirect` goes on when the page is there again. */
export function redirect({ returnTo = location.href, store = tabStore() }: RedirectOptions = {}): Driver {
  const path = parseReturnPath(returnTo, location.href)
  if (path === undefined) throw new TypeError(`returnTo: got ${returnTo}, expected an address of ${location.origin}`)
  return async (url, { state, signal }) => {
    checkOpenable(url)
    await change(store, (returns) => ({ ...returns, [state]: { path, expiresAt: systemEnvironment.now() + lifetime } }))
    signal.throwIfAborted()
    location.assign(url.href)
    return undefined
  }
}

/** True for the address that an authorization server sends people back to. */
export function isCallback({ search }: { search: string }): boolean {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** What came of a flow that left the page, and where the person was before. */
export interface Returned {
  status: AuthStatus
  returnTo: string
}

/** To be called when a page loads: goes on with the flow that ends here; undefined if none does. */
export async function finishRedirect(
  auth: Pick<OAuth, 'finish'>,
  { store = tabStore() }: Pick<RedirectOptions, 'store'> = {},
): Promise<Returned | undefined> {
  const { href, pathname, search } = location
  if (!isCallback(location)) return undefined
  // Before anything else: the code must not stay in the history or leave as a referrer.
  history.replaceState(history.state, '', pathname)
  const state = new URLSearchParams(search).get('state') ?? ''
  const returns = ((await store.get(key)) ?? {}) as Returns
  if (!Object.hasOwn(returns, state)) {
    // The answer to another sign-in, such as that of the application itself.
    history.replaceState(history.state, '', href)
    return undefined
  }
  const status = await auth.finish(href)
  let path: string | undefined
  await change(store, ({ [state]: found, ...others }) => {
    path = found?.path
    return others
  })
  return { status, returnTo: parseReturnPath(path ?? '/', href) ?? '/' }
}

/** Another tab may write at the same time; whoever is late begins anew. */
async function change(store: AuthStore, edit: (returns: Returns) => Returns): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await store.get(key)
    const entries = Object.entries(edit((before ?? {}) as Returns))
    const after = Object.fromEntries(entries.filter(([, entry]) => Number(entry?.expiresAt) > systemEnvironment.now()))
    const keeps = Object.keys(after).length > 0
    if (keeps ? await store.set(key, after, before ?? null) : await store.delete(key, before ?? null)) return
  }
  throw new AuthError('The store takes nothing', { reason: 'store_failed' })
}
