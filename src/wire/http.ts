/** One HTTP request and the head of its response: the only place that calls `fetch`. */
import { ConnectionError, HttpError, isMcpError } from '../errors.ts'
import type { Emit } from '../events.ts'
import type { FetchInit, Settings } from '../options.ts'
import { type Body, type BodyEnd, openBody } from '../util/body.ts'
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
  /** Nobody needs the rest: it is read on in the background, so that the connection can be used again. */
  drain(): void
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
  /** Reports a failure nobody waits for. */
  warn(message: string, error: unknown): void
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
    warn: (message, error) => emit?.({ type: 'warning', message, error }),
  }

  async function send({ rpc, ...request }: HttpRequest, deadline: Deadline): Promise<Reply> {
    const headers = { ...(await deadline.race(userHeaders())), ...request.headers }
    for (let hops = 0; ; hops++) {
      await drains.makeRoom()
      const n = ++count
      const { method } = request
      emit?.({ type: 'request', n, method, url: redactUrl(target), headers: redactHeaders(headers), rpc })
      // One for each request: what is cancelled must not take others with it.
      const controller = new AbortController()
      const release = deadline.onPassed((reason) => controller.abort(reason))
      const closed = drains.opened()
      const end = () => {
        release()
        closed()
      }
      const { signal } = controller
      const init: FetchInit = { ...request, headers, signal, redirect: 'manual', credentials: 'omit' }
      const response = await attemptFetch(init, deadline).catch((error) => {
        end()
        throw error
      })
      const ended = (how: BodyEnd) => {
        end()
        // What we gave up ourselves did not fail.
        emit?.({ type: 'response-ended', n, how: deadline.passed ? 'cancelled' : how })
      }
      const body = openBody(response.body, ended, () => controller.abort())
      const { status, headers: received } = response
      emit?.({ type: 'response', n, status, headers: redactHeaders(received) })
      const hidden = response.type === 'opaqueredirect'
      if (!hidden && !(status >= 300 && status < 400)) {
        return { n, status, headers: received, type: mediaType(received), body, drain: () => drains.start(n, body) }
      }
      const next = hidden ? await landing(signal, deadline) : received.get('location')
      body.cancel()
      const location = next && (hidden || status > 306) ? new URL(next, target) : undefined
      // What we send may be secret: it never leaves the origin, and a method that changes would lose it.
      if (location?.origin !== url.origin || hops === MOST_REDIRECTS) throw redirected(status, received)
      target = location.href
    }
  }

  async function attemptFetch(init: FetchInit, { race, check }: Deadline): Promise<Response> {
    try {
      return await race(fetch(target, init), (late) => late.body?.cancel().catch(() => {}))
    } catch (cause) {
      check()
      if (isMcpError(cause)) throw cause
      throw new ConnectionError(`${init.method} ${redactUrl(target)} got no response`, {
        delivery: neverSent(cause) ? 'not-executed' : 'unknown',
        retryable: true,
        cause,
      })
    }
  }

  /** Browsers hide where a redirect leads. A bare GET follows it and tells where it ends. */
  async function landing(signal: AbortSignal, { race }: Deadline): Promise<string | undefined> {
    const init: FetchInit = { method: 'GET', headers: {}, signal, redirect: 'follow', credentials: 'omit' }
    const landed = await race(fetch(target, init)).catch(() => undefined)
    landed?.body?.cancel().catch(() => {})
    return landed?.url
  }

  function redirected(status: number, headers: Headers): HttpError {
    // Browsers tell no status.
    const message = `Expected an answer from ${redactUrl(target)}, got a redirect (${status}) too many or out of the origin`
    return new HttpError(message, { status, headers, delivery: 'not-executed' })
  }
}

function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
}

/** Node, Bun and Deno say when no connection was made. Browsers and workerd do not, so there nothing is proven. */
function neverSent(error: unknown): boolean {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  // Deno has no code, but a phrase that cannot be part of an address.
  const proof =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(`${code}`) || `${message}`.includes(': client error (Connect):')
  return proof || (!!cause && neverSent(cause))
}
