/** The OAuth clients of this page, one for each combination of server, driver, scope and client. */
import type { Fetch } from 'mcp-over-fetch'
import { finishRedirect, popup, redirect, tabStore } from '../../../src/oauth/browser/index.ts'
import { AuthError, type AuthStatus, type OAuth, oauth } from '../../../src/oauth/index.ts'
import { relayed } from '../../../src/relay/index.ts'
import type { WireModel } from '../wire/model.ts'
import type { Target } from './target.ts'

/** By the wire that shows their requests. */
const clients = new WeakMap<WireModel, Map<string, OAuth>>()

/** Session storage: tokens are gone when the tab is closed. */
export const store = tabStore()

/** Requests that only replace the token: never sent. By their signal, the access token to replace. */
export const replacing = new WeakMap<AbortSignal, string>()

export function getClient(target: Target, wire: WireModel): OAuth {
  const { url, oauthDriver, scope, clientId, clientSecret, issuer, clientMetadataUrl, relay } = target
  const key = JSON.stringify([oauthDriver, scope, url, clientId, clientSecret, issuer, clientMetadataUrl, relay])
  const known = clients.get(wire) ?? new Map<string, OAuth>()
  clients.set(wire, known)
  const existing = known.get(key)
  if (existing) return existing
  const plainFetch: Fetch = relay ? relayed(relay) : (address, init) => fetch(address, init)
  const page = oauthDriver === 'popup' ? './callback.html' : location.pathname
  const client = oauth({
    server: url,
    redirectUri: new URL(page, location.href).href,
    clientMetadata: { client_name: 'MCP playground' },
    store,
    fetch: answerReplacing(wire.recordAuth(plainFetch, url)),
    ...(scope && { scope }),
    ...(clientId && { client: { issuer, id: clientId, ...(clientSecret && { secret: clientSecret }) } }),
    ...(clientMetadataUrl && { clientMetadataUrl }),
  })
  known.set(key, client)
  return client
}

/** Answers as an MCP server that accepts every token but the one to replace. */
function answerReplacing(inner: Fetch): Fetch {
  return async (url, init) => {
    const old = replacing.get(init.signal)
    if (old === undefined) return inner(url, init)
    return new Response(null, { status: init.headers.authorization?.endsWith(` ${old}`) ? 401 : 204 })
  }
}

/**
 * `onClosed`: the window seems closed. `scope` is requested besides what the server asks for. Resolves with false when the
 * page is about to be redirected.
 */
export async function startSignIn(
  target: Target,
  wire: WireModel,
  signal: AbortSignal,
  onClosed?: () => void,
  scope?: string,
): Promise<boolean> {
  const driver = wire.recordSignIn(target.oauthDriver === 'popup' ? popup({ onClosed }) : redirect({ store }))
  const status = await getClient(target, wire).signIn(driver, { signal, scope: scope || undefined })
  throwIfFailed(status)
  return status.status === 'authorized'
}

export async function finishSignIn(target: Target, wire: WireModel): Promise<void> {
  wire.restoreSignIn(location.search)
  const returned = await finishRedirect(getClient(target, wire), { store })
  if (returned) throwIfFailed(returned.status)
}

export async function signOut(target: Target, wire: WireModel, revoke: boolean): Promise<void> {
  await getClient(target, wire).signOut({ revoke })
}

function throwIfFailed(status: AuthStatus): void {
  if (status.status === 'failed') throw status.error
  if (status.status === 'denied') {
    throw new AuthError(`You or the authorization server denied access (${status.reason})`, {
      reason: 'authorization-refused',
      server: { error: status.reason },
    })
  }
}
