/** Who may call from a browser: the Origin check against DNS rebinding, and CORS. */
import { replyEmpty } from './responses.ts'
import type { ServerConfig } from '../script/script.ts'

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

const EXPOSED = ['DPoP-Nonce', 'MCP-Protocol-Version', 'Retry-After', 'X-MCP-SSE']

/** Longer is not honoured everywhere; shorter would put preflights between the requests of a test. */
const MAX_AGE = 7_200

/**
 * A page of a foreign site that rebound its name to this machine still says whose page it is. Over https the
 * certificate has proven the host, so a page of the same origin is at home there.
 */
export function isForeign(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const own = new URL(request.url)
  return !LOCAL.has(new URL(origin).hostname) && !(own.protocol === 'https:' && origin === own.origin)
}

export function answerPreflight(request: Request, { allowHeaders }: ServerConfig): Response {
  const wanted = request.headers.get('access-control-request-headers') ?? ''
  return replyEmpty(204, {
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': allowHeaders?.join(', ') ?? wanted,
    'access-control-max-age': String(MAX_AGE),
  })
}

/** Adds what the response does not say itself. */
export function addCors(response: Response, request: Request, { session, oauth }: ServerConfig): void {
  const exposed = [...EXPOSED]
  if (session.expose) exposed.push('Mcp-Session-Id')
  if (oauth?.exposeChallenge !== false) exposed.push('WWW-Authenticate')
  const headers = {
    'access-control-allow-origin': request.headers.get('origin') ?? '*',
    'access-control-expose-headers': exposed.join(', '),
    vary: 'Origin',
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
}
