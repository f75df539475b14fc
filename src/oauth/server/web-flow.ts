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

/** The two routes of a sign-in. */
export interface WebFlow {
  /** Redirects the user to the authorization server. A request that another site caused is refused. */
  start(request: Request, options?: { scope?: string | undefined }): Promise<Response>
  /**
   * Completes the sign-in, and redirects the user to `to`, a path of this site. If it failed, a function gets the status
   * `failed`; with a fixed path, the response is a page that says so.
   */
  finish(request: Request, options: { to: string | ((status: AuthStatus) => string) }): Promise<Response>
  /** The authorization of the user. */
  auth: OAuth
}

/** Seconds that the sign-in may take. */
const FLOW_LIFETIME = 600

/** Signs a user in from a server: one route starts the sign-in, another one finishes it. */
export function webFlow({ cookieKey, ...options }: WebFlowOptions): WebFlow {
  const auth = oauth(options)
  const cookie = createFlowCookie(cookieKey)
  return { start, finish, auth }

  async function start(request: Request, { scope }: { scope?: string } = {}): Promise<Response> {
    // Otherwise any page could begin a sign-in for its visitors (RFC 6749, section 10.12).
    if (request.headers.get('sec-fetch-site') === 'cross-site') return createRefusal(403, FOREIGN_START)
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
    const isOurs = await cookie.check(state, request.headers.get('cookie'), systemEnvironment.now())
    if (!isOurs) return createRefusal(400, UNKNOWN_CALLBACK)
    const status: AuthStatus = await auth.handleCallback(searchParams).catch((error) => {
      if (!(error instanceof AuthError) || error.reason === 'store-failed') throw error
      return { status: 'failed', error }
    })
    if (status.status === 'failed') {
      if (status.error.reason === 'invalid-callback') return createRefusal(400, UNKNOWN_CALLBACK)
      if (typeof to === 'string') return createRefusal(502, FAILED, cookie.remove(state))
    }
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

const FOREIGN_START = 'A sign-in begins at this site, and not at another one.'
const UNKNOWN_CALLBACK = 'This sign-in was not begun in this browser, or it took too long. Please begin again.'
const FAILED = 'The sign-in did not succeed. Please begin again.'

/** The page repeats nothing of the request, which an attacker may have written. */
function createRefusal(status: number, text: string, cookie?: string): Response {
  const headers = { ...PRIVATE_HEADERS, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${text}\n`, {
    status,
    headers: cookie === undefined ? headers : { ...headers, 'set-cookie': cookie },
  })
}
