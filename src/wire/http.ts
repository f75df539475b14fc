/** One HTTP request and the head of its response: the only place that calls `fetch`. */
import { ConnectionError, HttpError, isMcpError } from '../errors.ts'
import type { Emit } from '../events.ts'
import type { FetchInit, Settings } from '../options.ts'
import { type Body, openBody } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Ground } from '../util/ground.ts'
import { createDrains, type Drains } from './drain.ts'
import { createUserHeaders, redactHeaders, redactUrl } from './headers.ts'

const MOST_REDIRECTS = 3

export interface HttpRequest {
  method: 'POST' | 'GET' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** The JSON-RPC method, for events and errors. */
  rpc?: string
  /** The request may outlive the page. */
  keepalive?: true
}

export interface Reply {
  n: number
  status: number
  headers: Headers
  /** The media type, in lower case and without parameters. */
  type: string
  body: Body
}

/** The way to one server, and what everybody on it shares. */
export interface Wire {
  send(request: HttpRequest, deadline: Deadline): Promise<Reply>
  drains: Drains
  /** The endpoint without secrets, for messages. */
  readonly address: string
  ground: Ground
  settings: Settings
  emit: Emit
}

export function createWire(ground: Ground, url: URL, settings: Settings, emit: Emit): Wire {
  const { fetch } = settings
  const userHeaders = createUserHeaders(settings)
  const drains = createDrains(ground, settings.drain, emit)
  let target = url.href
  let count = 0

  return {
    send,
    drains,
    get address() {
      return redactUrl(target)
    },
    ground,
    settings,
    emit,
  }

  async function send(request: HttpRequest, deadline: Deadline): Promise<Reply> {
    const given = await deadline.race(userHeaders())
    for (let hops = 0; ; hops++) {
      await drains.makeRoom()
      const { response, reply } = await once(request, { ...given, ...request.headers }, deadline)
      if (response.type !== 'opaqueredirect' && !(reply.status >= 300 && reply.status < 400)) return reply
      reply.body.cancel()
      const next = await redirectTarget(response, deadline)
      if (!next || hops === MOST_REDIRECTS) throw redirected(reply, next)
      target = next
    }
  }

  async function once(request: HttpRequest, headers: Record<string, string>, deadline: Deadline) {
    const n = ++count
    const { method, body, rpc, keepalive } = request
    const init: FetchInit = { method, headers, signal: deadline.signal, redirect: 'manual', credentials: 'omit' }
    if (body !== undefined) init.body = body
    if (keepalive) init.keepalive = keepalive
    emit?.({ type: 'request', n, method, url: redactUrl(target), headers: redactHeaders(headers), ...(rpc && { rpc }) })
    const closed = drains.opened()
    try {
      const response = await deadline.race(fetch(target, init), (late) => late.body?.cancel().catch(() => {}))
      const { status } = response
      emit?.({ type: 'response', n, status, headers: redactHeaders(response.headers) })
      const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
      return { response, reply: { n, status, headers: response.headers, type, body: openBody(response.body, closed) } }
    } catch (cause) {
      closed()
      deadline.signal.throwIfAborted()
      if (isMcpError(cause)) throw cause
      throw new ConnectionError(`${method} ${redactUrl(target)} failed before a response came`, {
        delivery: neverSent(cause) ? 'not-executed' : 'unknown',
        retryable: true,
        cause,
      })
    }
  }

  /** Where a redirect that keeps the method leads, if that is on our own origin; secrets never leave it. */
  async function redirectTarget(response: Response, deadline: Deadline): Promise<string | undefined> {
    let location = response.headers.get('location')
    if (response.type === 'opaqueredirect') {
      // Browsers hide the target. A bare GET follows the redirect and tells where it ends.
      const init: FetchInit = {
        method: 'GET',
        headers: {},
        signal: deadline.signal,
        redirect: 'follow',
        credentials: 'omit',
      }
      const landed = await deadline.race(fetch(target, init)).catch(() => undefined)
      landed?.body?.cancel().catch(() => {})
      location = landed?.url ?? null
    } else if (response.status !== 307 && response.status !== 308) return undefined
    const next = location && new URL(location, target)
    return next && next.origin === url.origin ? next.href : undefined
  }

  function redirected(reply: Reply, next: string | undefined): HttpError {
    const expected = `expected an answer, or a 307 or 308 within ${url.origin}, at most ${MOST_REDIRECTS} times`
    const came = `a redirect${reply.status ? ` with status ${reply.status}` : ''}${next ? ' once more' : ''}`
    return new HttpError(`Got ${came} from ${redactUrl(target)}, ${expected}`, {
      status: reply.status,
      headers: reply.headers,
      delivery: 'not-executed',
    })
  }
}

/** Node, Bun and Deno say when no connection was made. Browsers and workerd do not, so there nothing is proven. */
function neverSent(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ConnectionRefused)$/.test(String(code)) || (!!cause && neverSent(cause))
}
