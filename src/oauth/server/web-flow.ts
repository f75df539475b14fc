/** Signs a user in from a server that answers requests, such as a Worker. */
import { systemEnvironment } from '../../core/util/environment.ts'
import { parseReturnPath } from '../authorize/return-path.ts'
import { AuthError } from '../errors.ts'
import { oauth } from '../index.ts'
import type { OAuthOptions } from '../options.ts'
import type { AuthStatus, AuthStore, OAuth } from '../types.ts'
import { createFlowCookie } from './flow-cookie.ts'

/** For one request, with the store of its user: a handle that two users share would mix them up. */
export interface WebFlowOptions extends OAuthOptions {
  /** The URL of the route that calls `finish`. */
  redirectUri: string
  /** Belongs to one user, and must be the same one in `start` and in `finish`. */
  store: AuthStore
  /** A secret of at least 32 characters that signs the cookie. */
  cookieKey: string
}

export interface WebFlow {
  /** Redirects the user to the authorization server. */
  start(request: Request, options?: { scope?: string }): Promise<Response>
  /** Completes the sign-in, and redirects the user to `to`, a path of this site. */
  finish(request: Request, options: { to: string | ((status: AuthStatus) => string) }): Promise<Response>
  auth: OAuth
}

/** Seconds that the sign-in may take. */
const FLOW_LIFETIME = 600

export function webFlow({ cookieKey, ...options }: WebFlowOptions): WebFlow {
  const auth = oauth(options)
  const cookie = createFlowCookie(cookieKey)
  return { start, finish, auth }

  async function start(request: Request, { scope }: { scope?: string } = {}): Promise<Response> {
    let started: { url: URL; state: string } | undefined
    const driver = async (url: URL, { state }: { state: string }) => {
      started = { url, state }
      return undefined
    }
    const status = await auth.signIn(driver, { ...(scope !== undefined && { scope }), signal: request.signal })
    if (status.status === 'failed') throw status.error
    if (!started) throw new AuthError('There was no address to send the person to', { reason: 'unauthorized' })
    const { url, state } = started
    const expiresAt = systemEnvironment.now() + FLOW_LIFETIME * 1000
    return redirectTo(url.href, await cookie.create(state, expiresAt, FLOW_LIFETIME))
  }

  async function finish(request: Request, { to }: Parameters<WebFlow['finish']>[1]): Promise<Response> {
    // Only the query is used: behind a proxy, the rest of the URL may differ from the public one.
    const { searchParams } = new URL(request.url)
    const state = searchParams.get('state') ?? ''
    if (!(await cookie.check(state, request.headers.get('cookie'), systemEnvironment.now()))) return createRefusal()
    const status = await auth.handleCallback(searchParams).catch((error) => {
      if (error?.reason !== 'invalid-callback') throw error
    })
    if (!status) return createRefusal()
    const target = typeof to === 'string' ? to : to(status)
    const path = parseReturnPath(target, options.redirectUri)
    if (path === undefined) throw new TypeError(`to: got ${target}, expected a path of this site`)
    return redirectTo(path, cookie.remove(state))
  }
}

/** The callback URL contains the code, so it must be neither cached nor sent as a referrer. */
const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

function redirectTo(location: string, cookie: string): Response {
  return new Response(null, { status: 302, headers: { ...PRIVATE_HEADERS, location, 'set-cookie': cookie } })
}

/** The page repeats nothing of the request, which an attacker may have written. */
function createRefusal(): Response {
  const headers = { ...PRIVATE_HEADERS, 'content-type': 'text/plain; charset=utf-8' }
  return new Response('This sign-in was not begun in this browser, or it took too long. Please begin again.\n', {
    status: 400,
    headers,
  })
}
