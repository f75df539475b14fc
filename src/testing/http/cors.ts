/** CORS, and the Origin check against DNS rebinding. */
import { emptyResponse } from './responses.ts'

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

const EXPOSED_HEADERS = ['DPoP-Nonce', 'MCP-Protocol-Version', 'Retry-After', 'X-MCP-SSE']

/** In seconds. Chromium caps it at this value; a shorter one would put preflights between the requests of a test. */
const MAX_AGE = 7_200

/**
 * Whether the request comes from a page of another site, which may have rebound its host name to this machine. Over
 * https the certificate has proven the host name, so a page of the same origin is allowed.
 */
export function isForeignOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const own = new URL(request.url)
  return !LOCAL_HOSTS.has(new URL(origin).hostname) && !(own.protocol === 'https:' && origin === own.origin)
}

/** Without `allowHeaders`, all requested headers are allowed. */
export function preflightResponse(request: Request, allowHeaders: readonly string[] | undefined): Response {
  const requested = request.headers.get('access-control-request-headers') ?? ''
  return emptyResponse(204, {
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': allowHeaders?.join(', ') ?? requested,
    'access-control-max-age': String(MAX_AGE),
  })
}

export interface CorsOptions {
  /** Whether a page may read `Mcp-Session-Id`. */
  exposeSessionId: boolean
  /** Whether a page may read `WWW-Authenticate`. */
  exposeChallenge: boolean
}

/** Adds the CORS headers that the response does not set itself. */
export function addCorsHeaders(response: Response, request: Request, options: CorsOptions): void {
  const exposed = [...EXPOSED_HEADERS]
  if (options.exposeSessionId) exposed.push('Mcp-Session-Id')
  if (options.exposeChallenge) exposed.push('WWW-Authenticate')
  const headers = {
    'access-control-allow-origin': request.headers.get('origin') ?? '*',
    'access-control-expose-headers': exposed.join(', '),
    vary: 'Origin',
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
}
