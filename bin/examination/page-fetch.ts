/** A `fetch` that does what browsers do across origins, for examinations outside of a browser (Fetch, section 3.3). */
import type { Fetch, FetchInit } from 'mcp-over-fetch'
import type { Blocked } from './http.ts'

/** Response headers that pages may read without being allowed to. */
const READABLE = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]
const SIMPLE_METHODS = ['GET', 'HEAD', 'POST']
const SIMPLE_TYPES = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i
const MAX_REDIRECTS = 20

/** As a browser rejects, with the reason, which browsers keep for themselves. */
class BlockedError extends TypeError {
  blocked: Blocked

  constructor(reason: string, response: Response, isPreflight: boolean) {
    super('Failed to fetch')
    const allowedOrigin = response.headers.get('access-control-allow-origin')
    this.blocked = { reason, status: response.status, allowedOrigin, isPreflight }
  }
}

/** Requests go through `inner`, which must let `Origin` pass. */
export function createPageFetch(inner: Fetch, origin: string): Fetch {
  /** Preflights that were answered well; browsers remember them as well. */
  const allowed = new Set<string>()

  return async (url, init) => {
    if (init.mode === 'no-cors') {
      const { mode: _, ...rest } = init
      await (await inner(url, { ...rest, headers: { origin } })).body?.cancel()
      return Response.error()
    }
    let target = url
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const response = await sendOnce(target, init)
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location === null || init.redirect !== 'follow') return hideHeaders(response)
      await response.body?.cancel()
      target = new URL(location, target).href
    }
    throw new TypeError('Failed to fetch')
  }

  async function sendOnce(url: string, init: FetchInit): Promise<Response> {
    const unsafe = Object.entries(init.headers).flatMap(([name, value]) =>
      isSafe(name, value) ? [] : [name.toLowerCase()],
    )
    const names = unsafe.sort()
    if (names.length > 0 || !SIMPLE_METHODS.includes(init.method)) await askBefore(url, init, names)
    const response = await inner(url, { ...init, headers: { ...init.headers, origin }, redirect: 'manual' })
    await checkOrigin(response, `${init.method} was answered with HTTP ${response.status}`)
    return response
  }

  async function askBefore(url: string, { method, signal, credentials }: FetchInit, names: string[]): Promise<void> {
    const key = JSON.stringify([url, method, names])
    if (allowed.has(key)) return
    const headers = {
      origin,
      'access-control-request-method': method,
      ...(names.length > 0 && { 'access-control-request-headers': names.join(',') }),
    }
    const response = await inner(url, { method: 'OPTIONS', headers, signal, credentials, redirect: 'manual' })
    const label = `OPTIONS was answered with HTTP ${response.status}`
    if (!response.ok) await block(label, response)
    await checkOrigin(response, label)
    const methods = list(response, 'access-control-allow-methods')
    if (!SIMPLE_METHODS.includes(method) && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
      await block(`${label} and Access-Control-Allow-Methods without ${method}`, response)
    const known = list(response, 'access-control-allow-headers')
    const missing = names.filter((name) => !known.includes(name) && !(known.includes('*') && name !== 'authorization'))
    if (missing.length > 0)
      await block(`${label} and Access-Control-Allow-Headers without ${missing.join(', ')}`, response)
    await response.body?.cancel()
    allowed.add(key)
  }

  async function checkOrigin(response: Response, label: string): Promise<void> {
    const value = response.headers.get('access-control-allow-origin')
    if (value === '*' || value === origin) return
    await block(
      value === null ? `${label} without Access-Control-Allow-Origin` : `${label} for pages of other origins`,
      response,
    )
  }
}

async function block(reason: string, response: Response): Promise<never> {
  await response.body?.cancel()
  // Labels begin with the method.
  throw new BlockedError(reason, response, reason.startsWith('OPTIONS '))
}

function isSafe(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  if (lower === 'content-type') return SIMPLE_TYPES.test(value)
  return ['accept', 'accept-language', 'content-language'].includes(lower) && value.length <= 128
}

function hideHeaders(response: Response): Response {
  const exposed = list(response, 'access-control-expose-headers')
  const shown = [...response.headers].filter(
    ([name]) => READABLE.includes(name) || exposed.includes(name) || exposed.includes('*'),
  )
  const { status } = response
  // A redirect that is not followed is opaque to pages; its status is kept, since it is only counted.
  return new Response([204, 205, 304].includes(status) ? null : response.body, { status, headers: shown })
}

const list = (response: Response, header: string): string[] =>
  (response.headers.get(header) ?? '').split(',').flatMap((part) => part.trim().toLowerCase() || [])
