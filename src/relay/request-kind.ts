/** Recognises the requests of MCP and of OAuth, which alone may pass: by method, headers and body, since paths are free. */
import { isObject } from '../core/util/is-object.ts'
import { Refusal } from './refusal.ts'

/** `mcp` may get the credentials of the relay; `metadata` needs none at all. */
export type RequestKind = 'mcp' | 'metadata' | 'oauth'

/** RFC 9728, RFC 8414 and OpenID Connect Discovery, with the path of the server before or after it. */
const WELL_KNOWN = /\/\.well-known\/(oauth-protected-resource|oauth-authorization-server|openid-configuration)(\/|$)/

/** Throws a refusal for a request that is none of these. `text` is the body of a POST. */
export function recognise(
  { method, headers }: Request,
  target: URL,
  metadata: readonly string[],
  text: string | undefined,
): RequestKind {
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (method === 'GET') {
    if (headers.get('accept')?.includes('text/event-stream')) return 'mcp'
    if (WELL_KNOWN.test(target.pathname) || metadata.includes(target.href)) return 'metadata'
  }
  if (method === 'DELETE' && headers.has('mcp-session-id')) return 'mcp'
  if (method === 'POST' && type === 'application/json') {
    const body = parseJson(text)
    const messages = Array.isArray(body) ? body : [body]
    if (messages.length && messages.every(isMessage)) return 'mcp'
    // A dynamic registration (RFC 7591).
    if (isObject(body) && Array.isArray(body.redirect_uris)) return 'oauth'
  }
  if (method === 'POST' && type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(text)
    // A token request (RFC 6749), or a revocation (RFC 7009).
    if (form.has('grant_type') || form.has('token')) return 'oauth'
  }
  throw new Refusal(400, 'not-mcp', `This ${method} is neither a request of MCP nor of OAuth`)
}

function isMessage(value: unknown): boolean {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false
  return typeof value.method === 'string' || 'result' in value || 'error' in value
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
