/** Signs a person in from a server that answers requests, such as a Worker. */
import { systemEnvironment } from '../../core/util/environment.ts'
import { parseReturnPath } from '../authorize/return-path.ts'
import { AuthError } from '../errors.ts'
import { oauth } from '../index.ts'
import type { AuthStatus, AuthStore, OAuth, OAuthOptions } from '../types.ts'
import { createFlowCookie } from './cookie.ts'

/** One per request, with the store of the person who makes it: a handle that two people share would mix them up. */
export interface WebFlowOptions extends OAuthOptions {
  /** The address of the route that calls `finish`. */
  redirectUri: string
  /** Belongs to one person, and must be the same one in `start` and in `finish`. */
  store: AuthStore
  /** A secret of at least 32 characters that signs the cookie. */
  cookieKey: string
}

export interface WebFlow {
  /** Sends the person to the authorization server. */
  start(request: Request, options?: { scope?: string }): Promise<Response>
  /** Goes on when they are back, and sends them to `to`, a path of this site. */
  finish(request: Request, options: { to: string | ((status: AuthStatus) => string) }): Promise<Response>
  auth: OAuth
}

const lifetime = 600

export function webFlow({ cookieKey, ...options }: WebFlowOptions): WebFlow {
  const auth = oauth(options)
  const cookie = createFlowCookie(cookieKey)
  return { start, finish, auth }

  async function start(request: Request, { scope }: { scope?: string } = {}): Promise<Response> {
    let left: { url: URL; state: string } | undefined
    const drive = async (url: URL, { state }: { state: string }) => {
      left = { url, state }
      return undefined
    }
    const status = await auth.signIn(drive, { ...(scope !== undefined && { scope }), signal: request.signal })
    if (status.status === 'failed') throw status.error
    if (!left) throw new AuthError('There was no address to send the person to', { reason: 'unauthorized' })
    const { url, state } = left
    return away(url.href, await cookie.create(state, systemEnvironment.now() + lifetime * 1000, lifetime))
  }

  async function finish(request: Request, { to }: Parameters<WebFlow['finish']>[1]): Promise<Response> {
    // Only the query: behind a proxy the rest of the address may be another one than the person sees.
    const { searchParams } = new URL(request.url)
    const state = searchParams.get('state') ?? ''
    if (!(await cookie.check(state, request.headers.get('cookie'), systemEnvironment.now()))) return refuse()
    const status = await auth.finish(searchParams).catch((error) => {
      if (error.reason !== 'invalid_callback') throw error
    })
    if (!status) return refuse()
    const target = typeof to === 'string' ? to : to(status)
    const path = parseReturnPath(target, options.redirectUri)
    if (path === undefined) throw new TypeError(`to: got ${target}, expected a path of this site`)
    return away(path, cookie.remove(state))
  }
}

/** Nothing of the address may stay anywhere: it holds the code. */
const careful = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

function away(location: string, cookie: string): Response {
  return new Response(null, { status: 302, headers: { ...careful, location, 'set-cookie': cookie } })
}

/** Shows nothing of what came: it may be anybody's. */
function refuse(): Response {
  const headers = { ...careful, 'content-type': 'text/plain; charset=utf-8' }
  return new Response('This sign-in was not begun in this browser, or it took too long. Please begin again.\n', {
    status: 400,
    headers,
  })
}
