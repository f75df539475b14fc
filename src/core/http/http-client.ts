/** One HTTP request and the head of its response: the only place that calls `fetch`. */
import { ConnectionError, HttpError, isMcpError } from '../errors.ts'
import type { Emit } from '../events.ts'
import type { FetchInit, Settings } from '../options.ts'
import { type Body, type BodyEnd, openBody } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'
import { createExcuse, type Excuse } from '../util/timeout-pause.ts'
import { createDiagnosis } from './cors-hints.ts'
import { createDrains, type Drains } from './drain.ts'
import { redactHeaders, redactUrl, redactValues, userHeaders, withoutQuery } from './redact.ts'

const MOST_REDIRECTS = 3

export interface HttpRequest {
  method: 'POST' | 'GET' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** Where to, if not to the endpoint. */
  url?: string
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
  /** What the status means in a browser, if anything more than elsewhere. */
  hint: string
  /** Text of the server without the secrets it was sent. */
  redact(text: string): string
  /** Nobody needs the rest: it is read on in the background, so that the connection can be used again. */
  drain(): void
}

/** The way to one server, and what everybody on it shares. */
export interface Wire {
  send(request: HttpRequest, deadline: Deadline): Promise<Reply>
  drains: Drains
  /** The address that was given. */
  url: string
  /** The endpoint; a redirect may have moved it. */
  readonly endpoint: string
  /** The endpoint without secrets, for messages. */
  readonly address: string
  environment: Environment
  settings: Settings
  emit: Emit
  /** Calls that are not settled yet. */
  busy: number
  /** Handlers at work: while there are any, the silence of calls is excused. */
  answering: Excuse
  /** When the server last sent anything, on the clock of the environment. */
  lastHeard: number
  /** Under whose authority requests are made now, or the last one was: another value for another credential. */
  partition(last?: boolean): Promise<string>
  /** Reports a failure nobody waits for. */
  warn(message: string, error: unknown): void
}

