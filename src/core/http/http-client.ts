/** HTTP requests to one MCP endpoint: with the headers of the application, redirects and a second try after a 401. */
import type { Emit, Warn } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'
import { createCorsHints } from './cors-hints.ts'
import { createDrains } from './drain.ts'
import type { Redactor } from './redact.ts'
import { isRedirect, redirectTarget } from './redirect.ts'
import { createRequestSender, type HttpRequest, type HttpResponse } from './request.ts'
import type { UserHeaders } from './user-headers.ts'

export interface HttpClient {
  send(request: HttpRequest, deadline: Deadline): Promise<HttpResponse>
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
    close: drains.close,
  }
  return client

  async function send(request: HttpRequest, deadline: Deadline): Promise<HttpResponse> {
    // Fixed headers are not awaited: that would cost every request a tick.
    let headers = userHeaders.fixed ?? (await deadline.race(userHeaders.ask()))
    let url = request.url ?? client.endpoint
    let wasUnauthorized = false
    let mayMove = request.method === 'POST' && !request.url
    for (let hops = 0; ; hops++) {
      const room = drains.makeRoom()
      if (room) await room
      userHeaders.recordSent(headers)
      const { renewals } = userHeaders
      const response = await sender.send(url, request, { ...headers, ...request.headers }, deadline)
      if (response.status === 401 && !userHeaders.fixed && !wasUnauthorized) {
        wasUnauthorized = true
        // A GET that resumes the stream of a call says nothing about the request that went out before.
        if (request.method === 'POST') deadline.setSent(false)
        const next = await deadline.race(userHeaders.renew(renewals)).catch((error) => {
          response.body.cancel()
          throw error
        })
        if (JSON.stringify(next) === JSON.stringify(headers)) return response
        headers = next
        response.drain()
      } else if (isRedirect(response)) {
        if (client.isConnected && response.status !== 308) mayMove = false
        url = await redirectTarget(sender, redactor, response, request.stays ? Infinity : hops, deadline)
      } else {
        if (mayMove && response.status < 400) client.endpoint = url
        return response
      }
    }
  }
}
