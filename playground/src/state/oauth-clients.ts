/** The OAuth clients of this page, one for each combination of server, driver, scope and client. */
import type { Fetch } from 'mcp-over-fetch'
import { finishRedirect, popup, redirect, tabStore } from '../../../src/oauth/browser/index.ts'
import { type AuthStatus, type OAuth, oauth } from '../../../src/oauth/index.ts'
import { wire } from '../wire/model.ts'
import type { Target } from './target.ts'

const clients = new Map<string, OAuth>()

/** Session storage: tokens are gone when the tab is closed. */
const store = tabStore()

export function getClient({
  url,
  oauthDriver,
  scope,
  clientId,
  clientSecret,
  issuer,
  clientMetadataUrl,
}: Target): OAuth {
  const key = JSON.stringify([oauthDriver, scope, url, clientId, clientSecret, issuer, clientMetadataUrl])
  const known = clients.get(key)
  if (known) return known
  const plainFetch: Fetch = (address, init) => fetch(address, init)
  const page = oauthDriver === 'popup' ? './callback.html' : location.pathname
  const client = oauth({
    server: url,
    redirectUri: new URL(page, location.href).href,
    clientMetadata: { client_name: 'MCP playground' },
    store,
    fetch: wire.recordAuth(plainFetch, url),
    ...(scope && { scope }),
    ...(clientId && { client: { issuer, id: clientId, ...(clientSecret && { secret: clientSecret }) } }),
    ...(clientMetadataUrl && { clientMetadataUrl }),
  })
  clients.set(key, client)
  return client
}

/** `onClosed`: the window seems closed. Resolves with false when the page is about to be redirected. */
export async function startSignIn(target: Target, signal: AbortSignal, onClosed?: () => void): Promise<boolean> {
  const driver = wire.recordSignIn(target.oauthDriver === 'popup' ? popup({ onClosed }) : redirect({ store }))
  const status = await getClient(target).signIn(driver, { signal })
  throwIfFailed(status)
  return status.status === 'authorized'
}

export async function finishSignIn(target: Target): Promise<void> {
  wire.restoreSignIn(location.search)
  const returned = await finishRedirect(getClient(target), { store })
  if (returned) throwIfFailed(returned.status)
}

export async function signOut(target: Target): Promise<void> {
  await getClient(target).signOut({ revoke: true })
}

function throwIfFailed(status: AuthStatus): void {
  if (status.status === 'failed') throw status.error
  if (status.status === 'denied') throw new Error(`Signing in was refused: ${status.reason}`)
}
