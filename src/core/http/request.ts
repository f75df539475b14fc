/** Sends one HTTP request: the only place in the core that calls the `fetch` of the options. */
import { ConnectionError } from '../errors.ts'
import type { Emit } from '../events.ts'
import type { Fetch, FetchInit } from '../fetch.ts'
import { type Body, type BodyEnd, openBody } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import { describeCause, innermostCause, isNetworkFailure, wasNeverSent } from '../util/fetch-errors.ts'
import type { CorsHints } from './cors-hints.ts'
import type { Drains } from './drain.ts'
import { type Redactor, redactCause, redactHeaders, redactUrl } from './redact.ts'

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

export interface RequestSenderOptions {
  fetch: Fetch
  emit: Emit
  drains: Drains
  hints: CorsHints | undefined
  redactor: Redactor
  /** Called whenever something arrives from the server. */
  onActivity(): void
}

export interface RequestSender {
  send(url: string, request: HttpRequest, headers: Record<string, string>, deadline: Deadline): Promise<HttpResponse>
  /** Sends a GET without any of our headers and discards its body. Undefined if it fails. */
  bareGet(url: string, deadline: Deadline, mode?: 'no-cors'): Promise<Response | undefined>
}

export function createRequestSender({
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
    deadline: Deadline,
  ): Promise<HttpResponse> {
    deadline.check()
    const requestNumber = ++requests
    redactor.recordSent(url, headers)
    const { method, body: text, keepalive, rpcMethod } = request
    const { call } = deadline
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
    let release = deadline.onPassed((reason) => controller.abort(reason))
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
    if (method === 'POST') deadline.setSent(true)
    let response: Response
    try {
      response = await deadline.race(fetch(url, init), cancelLate)
    } catch (error) {
      end()
      throw await explainFailure(error, url, init, rpcMethod ?? method, deadline)
    }
    onActivity()
    hints?.recordSuccess(headers)
    const { status, headers: received } = response
    emit?.({ type: 'response', request: requestNumber, status, headers: redactHeaders(received) }, call)
    const onEnd = (outcome: BodyEnd) => {
      end()
      // A body that fails because we aborted the request was cancelled.
      emit?.({ type: 'response-ended', request: requestNumber, outcome: deadline.passed ? 'cancelled' : outcome }, call)
    }
    const type = (received.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const body = openBody(response, { onActivity, onEnd, abort: () => controller.abort() })
    if (type === 'text/event-stream' && response.body === undefined) {
      body.cancel()
      throw new ConnectionError('This fetch cannot read streams; in React Native use the fetch of expo/fetch')
    }
    // A fetch that ignores its signal must not keep the body open.
    release()
    release = deadline.onPassed(body.cancel)
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

  /** The error for one of `fetch`. Throws if the deadline has passed. */
  async function explainFailure(
    error: unknown,
    url: string,
    { headers }: FetchInit,
    what: string,
    deadline: Deadline,
  ): Promise<unknown> {
    deadline.check()
    // Other errors come from the application, or say what is missing, such as a permission of Deno.
    if (!isNetworkFailure(error)) return error
    const hint = await hints?.explainFailure(headers, async (mode) => !!(await bareGet(url, deadline, mode)))
    deadline.check()
    const cause = redactCause(innermostCause(error), url)
    return new ConnectionError(`${what}: no response${hint ? `: ${hint}` : describeCause(cause)}`, {
      delivery: wasNeverSent(error) ? 'not-executed' : 'unknown',
      retryable: true,
      rejected: error instanceof TypeError,
      hint,
      cause,
    })
  }

  async function bareGet(url: string, deadline: Deadline, mode?: 'no-cors'): Promise<Response | undefined> {
    const controller = new AbortController()
    const { signal } = controller
    const init: FetchInit = { method: 'GET', headers: {}, signal, redirect: 'follow', credentials: 'omit' }
    try {
      return await deadline.race(fetch(url, mode ? { ...init, mode } : init))
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
