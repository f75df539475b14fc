/**
 * HTTP requests to one MCP endpoint: with the headers of the application, redirects and a second try after a 401. This is the only
 * place in the core that calls the `fetch` of the options.
 */
import type { CallScope } from '../call-scope.ts'
import { ConnectionError, HttpError } from '../errors.ts'
import type { Emit, Warn } from '../events.ts'
import type { Fetch, FetchInit } from '../fetch.ts'
import type { Settings } from '../resolve-options.ts'
import { type Body, type BodyEnd, openBody } from '../util/body.ts'
import { copyError } from '../util/copy-error.ts'
import type { Emitter } from '../util/emitter.ts'
import type { Environment } from '../util/environment.ts'
import { describeCause, innermostCause, isNetworkFailure, wasNeverSent } from '../util/fetch-errors.ts'
import { parseUrl } from '../util/parse-url.ts'
import { type CorsHints, createCorsHints } from './cors-hints.ts'
import { createDrains, type Drains } from './drain.ts'
import { type Redactor, redactHeaders, redactUrl } from './redact.ts'
import type { UserHeaders } from './user-headers.ts'

export interface HttpRequest {
  method: 'POST' | 'GET' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** @default the endpoint */
  url?: string | undefined
  /** The JSON-RPC method, for events and errors. */
  rpcMethod?: string
  /** The request may outlive the page. */
  keepalive?: true
  /** Follows no redirect: what belongs to a session goes only where the session is. */
  stays?: true
}

export interface HttpResponse {
  /** The number of the request in events. */
  requestNumber: number
  /** The URL that answered, after redirects. */
  url: string
  status: number
  /** A redirect whose target the browser hides; its status is 0. */
  isOpaqueRedirect: boolean
  headers: Headers
  /** The media type, in lower case and without parameters. */
  type: string
  body: Body
  /** What the status may mean in a browser, if anything more than elsewhere. */
  hint: string
  /** Reads the rest in the background, so that the connection can be reused. */
  drain(): void
}

interface RequestSenderOptions {
  fetch: Fetch
  emit: Emit
  drains: Drains
  hints: CorsHints | undefined
  redactor: Redactor
  /** Called whenever something arrives from the server. */
  onActivity(): void
}

interface RequestSender {
  send(url: string, request: HttpRequest, headers: Record<string, string>, scope: CallScope): Promise<HttpResponse>
  /** Sends a GET without any of our headers, or with those of `more`, and discards its body. Undefined if it fails. */
  bareGet(url: string, scope: CallScope, more?: Partial<FetchInit>): Promise<Response | undefined>
}

