/** `oauthFrom()`: the authorization that a host has already, its provider and the `auth()` of its SDK, as a `fetch`. */
import type { Fetch, FetchInit } from '../core/index.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import { createSingleFlight } from '../core/util/single-flight.ts'
import { TransportError, UnauthorizedError } from './errors.ts'
import type { AuthRequest, OAuthProvider, ProviderFetch } from './types.ts'

/**
 * Sends the tokens of the provider to one server, that of the first request. When the server asks for authorization, the
 * `auth()` of the SDK runs, for all requests that wait; if a user has to sign in, they reject with UnauthorizedError.
 *
 * @example
 * const authFetch = oauthFrom(authProvider, auth)
 * await otherClient.connect(fetchTransport(url, { fetch: authFetch }))
 */
export function oauthFrom<Provider extends OAuthProvider>(
  provider: Provider,
  auth: (provider: Provider, request: AuthRequest) => Promise<string>,
  next: Fetch = globalFetch,
): ProviderFetch {
  let request: AuthRequest = { serverUrl: '', fetchFn: (url, init) => next(`${url}`, init as FetchInit) }
  const flow = createSingleFlight<void>()
  let token = ''
  return Object.assign(send, {
    finishAuth: (response: object) => run({ ...request, ...response }),
    redact: (text: string) => (token ? text.replaceAll(token, '[redacted]') : text),
  })

  async function send(url: string, init: FetchInit): Promise<Response> {
    request.serverUrl ||= url
    if (new URL(url).origin !== new URL(request.serverUrl).origin) return next(url, init)
    const answered: number[] = []
    for (;;) {
      const sent = (await provider.tokens())?.access_token ?? ''
      token = sent
      const headers = { ...init.headers, ...(sent && { authorization: `Bearer ${sent}` }) }
      const response = await next(url, { ...init, headers })
      const { status } = response
      const challenge = response.headers.get('www-authenticate') ?? ''
      const isRefused = status === 401 || (status === 403 && challenge.includes('insufficient_scope'))
      // Each is answered once: a server that refuses its own tokens would be asked for ever.
      if (!isRefused || answered.includes(status)) return response
      answered.push(status)
      await response.body?.cancel()
      await flow.run(() => answer(status, challenge, sent))
    }
  }

  /** Runs the flow, unless another request has brought new tokens meanwhile. */
  async function answer(status: number, challenge: string, sent: string): Promise<void> {
    const tokens = await provider.tokens()
    if (tokens && tokens.access_token !== sent) return
    const parameter = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(challenge)?.[1]
    const metadata = parameter('resource_metadata')
    // What was granted before is asked for again, since new tokens replace the old ones (SEP-2350).
    const scopes = [status === 403 && tokens?.scope, request.scope, parameter('scope')].filter(Boolean).join(' ')
    request = {
      ...request,
      ...(metadata && URL.canParse(metadata) && { resourceMetadataUrl: new URL(metadata) }),
      ...(scopes && { scope: [...new Set(scopes.split(' '))].join(' ') }),
    }
    // Refreshed tokens would have the scope of the old ones.
    await run(status === 403 ? { ...request, forceReauthorization: true } : request)
  }

  async function run(request: AuthRequest): Promise<void> {
    if (!request.serverUrl) throw new TransportError('finishAuth: nothing was requested yet, so serverUrl is needed')
    if ((await auth(provider, request)) === 'AUTHORIZED') return
    const message = 'A user has to sign in: the provider was told where; then call finishAuth() and connect again'
    throw new UnauthorizedError(message, { delivery: 'not-executed' })
  }
}