export function createWire(environment: Environment, url: URL, settings: Settings, emit: Emit): Wire {
  const { fetch } = settings
  const given = userHeaders(settings)
  const drains = createDrains(environment, settings.drain, emit)
  const diagnosis = createDiagnosis(url)
  let endpoint = url.href
  let count = 0
  // Nobody else has this one, so private answers stay with this client.
  const client = `${environment.random()}`
  let credential: string | undefined
  let credentials = 0

  const wire: Wire = {
    url: url.href,
    send,
    drains,
    get endpoint() {
      return endpoint
    },
    get address() {
      return redactUrl(endpoint)
    },
    environment,
    settings,
    emit,
    busy: 0,
    answering: createExcuse(environment),
    lastHeard: environment.now(),
    async partition(last) {
      const known = settings.partition ?? fetch.partition
      if (known) return known()
      if (!last) note(typeof given === 'function' ? await given('request') : given)
      return `${client} ${credentials}`
    },
    warn: (message, error) => emit?.({ type: 'warning', message, error }),
  }
  return wire

  function note({ authorization }: Record<string, string>): void {
    if (authorization !== credential) credentials++
    credential = authorization
  }

  /** Follows redirects that keep the method, within the origin: what we send may be secret. */
  async function send(request: HttpRequest, deadline: Deadline): Promise<Reply> {
    const { url } = request
    const ask = typeof given === 'function' ? given : undefined
    let own = ask ? await deadline.race(ask('request')) : (given as Record<string, string>)
    let target = url ?? endpoint
    let refused = false
    for (let hops = 0; ; hops++) {
      const room = drains.makeRoom()
      if (room) await room
      note(own)
      const { response, reply } = await sendOnce(target, request, { ...own, ...request.headers }, deadline)
      const { status } = reply
      if (status === 401 && ask && !refused) {
        refused = true
        const next = await deadline.race(ask('unauthorized'))
        if (JSON.stringify(next) === JSON.stringify(own)) return reply
        own = next
        reply.drain()
        continue
      }
      const hidden = response.type === 'opaqueredirect'
      if (!hidden && !(status >= 300 && status < 400)) return reply
      // Browsers hide where a redirect leads; a bare GET follows it and tells.
      const next = hidden ? (await bareGet(target, deadline))?.url : status > 306 && reply.headers.get('location')
      reply.body.cancel()
      const location = next ? new URL(next, target) : undefined
      if (location?.origin !== new URL(target).origin || hops === MOST_REDIRECTS) {
        const message = `Expected an answer from ${redactUrl(target)}, got a redirect (${status}) too many or out of the origin`
        // 303 is how a server says that it has done it.
        const delivery = status === 303 ? 'unknown' : 'not-executed'
        throw new HttpError(message, { status, headers: reply.headers, delivery })
      }
      target = location.href
      if (!url) endpoint = target
    }
  }

  async function sendOnce(target: string, request: HttpRequest, headers: Record<string, string>, deadline: Deadline) {
    deadline.check()
    const n = ++count
    const { method, body: text, keepalive, rpc } = request
    emit?.({ type: 'request', n, method, url: redactUrl(target), headers: redactHeaders(headers), rpc })
    // One for each request: what is cancelled must not take others with it.
    const controller = new AbortController()
    let release = deadline.onPassed((reason) => controller.abort(reason))
    const closed = drains.opened()
    const end = () => {
      release()
      closed()
    }
    const { signal } = controller
    const init: FetchInit = { method, headers, signal, redirect: 'manual', credentials: 'omit' }
    if (text !== undefined) init.body = text
    if (keepalive) init.keepalive = keepalive
    // Firefox lets a GET wait for another to the same address, to share its answer. Old workerd refuses the key.
    if (method === 'GET' && 'cache' in Request.prototype) init.cache = 'no-store'
    const response = await attemptFetch(target, init, deadline).catch((error) => {
      end()
      throw error
    })
    const ended = (how: BodyEnd) => {
      end()
      // What we gave up ourselves did not fail.
      emit?.({ type: 'response-ended', n, how: deadline.passed ? 'cancelled' : how })
    }
    const heard = () => {
      wire.lastHeard = environment.now()
    }
    heard()
    const { status, headers: received } = response
    const redact = (text: string) => redactValues(text, headers)
    diagnosis?.worked(headers)
    const hint = diagnosis?.explainRefusal(status, headers) ?? ''
    emit?.({ type: 'response', n, status, headers: redactHeaders(received) })
    const body = openBody(response.body, heard, ended, () => controller.abort())
    // A fetch that ignores its signal must not keep a body open.
    release()
    release = deadline.onPassed(body.cancel)
    const type = (received.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const reply: Reply = { n, status, headers: received, type, body, hint, redact, drain: () => drains.start(n, body) }
    return { response, reply }
  }

  async function attemptFetch(target: string, init: FetchInit, deadline: Deadline): Promise<Response> {
    const { race, check } = deadline
    try {
      return await race(fetch(target, init), (late) => late.body?.cancel().catch(() => {}))
    } catch (cause) {
      check()
      if (isMcpError(cause)) throw cause
      const reach = async () => !!(await bareGet(target, deadline, 'no-cors'))
      const hint = await diagnosis?.explainFailure(init.headers, reach)
      check()
      throw new ConnectionError(`${init.method} ${redactUrl(target)} got no response${hint ? `. ${hint}` : ''}`, {
        delivery: neverSent(cause) ? 'not-executed' : 'unknown',
        retryable: true,
        rejected: cause instanceof TypeError,
        hint,
        cause: withoutQuery(cause, target),
      })
    }
  }

  /** A GET that tells nothing of us and whose body nobody needs: only whether it is answered, and where it ends. */
  async function bareGet(target: string, deadline: Deadline, mode?: 'no-cors'): Promise<Response | undefined> {
    const controller = new AbortController()
    const { signal } = controller
    const init: FetchInit = { method: 'GET', headers: {}, signal, redirect: 'follow', credentials: 'omit' }
    try {
      return await deadline.race(fetch(target, mode ? { ...init, mode } : init))
    } catch {
      return undefined
    } finally {
      controller.abort()
    }
  }
}

/** Node, Bun and Deno say when no connection was made. Browsers and workerd do not, so there nothing is proven. */
function neverSent(error: unknown): boolean {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  // Deno has no code, but a phrase that cannot be part of an address.
  const proof =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(`${code}`) || `${message}`.includes(': client error (Connect):')
  return proof || (!!cause && neverSent(cause))
}
