/** Faults that answer instead of the server: error statuses, redirects, pages. */
import { emptyResponse, jsonResponse, textResponse } from '../http/responses.ts'
import type { FaultContext, FaultDefinition, FaultOptions } from './fault.ts'

const OTHER_ORIGIN = 'https://elsewhere.example/mcp'

/** Part of the address that redirects lead to, where requests are served. */
const MOVED = 'moved'

/** The names of these faults. */
export type StatusFault =
  | 'http-status'
  | 'http-500'
  | 'http-502'
  | 'http-503'
  | 'http-429'
  | 'unauthorized'
  | 'insufficient-scope'
  | 'html-page'
  | 'wrong-content-type'
  | 'no-cors-headers'
  | 'redirect-302'
  | 'redirect-307'
  | 'redirect-308'
  | 'redirect-loop'
  | 'redirect-other-origin'

export const statusFaults: Readonly<Record<StatusFault, FaultDefinition>> = {
  'http-status': {
    options: ['status', 'retryAfter'],
    apply: async (_context, options) => refuse(options.status ?? 500, options),
  },
  'http-500': statusFault(500),
  'http-502': statusFault(502),
  'http-503': statusFault(503),
  'http-429': statusFault(429),
  unauthorized: {
    async apply() {
      const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' }
      return jsonResponse(401, { error: 'invalid_token', error_description: 'The token expired' }, challenge)
    },
  },
  'insufficient-scope': {
    options: ['scope'],
    async apply(_context, { scope = 'more' }) {
      const challenge = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
      return jsonResponse(403, { error: 'insufficient_scope', error_description: 'More is needed' }, challenge)
    },
  },
  'html-page': {
    apply: async () => textResponse(200, '<!doctype html><title>Hello</title>', { 'content-type': 'text/html' }),
  },
  'wrong-content-type': {
    options: ['contentType'],
    async apply({ serve }, { contentType = 'text/plain' }) {
      const response = await serve()
      response.headers.set('content-type', contentType)
      return response
    },
  },
  'no-cors-headers': {
    async apply(context) {
      context.omitsCors = true
      return context.serve()
    },
  },
  'redirect-302': redirectFault(302),
  'redirect-307': redirectFault(307),
  'redirect-308': redirectFault(308),
  'redirect-loop': {
    apply: async ({ received }) => redirect(307, received.request.url),
  },
  'redirect-other-origin': {
    options: ['to'],
    apply: async (_context, { to = OTHER_ORIGIN }) => redirect(307, to),
  },
}

function statusFault(status: number): FaultDefinition {
  return {
    options: ['retryAfter'],
    apply: async (_context, options) => refuse(status, options),
  }
}

function refuse(status: number, { retryAfter }: FaultOptions): Response {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return textResponse(status, `Refused with ${status}, as the fault says`, headers)
}

function redirectFault(status: number): FaultDefinition {
  return {
    options: ['to'],
    apply: async (context, options) => redirectOnce(status, context, options),
  }
}

async function redirectOnce(status: number, { received, serve }: FaultContext, { to }: FaultOptions) {
  const url = new URL(received.request.url)
  if (url.searchParams.has(MOVED)) return serve()
  url.searchParams.set(MOVED, '')
  return redirect(status, to ?? url.href)
}

function redirect(status: number, location: string): Response {
  return emptyResponse(status, { location })
}
