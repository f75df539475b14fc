/** The application under test: a button that signs in, and what a test wants to know about the rest. */
import { finishRedirect, idbStore, localStore, popup, redirect, tabStore } from '../../../src/oauth/browser/index.ts'
import { type AuthStatus, type AuthStore, type Driver, memoryStore, oauth } from '../../../src/oauth/index.ts'
import type { Settings } from './settings.ts'
import { dumpStorage } from './storage.ts'

/** How a sign-in ended: with a status, or with an error's code and reason. */
export interface Ending {
  status?: AuthStatus
  error?: { name: string; code?: string; reason?: string; url?: string; message: string }
}

// Known at once, so that a sign-in outside any click comes before a driver looks at the page, which counts as a click.
const settings = JSON.parse(document.querySelector('#settings')!.textContent) as Settings
const stores: Record<Settings['store'], () => AuthStore> = {
  memory: memoryStore,
  tab: tabStore,
  idb: idbStore,
  local: () => localStore({ plainText: true }),
}
const store = stores[settings.store]()
const auth = oauth({
  server: settings.server,
  redirectUri: new URL(settings.driver === 'popup' ? '/callback' : '/back', location.href).href,
  clientMetadata: { client_name: 'Browser tests' },
  store,
})
const endings: Ending[] = []
const seen = { closed: 0, returnTo: undefined as string | undefined }

Object.assign(globalThis, { app: { auth, endings, seen, store, call, signIn, dumpStorage } })

document.querySelector<HTMLElement>('#sign-in')!.onclick = signIn
if (settings.auto) signIn()
if (settings.driver === 'redirect') {
  const returned = await finishRedirect(auth, { store }).catch((error) => void endings.push(describe(error)))
  if (returned) {
    seen.returnTo = returned.returnTo
    endings.push({ status: returned.status })
  }
}
document.body.dataset.ready = 'yes'

function signIn(): void {
  auth.signIn(createDriver()).then(
    (status) => endings.push({ status }),
    (error) => endings.push(describe(error)),
  )
}

function createDriver(): Driver {
  if (settings.driver === 'redirect') return redirect({ store })
  const { grace, opener, link } = settings
  return popup({
    ...(grace !== undefined && { grace }),
    ...(opener !== undefined && { opener }),
    ...(link && { onBlocked: showLink }),
    onClosed: () => seen.closed++,
  })
}

function showLink(url: URL): void {
  const link = document.querySelector<HTMLAnchorElement>('#link')!
  link.href = url.href
  link.hidden = false
}

function describe(error: Error & { code?: string; reason?: string; url?: string }): Ending {
  const { name, code, reason, url, message } = error
  return { error: { name, message, ...(code && { code }), ...(reason && { reason }), ...(url && { url }) } }
}

/** So many requests at once; their statuses, or the reasons why there are none. */
function call(times: number): Promise<(number | string)[]> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {} },
  }
  const params = { ...body.params, clientInfo: { name: 'browser tests', version: '1' } }
  const request = async () => {
    const response = await auth.fetch(settings.server, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ ...body, params }),
      signal: new AbortController().signal,
      redirect: 'manual',
      credentials: 'omit',
    })
    await response.body?.cancel()
    return response.status
  }
  return Promise.all(Array.from({ length: times }, () => request().catch((error) => error.reason ?? String(error))))
}