function createRequestSender({
  fetch,
  emit,
  drains,
  hints,
  redactor,
  onActivity,
}: RequestSenderOptions): RequestSender {
  let requests = 0
  return { send, bareGet }

  async function send(
    url: string,
    request: HttpRequest,
    headers: Record<string, string>,
    scope: CallScope,
  ): Promise<HttpResponse> {
    scope.check()
    const requestNumber = ++requests
    redactor.recordSent(url, headers)
    const { method, body: text, keepalive, rpcMethod } = request
    const { call } = scope
    emit?.(
      {
        type: 'request',
        request: requestNumber,
        method,
        url: redactUrl(url),
        headers: redactHeaders(headers),
        rpcMethod,
      },
      call,
    )
    // Each request has its own controller, so that cancelling one body does not abort others.
    const controller = new AbortController()
    let release = scope.onPassed((reason) => controller.abort(reason))
    const releaseConnection = drains.opened()
    const end = () => {
      release()
      releaseConnection()
    }
    const { signal } = controller
    const init: FetchInit = { method, headers, signal, redirect: 'manual', credentials: 'omit' }
    if (text !== undefined) init.body = text
    if (keepalive) init.keepalive = keepalive
    // Firefox delays a GET while another to the same URL is open, to share its response. Old workerd refuses `cache`.
    if (method === 'GET' && 'cache' in Request.prototype) init.cache = 'no-store'
    if (method === 'POST') scope.isSent = true
    let response: Response
    try {
      response = await scope.race(fetch(url, init), cancelLate)
    } catch (error) {
      end()
      throw await explainFailure(error, url, init, rpcMethod ?? method, scope)
    }
    onActivity()
    hints?.recordSuccess(headers)
    const { status, headers: received } = response
    emit?.({ type: 'response', request: requestNumber, status, headers: redactHeaders(received) }, call)
    const onEnd = (outcome: BodyEnd) => {
      end()
      // A body that fails because we aborted the request was cancelled.
      emit?.({ type: 'response-ended', request: requestNumber, outcome: scope.passed ? 'cancelled' : outcome }, call)
    }
    const type = (received.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const body = openBody(response, { onActivity, onEnd, abort: () => controller.abort() })
    if (type === 'text/event-stream' && response.body === undefined) {
      body.cancel()
      throw new ConnectionError('This fetch cannot read streams; in React Native use the fetch of expo/fetch')
    }
    // A fetch that ignores its signal must not keep the body open.
    release()
    release = scope.onPassed(body.cancel)
    return {
      requestNumber,
      url,
      status,
      isOpaqueRedirect: response.type === 'opaqueredirect',
      headers: received,
      type,
      body,
      hint: hints?.explainStatus(status, headers) ?? '',
      drain: () => drains.start(requestNumber, body, type === 'text/event-stream', call),
    }
  }

  /** The error for one of `fetch`. Throws if the scope has passed. */
  async function explainFailure(
    error: unknown,
    url: string,
    { headers }: FetchInit,
    what: string,
    scope: CallScope,
  ): Promise<unknown> {
    scope.check()
    // Other errors come from the application, or say what is missing, such as a permission of Deno.
    if (!isNetworkFailure(error)) return error
    const { hint, isFinal, neverSent } =
      (await hints?.explainFailure(headers, async (more) => !!(await bareGet(url, scope, more)))) ?? {}
    scope.check()
    const redact = (text: string) => redactor.redact(text.replaceAll(url, redactUrl(url)))
    const cause = copyError(innermostCause(error), redact)
    return new ConnectionError(`${what}: no response${hint ? `: ${hint}` : describeCause(cause)}`, {
      delivery: neverSent || wasNeverSent(error) ? 'not-executed' : 'unknown',
      retryable: !isFinal,
      rejected: error instanceof TypeError,
      hint,
      cause,
    })
  }

  async function bareGet(url: string, scope: CallScope, more?: Partial<FetchInit>): Promise<Response | undefined> {
    const controller = new AbortController()
    const { signal } = controller
    const init: FetchInit = { method: 'GET', headers: {}, signal, redirect: 'follow', credentials: 'omit', ...more }
    try {
      return await scope.race(fetch(url, init))
    } catch {
      return undefined
    } finally {
      controller.abort()
    }
  }
}

function cancelLate({ body }: Response): void {
  body?.cancel().catch(() => {})
}

export const isRedirect = ({ status, isOpaqueRedirect }: HttpResponse): boolean =>
  isOpaqueRedirect || (status >= 300 && status < 400)

/**
 * The target of a redirect: on the same origin, since requests may carry secrets, and with the same method. The next
 * URL. `hops` counts the redirects that were followed before. Throws if this one must not be followed.
 */
async function redirectTarget(
  { bareGet }: RequestSender,
  { redact }: Redactor,
  { url, status, isOpaqueRedirect, headers, body }: HttpResponse,
  hops: number,
  scope: CallScope,
): Promise<string> {
  const maxRedirects = 3
  body.cancel()
  // Browsers hide the target; a GET without our headers shows it, if it is redirected too.
  const location = isOpaqueRedirect ? (await bareGet(url, scope))?.url : headers.get('location')
  const target = location && location !== url ? parseUrl(location, url) : undefined
  // These keep the method; a server that sends another status may have executed the request.
  const keepsMethod = status === 307 || status === 308
  const isInside = target?.origin === new URL(url).origin && !target.username && !target.password
  const mayFollow = (isOpaqueRedirect || keepsMethod) && isInside
  if (mayFollow && hops < maxRedirects) return target.href
  const reason = mayFollow ? 'that is one too many' : isInside ? 'that changes the method' : 'to another origin'
  const place = target ? `${reason}: ${redact(redactUrl(target.href))}` : 'to a place that is not shown'
  const message = `got a redirect ${status ? `(${status}) ` : ''}${place}`
  throw new HttpError(message, { status, headers, delivery: keepsMethod ? 'not-executed' : 'unknown' })
}

export interface HttpClient {
  send(request: HttpRequest, scope: CallScope): Promise<HttpResponse>
  /** The URL that was given to `connect()`. */
  readonly givenUrl: string
  /** The URL that requests go to; a redirect may have moved it. */
  readonly endpoint: string
  readonly redact: Redactor['redact']
  readonly parseMessages: Redactor['parseMessages']
  /** Set when `connect()` has succeeded: from then on only a permanent redirect moves the endpoint. */
  isConnected: boolean
  /** Cancels all responses that are being drained, and all that will be. */
  close(): void
}

/** The part of the context that is needed to send messages over HTTP. */
export interface HttpContext {
  http: HttpClient
  environment: Environment
  settings: Settings
  emit: Emit
  warn: Warn
  /**
   * Publishes what each request and each listening stream shows of the server: the error of the network, or undefined
   * for an answer.
   */
  outcomes: Emitter<[error: unknown]>
}

export interface HttpClientOptions extends Omit<HttpContext, 'http'> {
  url: URL
  userHeaders: UserHeaders
  redactor: Redactor
  /** Called whenever something arrives from the server. */
  onActivity(): void
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { url: givenUrl, settings, environment, emit, userHeaders, redactor, onActivity } = options
  const drains = createDrains(environment, settings.drain, emit, environment.inPage?.())
  const sender = createRequestSender({
    fetch: settings.fetch,
    emit,
    drains,
    hints: createCorsHints(givenUrl),
    redactor,
    onActivity,
  })
  const client = {
    send,
    givenUrl: givenUrl.href,
    endpoint: givenUrl.href,
    redact: redactor.redact,
    parseMessages: redactor.parseMessages,
    isConnected: false,
    close: () => drains.close(),
  }
  return client

  async function send(request: HttpRequest, scope: CallScope): Promise<HttpResponse> {
    // Fixed headers are not awaited: that would cost every request a tick.
    let headers = userHeaders.fixed ?? (await scope.race(userHeaders.ask(scope.call)))
    let url = request.url ?? client.endpoint
    let wasUnauthorized = false
    let mayMove = request.method === 'POST' && !request.url
    for (let hops = 0; ; hops++) {
      const room = drains.makeRoom()
      if (room) await room
      userHeaders.recordSent(headers)
      const { renewals } = userHeaders
      const response = await sender.send(url, request, { ...headers, ...request.headers }, scope)
      if (response.status === 401 && !userHeaders.fixed && !wasUnauthorized) {
        wasUnauthorized = true
        // A GET that resumes the stream of a call says nothing about the request that went out before.
        if (request.method === 'POST') scope.isSent = false
        const next = await scope.race(userHeaders.renew(renewals)).catch((error) => {
          response.body.cancel()
          throw error
        })
        if (JSON.stringify(next) === JSON.stringify(headers)) return response
        headers = next
        response.drain()
      } else if (isRedirect(response)) {
        if (client.isConnected && response.status !== 308) mayMove = false
        url = await redirectTarget(sender, redactor, response, request.stays ? Infinity : hops, scope)
      } else {
        if (mayMove && response.status < 400) client.endpoint = url
        return response
      }
    }
  }
}
