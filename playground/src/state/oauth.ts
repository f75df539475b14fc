/** Signing in with OAuth. The OAuth code is a separate chunk that only its users load. */
import type { Fetch } from 'mcp-over-fetch'
import type { WireModel } from '../wire/model.ts'
import { readStored, writeStored } from './storage.ts'
import { readTarget, type Target, withoutSecrets } from './target.ts'

type OAuthClients = typeof import('./oauth-clients.ts')

/** Loaded by the first attempt to connect, and so before any sign-in button is shown. */
let loaded: OAuthClients | undefined

/** The key of the target, without secrets, in session storage while the page is at the authorization server. */
const REDIRECT_KEY = 'signing in'

async function loadClients(): Promise<OAuthClients> {
  loaded ??= await import('./oauth-clients.ts')
  return loaded
}

/** `wire` is that of the server, where the requests of the flow are shown. */
export async function authorizedFetch(target: Target, wire: WireModel): Promise<Fetch> {
  return (await loadClients()).getClient(target, wire).fetch
}

/**
 * Must be called inside a click. `scope` is requested besides what the server asks for. Resolves with false when the page is
 * about to be redirected.
 */
export async function signIn(
  target: Target,
  wire: WireModel,
  signal: AbortSignal,
  onClosed?: () => void,
  scope?: string,
): Promise<boolean> {
  if (target.oauthDriver === 'redirect')
    writeStored('tab', REDIRECT_KEY, { ...withoutSecrets(target), relay: target.relay })
  // Without an await where possible: browsers open a window only while the click is being handled.
  const { startSignIn } = loaded ?? (await loadClients())
  return startSignIn(target, wire, signal, onClosed, scope)
}

/** Deletes the tokens here, and with `revoke` also revokes them at the authorization server. */
export async function signOut(target: Target, wire: WireModel, { revoke = true } = {}): Promise<void> {
  await (await loadClients()).signOut(target, wire, revoke)
}

/** The server that is being signed in to, when this page load is the return from the authorization server. */
export function takeRedirect(): Target | undefined {
  const query = new URLSearchParams(location.search)
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return undefined
  const stored = readTarget(readStored('tab', REDIRECT_KEY))
  writeStored('tab', REDIRECT_KEY, undefined)
  return stored && { ...stored, auth: 'oauth', oauthDriver: 'redirect' }
}

export async function completeRedirect(target: Target, wire: WireModel): Promise<void> {
  await (await loadClients()).finishSignIn(target, wire)
}
