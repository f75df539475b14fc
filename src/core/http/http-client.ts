/** HTTP requests to one MCP endpoint: with the headers of the application, redirects and a second try after a 401. */
import type { Emit } from '../events.ts'
import type { Settings } from '../resolve-options.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'
import { createCorsHints } from './cors-hints.ts'
import { createDrains } from './drain.ts'
import { redactUrl } from './redact.ts'
import { isRedirect, redirectTarget } from './redirect.ts'
import { createRequestSender, type HttpRequest, type HttpResponse } from './request.ts'
import type { UserHeaders } from './user-headers.ts'

export interface HttpClient {
  send(request: HttpRequest, deadline: Deadline): Promise<HttpResponse>
  /** The URL that was given to `connect()`. */
  readonly givenUrl: string
  /** The URL that requests go to; a redirect may have moved it. */
  readonly endpoint: string
  /** The endpoint without secrets, for messages. */
  readonly redactedEndpoint: string
  /** Cancels all responses that are being drained, and all that will be. */
  close(): void
}

/** The part of the context that is needed to send messages over HTTP. */
export interface HttpContext {
  http: HttpClient
  environment: Environment
  settings: Settings
  emit: Emit
}

export interface HttpClientOptions extends Omit<HttpContext, 'http'> {
  url: URL
  userHeaders: UserHeaders
  /** Called whenever something arrives from the server. */
  onActivity(): void
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { url: givenUrl, settings, environment, emit, userHeaders, onActivity } = options
  const drains = createDrains(environment, settings.drain, emit)
  const sender = createRequestSender({
    fetch: settings.fetch,
    emit,
    drains,
    hints: createCorsHints(givenUrl),
    onActivity,
  })
  let endpoint = givenUrl.href
  return {
    send,
    givenUrl: givenUrl.href,
    get endpoint() {
      return endpoint
    },
    get redactedEndpoint() {
      return redactUrl(endpoint)
    },
    close: drains.close,
  }

  async function send(request: HttpRequest, deadline: Deadline): Promise<HttpResponse> {
    // Fixed headers are not awaited: that would cost every request a tick.
    let headers = userHeaders.fixed ?? (await deadline.race(userHeaders.ask('request')))
    let url = request.url ?? endpoint
    let wasUnauthorized = false
    for (let hops = 0; ; hops++) {
      const room = drains.makeRoom()
      if (room) await room
      userHeaders.recordSent(headers)
      const response = await sender.send(url, request, { ...headers, ...request.headers }, deadline)
      if (response.status === 401 && !userHeaders.fixed && !wasUnauthorized) {
        wasUnauthorized = true
        const next = await deadline.race(userHeaders.ask('unauthorized'))
        if (JSON.stringify(next) === JSON.stringify(headers)) return response
        headers = next
        response.drain()
      } else if (isRedirect(response)) {
        url = await redirectTarget(sender, url, response, hops, deadline)
        if (!request.url) endpoint = url
      } else return response
    }
  }
}
