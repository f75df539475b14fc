/** What to do about a failed attempt to connect, by the response of the server. */
import { isMcpError } from '../../../src/core/index.ts'

export interface ConnectAdvice {
  headline: string
  /** The message of the client, without the hint. */
  message: string
  /** What to do next; empty: the message says all that is known. */
  advice: string
  /** The hint of the client about mixed content or the local network. */
  hint?: string | undefined
  /** URLs where the server may be instead. */
  addresses: readonly string[]
  /** Set when the authorization server has to know this application first. */
  register?: { issuer: string; redirectUri: string | undefined } | undefined
  /** The server answered 401 or asked for authorization: what helps first. */
  requires?: 'token' | 'sign-in' | undefined
}

interface KnownFields {
  code?: string
  message: string
  hint?: string
  status?: number
  reason?: string
  issuer?: string
  redirectUri?: string
  wwwAuthenticate?: string
  attempts?: readonly { status?: number | undefined; error: unknown }[]
  rejected?: boolean
}

export function adviseOnConnect(error: unknown, url: string, origin: string): ConnectAdvice {
  if (!isMcpError(error)) {
    const message = error instanceof Error ? error.message : String(error)
    return { headline: FAILED, message, advice: '', addresses: [] }
  }
  const fields = deepest(error as unknown as KnownFields)
  const { message } = error
  const hint = fields.hint || (error as unknown as KnownFields).hint
  const register = fields.reason === 'client-id-required' ? fields : undefined
  const requires = register ? undefined : whatIsRequired(fields)
  const isAbsent = isUnreachable(fields)
  return {
    headline: requires ? required[requires] : isAbsent ? `Nothing responds at ${hostOf(url)}` : FAILED,
    message: hint ? message.replace(hint.trim(), '').replace(/[\s.;:]+$/, '.') : message,
    advice: adviceFor(fields, origin),
    hint: isAbsent && !/permission|mixed content/.test(hint ?? '') ? undefined : hint,
    addresses: isWrongPlace(fields) ? otherAddresses(url) : [],
    register: register && { issuer: register.issuer ?? '', redirectUri: register.redirectUri },
    requires,
  }
}

const FAILED = 'Could not connect'

const required = { token: 'This server requires a token', 'sign-in': 'This server requires sign-in' }

/** A challenge without the address of OAuth metadata is one for a token that its user has already. */
function whatIsRequired({ code, status, wwwAuthenticate }: KnownFields): ConnectAdvice['requires'] {
  if (code === 'authorization-required' || code === 'insufficient-scope') return 'sign-in'
  if (status !== 401) return undefined
  return /resource_metadata\s*=/i.test(wwwAuthenticate ?? '') ? 'sign-in' : 'token'
}

/** No response, for a reason that is not CORS. */
function isUnreachable({ code, status, reason, hint = '' }: KnownFields): boolean {
  return status === undefined && reason === undefined && !/Access-Control-/.test(hint) && networkCodes.has(code ?? '')
}

const networkCodes = new Set(['connect', 'connection'])

/** The error of the first attempt says more than that of all attempts together. */
function deepest(error: KnownFields): KnownFields {
  const [first] = error.attempts ?? []
  if (!first) return error
  const inner = isMcpError(first.error) ? deepest(first.error as unknown as KnownFields) : undefined
  const status = error.status ?? first.status ?? inner?.status
  return {
    ...inner,
    ...error,
    code: inner?.code ?? 'connect',
    message: error.message,
    ...(status !== undefined && { status }),
    // Not an enumerable member.
    ...(inner?.wwwAuthenticate !== undefined && { wwwAuthenticate: inner.wwwAuthenticate }),
  }
}

const isWrongPlace = ({ code, status }: KnownFields) =>
  code === 'not-mcp-endpoint' || (code !== 'auth' && (status === 404 || status === 405 || status === 410))

function adviceFor(fields: KnownFields, origin: string): string {
  const { code, status, reason, issuer, redirectUri } = fields
  if (reason === 'client-id-required')
    return `Register an application at ${issuer ?? 'the authorization server'}${redirectUri ? ` with the redirect URI ${redirectUri}` : ''}, then enter its client id.`
  const requires = whatIsRequired(fields)
  if (reason === 'popup-closed') return 'The sign-in window was closed. Sign in again when you are ready.'
  if (reason === 'popup-blocked') return 'Allow pop-ups for this page, or sign in by redirect.'
  // What to do about a failed sign-in is said with it.
  if (code === 'auth') return ''
  if (code === 'timeout')
    return 'The server accepts connections but does not respond. Check whether it hangs, then connect again.'
  if (code === 'not-mcp-endpoint' || code === 'invalid-message')
    return 'The server responds, but not with MCP. Check the path of the URL.'
  if (code === 'version') return 'Choose another protocol version, or Auto.'
  if (status === 404 || status === 405 || status === 410)
    return 'Check the path: most servers use /mcp, older ones /sse.'
  if (requires === 'token')
    return 'Enter the token or API key that you have for this server. The server names no sign-in page.'
  if (requires === 'sign-in') return 'Sign in to continue.'
  if (status === 403)
    return `The server rejects this page or this user. Many servers check the Origin header: allow ${origin} there, or enter another token.`
  if (status === 429) return 'Too many requests. Wait a moment, then connect again.'
  if (status !== undefined && status >= 500) return "The server failed. Check the server's log, then connect again."
  if (status !== undefined && status >= 400) return 'The server rejects the request. Its response is below.'
  if (!isUnreachable(fields)) return ''
  return 'Check that the server is running, and that host and port of the URL are correct.'
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : 'this URL')

/** `/mcp` and `/sse` beside and below the address, without the address itself. */
function otherAddresses(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { origin, pathname } = new URL(url)
  const parent = pathname.replace(/\/(mcp|sse)?\/?$/, '')
  const all = [`${origin}${parent}/mcp`, `${origin}${parent}/sse`, `${origin}/mcp`]
  return [...new Set(all)].filter((other) => other !== url && other !== `${url}/`)
}
