/** The application under test: a button that signs in, and `globalThis.app` for the cases to inspect. */
import { finishRedirect, idbStore, localStore, popup, redirect, tabStore } from '../../../../src/oauth/browser/index.ts'
import { type AuthStatus, type AuthStore, memoryStore, oauth, type SignInDriver } from '../../../../src/oauth/index.ts'
import type { Settings } from './settings.ts'
import { dumpStorage } from './storage.ts'

/** The status that a sign-in resolved with, or the error that it rejected with. */
export interface SignInResult {
  status?: AuthStatus
  error?: { name: string; code?: string; reason?: string; url?: string; message: string }
}

// Read synchronously, so that an automatic sign-in starts before WebDriver evaluates a script, which counts as a click.
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
const signInResults: SignInResult[] = []
const observed = { closed: 0, returnTo: undefined as string | undefined }

Object.assign(globalThis, { app: { auth, signInResults, observed, store, call, signIn, dumpStorage } })

document.querySelector<HTMLElement>('#sign-in')!.onclick = signIn
if (settings.auto) signIn()
if (settings.driver === 'redirect') {
  const returned = await finishRedirect(auth, { store }).catch((error) => void signInResults.push(describeError(error)))
  if (returned) {
    observed.returnTo = returned.returnTo
    signInResults.push({ status: returned.status })
  }
}
document.body.dataset.ready = 'yes'

function signIn(): void {
  auth.signIn(createDriver()).then(
    (status) => signInResults.push({ status }),
    (error) => signInResults.push(describeError(error)),
  )
}

function createDriver(): SignInDriver {
  if (settings.driver === 'redirect') return redirect({ store })
  const { grace, opener, link } = settings
  return popup({
    ...(grace !== undefined && { grace }),
    ...(opener !== undefined && { opener }),
    ...(link && { onBlocked: showLink }),
    onClosed: () => observed.closed++,
  })
}

function showLink(url: URL): void {
  const link = document.querySelector<HTMLAnchorElement>('#link')!
  link.href = url.href
  link.hidden = false
}

function describeError(error: Error & { code?: string; reason?: string; url?: string }): SignInResult {
  const { name, code, reason, url, message } = error
  return { error: { name, message, ...(code && { code }), ...(reason && { reason }), ...(url && { url }) } }
}

/** Sends this many requests at once; gives their statuses, or the reasons of their errors. */
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
