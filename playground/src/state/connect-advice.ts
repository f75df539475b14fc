/** What to do about a failed attempt to connect, by what the server answered. */
import { isMcpError } from '../../../src/core/index.ts'

export interface ConnectAdvice {
  /** What happened, without the advice that some messages end with. */
  message: string
  /** What to do next. */
  advice: string
  /** The hint of the client about CORS, mixed content or the local network. */
  hint?: string | undefined
  /** Addresses where the server may be instead. */
  addresses: readonly string[]
  /** Set when the authorization server has to know this application first. */
  register?: { issuer: string; redirectUri: string | undefined } | undefined
}

interface KnownFields {
  code?: string
  message: string
  hint?: string
  status?: number
  reason?: string
  issuer?: string
  redirectUri?: string
  attempts?: readonly { status?: number | undefined; error: unknown }[]
  rejected?: boolean
}

export function adviseOnConnect(error: unknown, url: string, origin: string): ConnectAdvice {
  if (!isMcpError(error))
    return { message: error instanceof Error ? error.message : String(error), advice: '', addresses: [] }
  const fields = deepest(error as unknown as KnownFields)
  const { message } = error
  const hint = fields.hint || (error as unknown as KnownFields).hint
  const register = fields.reason === 'client-id-required' ? fields : undefined
  return {
    message: hint ? message.replace(hint.trim(), '').replace(/[\s.;:]+$/, '.') : message,
    advice: adviceFor(fields, url, origin),
    hint,
    addresses: isWrongPlace(fields) ? otherAddresses(url) : [],
    register: register && { issuer: register.issuer ?? '', redirectUri: register.redirectUri },
  }
}

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
  }
}

const isWrongPlace = ({ code, status }: KnownFields) =>
  code === 'not-mcp-endpoint' || status === 404 || status === 405 || status === 410

function adviceFor({ code, status, reason, issuer, redirectUri }: KnownFields, url: string, origin: string): string {
  if (reason === 'client-id-required')
    return `Register an application at ${issuer ?? 'the authorization server'}${redirectUri ? ` with the redirect address ${redirectUri}` : ''}, then enter its client id.`
  if (reason === 'popup-closed') return 'The sign-in window was closed. Sign in again when you are ready.'
  if (reason === 'popup-blocked') return 'Allow this page to open a window, or leave the page to sign in and come back.'
  if (code === 'timeout')
    return 'Something accepts connections there, but it does not answer. Look whether the server hangs, then connect again.'
  if (code === 'not-mcp-endpoint' || code === 'invalid-message')
    return 'Something answers there, but not as MCP: check the path of the address.'
  if (code === 'version') return 'Choose another revision, or let the page find it out.'
  if (status === 404 || status === 405 || status === 410)
    return 'Check the path: many servers are at /mcp, older ones at /sse.'
  if (status === 401) return 'The server wants to know who you are: sign in, or enter a token under Authorization.'
  if (status === 403)
    return `The server refuses this page or this user. Many servers check the Origin header: allow ${origin} there, or enter another token.`
  if (status === 429) return 'Too many requests: wait a moment, then connect again.'
  if (status !== undefined && status >= 500) return 'The server failed: look at its log, then connect again.'
  if (status !== undefined && status >= 400) return 'The server refuses the request: what it says is below.'
  return `Check that the server runs at ${hostOf(url)} and that it allows pages of ${origin} (CORS).`
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : 'this address')

/** `/mcp` and `/sse` beside and below the address, without the address itself. */
function otherAddresses(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { origin, pathname } = new URL(url)
  const parent = pathname.replace(/\/(mcp|sse)?\/?$/, '')
  const all = [`${origin}${parent}/mcp`, `${origin}${parent}/sse`, `${origin}/mcp`]
  return [...new Set(all)].filter((other) => other !== url && other !== `${url}/`)
}
