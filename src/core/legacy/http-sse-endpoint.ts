/** Opens the HTTP+SSE stream and finds the URL that messages are posted to, which its `endpoint` event names. */
import { InvalidMessageError, NotMcpEndpointError } from '../errors.ts'
import { readErrorResponse } from '../http/error-response.ts'
import type { HttpContext } from '../http/http-client.ts'
import { redactUrl } from '../http/redact.ts'
import type { HttpResponse } from '../http/request.ts'
import type { Deadline } from '../util/deadline.ts'
import { parseHttpUrl, parseUrl } from '../util/parse-url.ts'

/** The `endpoint` event must have arrived within this time. */
export const ENDPOINT_LIMITS = {
  what: 'the endpoint event',
  total: 10_000,
  limit: 'connectTimeout',
  hint: '; a proxy may buffer the stream',
} as const

export interface StreamEvent {
  event?: string | undefined
  data: string
}

/** Throws NotMcpEndpointError if the response is no event stream. */
export async function openSseStream(context: HttpContext, deadline: Deadline): Promise<HttpResponse> {
  const { http } = context
  const headers = { accept: 'text/event-stream' }
  const response = await http.send({ method: 'GET', headers, rpcMethod: 'endpoint' }, deadline)
  if (response.status >= 400) throw await readErrorResponse(context, response, 'endpoint', deadline)
  if (response.type === 'text/event-stream') return response
  response.body.cancel()
  const actual = http.redact(response.type) || `status ${response.status}`
  throw new NotMcpEndpointError(`Expected text/event-stream from ${redactUrl(http.endpoint)}, got ${actual}`)
}

/** Reads up to the `endpoint` event. `rest` are the events that arrived together with it. */
export async function readEndpoint(
  context: HttpContext,
  streamUrl: string,
  nextEvents: () => Promise<StreamEvent[] | undefined>,
  connecting: Deadline,
): Promise<{ endpoint: string; rest: StreamEvent[] }> {
  for (;;) {
    const events = await connecting.race(nextEvents())
    // Keepalive events may come first, but no messages.
    const index = events?.findIndex(({ event = 'message' }) => event === 'endpoint' || event === 'message') ?? 0
    if (index < 0) continue
    const { event, data } = events?.[index] ?? { event: 'the end of the stream', data: '' }
    if (event !== 'endpoint') {
      throw new NotMcpEndpointError(`Expected an endpoint event first, got ${event ?? 'a message'}`)
    }
    return { endpoint: checkEndpoint(context, streamUrl, data), rest: events!.slice(index + 1) }
  }
}

/** Credentials are sent there, so it must be on the same origin, unless `allowUrl` permits another. */
function checkEndpoint({ http, settings }: HttpContext, streamUrl: string, text: string): string {
  const { origin } = new URL(streamUrl)
  const url = parseHttpUrl(text, streamUrl)
  if (url && (url.origin === origin || settings.allowUrl(url))) return url.href
  const other = parseUrl(text, streamUrl)
  const actual = other ? `${other.protocol}//${other.host}${other.username && ' with a user'}` : 'no URL'
  throw new InvalidMessageError(`Expected an endpoint on ${origin} (or allowUrl), got ${http.redact(actual)}`)
}
