/** Sends a request that may pass to its server, and makes the response for the page. */
import type { FetchInit } from '../core/index.ts'
import { setTimer } from '../core/util/environment.ts'
import { innermostCause, wasNeverSent } from '../core/util/fetch-errors.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import { onAbort } from '../core/util/on-abort.ts'
import { findCredentials, secretsOf } from './credentials.ts'
import { Refusal, type RefusalBody } from './refusal.ts'
import { passBack, RELAY_HEADER } from './relay-headers.ts'
import type { RequestKind } from './request-kind.ts'
import { passBody } from './transfer-body.ts'
import type { RelayLogEntry, RelayOptions } from './types.ts'

export interface Sent {
  request: Request
  target: URL
  kind: RequestKind
  /** The body of a POST. */
  text: string | undefined
  limits: Record<'responseBytes' | 'idleTimeout' | 'maxDuration', number>
  mayPass(name: string): boolean
  /** Called once, when nothing of the response is left. */
  onEnd(status: number, ended: RelayLogEntry['ended'], bytes: number): void
}

export async function sendRequest(sent: Sent, options: RelayOptions): Promise<Response> {
  const { request, target, kind, text, limits, onEnd } = sent
  const { fetch = globalFetch } = options
  const added = kind === 'mcp' ? await findCredentials(target, options.credentials) : {}
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort()
  const stops = [onAbort(request.signal, abort), setTimer(abort, limits.maxDuration, true)]
  const stop = () => {
    for (const one of stops) one()
  }
  const init: FetchInit = {
    method: request.method,
    headers: { ...passedHeaders(sent), ...added, [RELAY_HEADER]: 'request' },
    signal,
    redirect: 'manual',
    credentials: 'omit',
  }
  if (text !== undefined) init.body = text
  try {
    if (request.signal.aborted) abort()
    const response = await withinTime(fetch(target.href, init), target, signal, abort, limits.idleTimeout)
    return passResponse(response)
  } catch (error) {
    abort()
    stop()
    throw error
  }

  function passResponse(response: Response): Response {
    const { status, headers: received, type } = response
    const page = request.headers.get('origin')
    const isRedirect = type === 'opaqueredirect' || (status > 299 && status < 400)
    if (received.has(RELAY_HEADER)) throw new Refusal(508, 'loop', `${target.origin} is a relay itself`)
    if (isRedirect && !received.has('location')) {
      throw new Refusal(502, 'redirect', `${target.origin} redirects to a place that is not shown`, 'unknown')
    }
    const isStream = /^text\/event-stream\b/i.test(received.get('content-type') ?? '')
    const limit = isStream ? Infinity : limits.responseBytes
    if (Number(received.get('content-length')) > limit) {
      throw new Refusal(502, 'too-large', `The response is longer than ${limit} bytes`, 'unknown')
    }
    const headers = passBack(received, page, `${status}`, secretsOf(added))
    if (isRedirect) {
      abort()
      stop()
      onEnd(status, 'read', 0)
      return redirectResponse(headers)
    }
    const ended = (how: RelayLogEntry['ended'], bytes: number) => {
      stop()
      onEnd(status, how, bytes)
    }
    // A GET of MCP is for a stream. Anything else may be a document, which the credentials would open to the page.
    const isDocument = kind === 'mcp' && request.method === 'GET' && response.ok && !isStream
    const isEmpty = isDocument || !response.body || status === 204 || status === 205
    if (isDocument) abort()
    if (isEmpty) ended('read', 0)
    const { idleTimeout } = limits
    const body = isEmpty
      ? null
      : passBody(response.body, { limit, idleTimeout, abort, signal, left: request.signal, onEnd: ended })
    return new Response(body, { status, headers })
  }
}

/**
 * A page cannot read a redirect, and a relay does not follow one, since the next address has to be judged too. So this
 * is an error that carries status and address, which `relayed()` turns back into the redirect.
 */
function redirectResponse(headers: Headers): Response {
  const message = `The server redirects to ${headers.get('location')}; relays follow no redirects`
  headers.set('content-type', 'application/json')
  const body: RefusalBody = { error: 'redirect', message, delivery: 'unknown' }
  return new Response(JSON.stringify(body), { status: 502, headers })
}

async function withinTime(
  fetched: Promise<Response>,
  { origin }: URL,
  signal: AbortSignal,
  abort: () => void,
  idleTimeout: number,
): Promise<Response> {
  let isLate = false
  const stopTimer = setTimer(() => {
    isLate = true
    abort()
  }, idleTimeout)
  // A fetch may ignore its signal.
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  try {
    return await Promise.race([fetched, aborted])
  } catch (error) {
    void fetched.then((late) => late.body?.cancel()).catch(() => {})
    if (isLate) throw new Refusal(504, 'timeout', `${origin} did not answer within ${idleTimeout} ms`, 'unknown')
    // Only the code: the texts of some runtimes have the whole URL.
    const { code } = (innermostCause(error) ?? {}) as { code?: unknown }
    const why = typeof code === 'string' && /^\w+$/.test(code) ? ` (${code})` : ''
    throw new Refusal(
      502,
      'no-response',
      `${origin} gave no response${why}`,
      wasNeverSent(error) ? 'not-executed' : 'unknown',
    )
  } finally {
    stopTimer()
  }
}

/** Metadata is public: requests for it carry no token. */
function passedHeaders({ request, kind, mayPass }: Sent): Record<string, string> {
  const headers: Record<string, string> = {}
  request.headers.forEach((value, name) => {
    if (mayPass(name) && !(kind === 'metadata' && /^(authorization|dpop)$/.test(name))) headers[name] = value
  })
  return headers
}
