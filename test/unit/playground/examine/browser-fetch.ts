/** A `fetch` that does what browsers do across origins: asks before it sends, and hides what may not be read. */
import type { Fetch } from '../../../../src/core/index.ts'

type AnyFetch = (url: string, init: RequestInit) => Promise<Response>

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

export interface BrowserFetch extends Fetch {
  /** What was sent, without preflights. */
  sent: { method: string; url: string; headers: Record<string, string>; body: string | undefined }[]
}

export const PAGE_ORIGIN = 'https://page.example'

/** A request that the page may not send or whose response it may not read fails with a TypeError, as in browsers. */
export function createBrowserFetch(server: AnyFetch, origin: string = PAGE_ORIGIN): BrowserFetch {
  // A server that never answers must not keep an aborted request.
  const inner: AnyFetch = (url, init) =>
    Promise.race([
      server(url, init),
      new Promise<never>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    ])
  const sent: BrowserFetch['sent'] = []
  const refuse = (why: string): never => {
    throw new TypeError(`Failed to fetch (${why})`)
  }
  const fetch: Fetch = async (url, init) => {
    const { method, headers, body, signal, mode } = init
    if (mode === 'no-cors') {
      await (await inner(url, { method, signal, headers: { origin } })).body?.cancel()
      return new Response(null)
    }
    const unsafe = Object.keys(headers).filter((name) => !isSafe(name, headers[name]!))
    if (unsafe.length > 0 || !['GET', 'POST', 'HEAD'].includes(method))
      await askBefore(url, method, unsafe.sort(), signal)
    sent.push({ method, url, headers, body })
    // `origin` is no header that a page can set.
    const response = await inner(url, {
      method,
      headers: { ...headers, origin },
      ...(body !== undefined && { body }),
      signal,
      redirect: init.redirect,
    })
    checkOrigin(response)
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
    }
    return hideHeaders(response)
  }
  return Object.assign(fetch, { sent })

  async function askBefore(url: string, method: string, names: string[], signal: AbortSignal): Promise<void> {
    const response = await inner(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(names.length > 0 && { 'access-control-request-headers': names.join(',') }),
      },
      signal,
      redirect: 'manual',
    })
    await response.body?.cancel()
    if (!response.ok) refuse(`preflight ${response.status}`)
    checkOrigin(response)
    const allowed = (header: string) => list(response.headers.get(header))
    const methods = allowed('access-control-allow-methods').map((name) => name.toUpperCase())
    if (!['GET', 'POST', 'HEAD'].includes(method) && !methods.includes(method) && !methods.includes('*'))
      refuse(`method ${method}`)
    const known = allowed('access-control-allow-headers').map((name) => name.toLowerCase())
    for (const name of names) {
      const isAllowed = known.includes(name) || (known.includes('*') && name !== 'authorization')
      if (!isAllowed) refuse(`header ${name}`)
    }
  }

  function checkOrigin(response: Response): void {
    const allowed = response.headers.get('access-control-allow-origin')
    if (allowed !== '*' && allowed !== origin) refuse('origin')
  }
}

function isSafe(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  if (lower === 'accept') return true
  return lower === 'content-type' && !value.startsWith('application/json')
}

function hideHeaders(response: Response): Response {
  const exposed = list(response.headers.get('access-control-expose-headers')).map((name) => name.toLowerCase())
  const shown = [...response.headers].filter(
    ([name]) => READABLE.includes(name) || exposed.includes(name) || exposed.includes('*'),
  )
  const hasBody = ![204, 205, 304].includes(response.status)
  return new Response(hasBody ? response.body : null, { status: response.status, headers: shown })
}

const list = (text: string | null) => (text ?? '').split(',').flatMap((part) => part.trim() || [])
