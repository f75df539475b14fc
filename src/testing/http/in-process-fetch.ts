/** A `fetch` that reaches the server without a network: aborts, redirects and the `url` of responses are as usual. */
import { NetworkError } from '../faults/network-error.ts'
import type { Network } from './network.ts'

/** Assignable to `typeof fetch`, and to what clients of MCP take instead of it. */
export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export type ServeRequest = (request: Request, network: Network) => Promise<Response>

const REDIRECTS = [301, 302, 303, 307, 308]

/** As many as browsers follow. */
const MAX_REDIRECTS = 20

export function createInProcessFetch(serve: ServeRequest): MockFetch {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    // Not with its signal, which `send` listens to: Node would keep the request, its signal and that listener for good.
    const left = new AbortController()
    let request = new Request(input, { ...init, signal: left.signal })
    const text = request.redirect === 'manual' ? '' : await request.clone().text()
    for (let count = 0; ; count++) {
      const response = await send(request, signal, left)
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
      if (location === null || request.redirect === 'manual') return response
      await response.body?.cancel()
      if (request.redirect === 'error' || count === MAX_REDIRECTS) throw new NetworkError('fetch failed: redirected')
      request = redirected(request, new URL(location, request.url), response.status, text, left.signal)
    }
  }

  /** The listener keeps the received request: one that was garbage-collected would no longer pass the abort on. */
  function send(received: Request, signal: AbortSignal | undefined, left: AbortController): Promise<Response> {
    const network: Network = {}
    // As every `fetch` does over a network.
    if (!received.headers.has('accept')) received.headers.set('accept', '*/*')
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (network.ignoresAbort) return received
        reject(signal?.reason)
        left.abort(signal?.reason)
        return received
      }
      if (signal?.aborted) return void abort()
      signal?.addEventListener('abort', abort, { once: true })
      serve(received, network).then((response) => {
        // A constructed response has an empty `url`; one that came over a network has that of its request.
        resolve(Object.defineProperty(response, 'url', { value: received.url }))
      }, reject)
    })
  }
}

/** The request that follows a redirect: all but 307 and 308 turn a POST into a GET. */
function redirected(request: Request, url: URL, status: number, text: string, signal: AbortSignal): Request {
  const { method, headers, redirect } = request
  if (status === 307 || status === 308)
    return new Request(url, { method, headers, redirect, signal, ...(text && { body: text }) })
  return new Request(url, { method: method === 'POST' ? 'GET' : method, headers, redirect, signal })
}
