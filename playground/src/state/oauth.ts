/** Signing in with OAuth. Its code is loaded only by those who use it. */
import type { Fetch } from 'mcp-over-fetch'
import { readStored, store } from './storage.ts'
import { blank, change, type Target } from './target.ts'

type SignIn = typeof import('./oauth-clients.ts')

/** There once a connection was tried, and so before anybody can press a button to sign in. */
let loaded: SignIn | undefined

/** In the tab, while the page is away: where the person wanted to go, without secrets. */
const AWAY = 'signing in'

async function loadSignIn(): Promise<SignIn> {
  loaded ??= await import('./oauth-clients.ts')
  return loaded
}

export async function authorizedFetch(target: Target): Promise<Fetch> {
  return (await loadSignIn()).authFor(target).fetch
}

/** To be called inside a click. False when the page goes away for it. */
export async function signIn(target: Target, signal: AbortSignal): Promise<boolean> {
  if (target.oauthWay === 'redirect') {
    const { url, transport, version, scope } = target
    store('tab', AWAY, { url, transport, version, scope })
  }
  // Without waiting if possible: a browser opens a window only inside a click.
  const { startSignIn } = loaded ?? (await loadSignIn())
  return startSignIn(target, signal)
}

/** Forgets the tokens here and at the authorization server. */
export async function signOut(target: Target): Promise<void> {
  await (await loadSignIn()).endSignIn(target)
}

/** When the page is back from the authorization server: the target to go on with. */
export async function comeBack(): Promise<Target | undefined> {
  const query = new URLSearchParams(location.search)
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return undefined
  const away = readStored('tab', AWAY) as Partial<Target> | undefined
  store('tab', AWAY, undefined)
  if (typeof away?.url !== 'string') return undefined
  const target: Target = { ...blank, ...away, auth: 'oauth', oauthWay: 'redirect' }
  change(target)
  await (await loadSignIn()).finishSignIn(target)
  return target
}
