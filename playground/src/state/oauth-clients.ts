/** The OAuth clients of this page, one for each server and way to sign in. */
import type { Fetch } from 'mcp-over-fetch'
import { finishRedirect, popup, redirect, tabStore } from '../../../src/oauth/browser/index.ts'
import { type AuthStatus, type OAuth, oauth } from '../../../src/oauth/index.ts'
import { wire } from '../wire/model.ts'
import type { Target } from './target.ts'

const clients = new Map<string, OAuth>()

/** Tokens live as long as the tab. */
const store = tabStore()

export function authFor({ url, oauthWay, scope }: Target): OAuth {
  const key = `${oauthWay} ${scope} ${url}`
  const known = clients.get(key)
  if (known) return known
  const plain: Fetch = (address, init) => fetch(address, init)
  const page = oauthWay === 'popup' ? './callback.html' : location.pathname
  const made = oauth({
    server: url,
    redirectUri: new URL(page, location.href).href,
    clientMetadata: { client_name: 'MCP playground' },
    store,
    fetch: wire.watchAuth(plain, url),
    ...(scope && { scope }),
  })
  clients.set(key, made)
  return made
}

/** False when the page goes away to sign in. */
export async function startSignIn(target: Target, signal: AbortSignal): Promise<boolean> {
  const driver = target.oauthWay === 'popup' ? popup() : redirect({ store })
  return succeeded(await authFor(target).signIn(driver, { signal }))
}

export async function finishSignIn(target: Target): Promise<void> {
  const returned = await finishRedirect(authFor(target), { store })
  if (returned) succeeded(returned.status)
}

export async function endSignIn(target: Target): Promise<void> {
  await authFor(target).signOut({ revoke: true })
}

function succeeded(status: AuthStatus): boolean {
  if (status.status === 'failed') throw status.error
  if (status.status === 'denied') throw new Error(`Signing in was refused: ${status.reason}`)
  return status.status === 'authorized'
}
