/** HTTP+SSE, 2024-11-05: one stream for all messages of the server, and a URL that messages are posted to. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import { CallScope, withScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import { ConnectionError, InvalidMessageError, isMcpError, NotMcpEndpointError } from '../errors.ts'
import type { HttpContext, HttpResponse } from '../http/http-client.ts'
import { postMessage, readErrorResponse } from '../http/post-message.ts'
import { redactUrl } from '../http/redact.ts'
import type { Channel } from '../rpc/channel.ts'
import { createHandlerQueue, type Reply } from '../rpc/handler-queue.ts'
import { createMessageRouter } from '../rpc/route-messages.ts'
import { post as sendPost } from '../rpc/send.ts'
import type { Messages } from '../sse/messages.ts'
import { readEvents } from '../sse/parse.ts'
import { createSharedStream, type SharedStream } from '../sse/shared-stream.ts'
import { abortError } from '../util/abort-error.ts'
import { createWorkerRequestCheck } from '../util/body.ts'
import { parseHttpUrl, parseUrl } from '../util/parse-url.ts'
import { sendCancelled } from './cancel.ts'
import { isSessionLoss } from './session-loss.ts'
import { createSilenceWatchdog, PATIENCE } from './silence-watchdog.ts'
import type { LegacyTransport } from './transport.ts'

/** Opens the stream and waits for its `endpoint` event. */
export function openHttpSse(context: ClientContext, connecting: CallScope): Promise<LegacyTransport> {
  // Counted from the request, since a proxy that buffers the stream may keep back the response too.
  return withScope(context.environment, ENDPOINT_LIMITS, (scope) => {
    const release = connecting.onPassed((reason) => scope.abort(reason))
    return openStream(context, scope).finally(release)
  })
}

async function openStream(context: ClientContext, connecting: CallScope): Promise<LegacyTransport> {
  /** The longest `retry` that is honored, in milliseconds. */
  const maxRetry = 3_600_000
  const { http, environment, settings, emit, closing } = context
  const { messageBytes: limit } = settings.limits
  const response = await openSseStream(context, connecting)
  /** The stream outlives connecting. */
  const streamScope = new CallScope(environment, { what: 'the stream', signals: [closing] })
  const release = connecting.onPassed((reason) => streamScope.abort(reason))
  let ask = () => {}
  const watchdog = createSilenceWatchdog(
    environment,
    () => streamScope.abort(new ConnectionError('The stream went silent')),
    settings.keepAlive === false || settings.keepAlive?.interval === 0 ? undefined : () => ask(),
  )
  let retry: number | undefined
  const onRetry = (milliseconds: number) => {
    retry = Math.min(milliseconds, maxRetry)
  }
  const tooLong = () =>
    new InvalidMessageError(`Expected events of at most ${limit} bytes (limits.messageBytes), got more`)
  const sharedStream = createSharedStream(settings)
  const checkWorkerRequest = createWorkerRequestCheck()
  /** Thrown for what comes after the end of the stream: it is sent in the next session. */
  let gone: ConnectionError | undefined
  const checkOpen = () => {
    // Nothing would arrive on the stream.
    checkWorkerRequest()
    if (gone) throw gone
  }
  const versionHeader: Record<string, string> = {}
  const callbacks = { onRetry, onBytes: watchdog.onBytes, onComment: watchdog.onKeepalive, onPart: sharedStream.touch }
  const nextEvents = readEvents(response.body, { limit, tooLong, deadline: streamScope, ...callbacks })
  const close = async () => streamScope.abort(new ConnectionError('The client ended the stream'))
  const end = () => {
    watchdog.stop()
    streamScope.stop()
    response.body.cancel()
  }

  try {
    const { endpoint, rest } = await readEndpoint(context, response.url, nextEvents, connecting)
    const channel = createChannel(context, endpoint, sharedStream, checkOpen, versionHeader)
    ask = () => void ping(channel)
    const ended = readStream(channel, rest).then(
      () => new ConnectionError('The server ended the stream', { retryable: true }),
      (error: unknown) => error,
    )
    void ended.then((reason) => {
      const why = isMcpError(reason) ? `: ${reason.message}` : ''
      const message = `The stream has ended${why}`
      gone = new ConnectionError(message, { delivery: 'not-executed', retryable: true, cause: reason })
      end()
      sharedStream.close(reason)
    })
    return {
      ...channel,
      hasSession: () => true,
      // The revision of this transport knows no such header, but some servers speak later ones over it.
      setProtocolVersion(version) {
        versionHeader['mcp-protocol-version'] = version
      },
      // Some gateways answer 503 when the stream of the session is gone.
      isSessionLost: (error) => (!!gone && error === gone) || isSessionLoss(error, false, 503),
      ended,
      get lastReceived() {
        return watchdog.lastBytes
      },
      get openRequests() {
        return sharedStream.size
      },
      get retry() {
        return retry
      },
      leave: () => sharedStream.onIdle(close),
      close,
    }
  } catch (cause) {
    end()
    connecting.check()
    if (isMcpError(cause)) throw cause
    throw new ConnectionError('The stream failed before its endpoint event', { retryable: true, cause })
  } finally {
    release()
  }

  /** Whatever comes back over the stream shows that it works. */
  async function ping(channel: Channel): Promise<void> {
    const limits = { what: 'ping', total: PATIENCE, signals: [closing] }
    await withScope(environment, limits, async (scope) => {
      const messages = await channel.send({ jsonrpc: '2.0', id: context.nextId(), method: 'ping' }, scope)
      await messages.next().finally(messages.drain)
    }).catch(() => {})
  }

  /** Reads until the stream ends; `first` are events that were already read. */
  async function readStream(channel: Channel, first: StreamEvent[]): Promise<void> {
    const reply: Reply = (response, scope) => sendPost(context, { current: channel }, response, scope)
    const createQueue = () => createHandlerQueue(context, reply, streamScope, true)
    const router = createMessageRouter(context, createQueue, streamScope)
    try {
      first.forEach(handleEvent)
      for (;;) {
        const events = await nextEvents()
        if (!events) return
        events.forEach(handleEvent)
      }
    } finally {
      router.stop()
    }

    function handleEvent({ event = 'message', data }: StreamEvent): void {
      emit?.({ type: 'stream-event', request: response.requestNumber, event, id: undefined, length: data.length })
      if (event === 'endpoint') throw new InvalidMessageError('Expected one endpoint event, got a second')
      if (event === 'keepalive') watchdog.onKeepalive()
      if (event !== 'message' || !data) return
      const reject = (reason: string, value: unknown) => emit?.({ type: 'ignored', reason, value })
      const messages = http.parseMessages(data, reject)
      for (const message of messages) {
        if (!sharedStream.deliver(message, data.length / messages.length)) router.route(message)
      }
    }
  }
}

function createChannel(
  context: ClientContext,
  url: string,
  sharedStream: SharedStream,
  checkOpen: () => void,
  headers: Record<string, string>,
): Channel {
  const { environment, settings, closing } = context
  return {
    send,
    post,
    cancel: (scope) => sendCancelled(context, post, scope),
    createHandlerQueue: (reply, scope) => createHandlerQueue(context, reply, scope, false),
  }

  async function send(request: JsonRpcRequest, scope: CallScope): Promise<Messages> {
    checkOpen()
    const messages = sharedStream.open(request, scope, stopSending)
    // An answer may arrive before the response to its POST. So the POST has its own scope, which ends soon after the call.
    const limits = { what: request.method, total: settings.maxTotalTimeout, signals: [closing], owner: scope }
    const posting = new CallScope(environment, limits)
    let stopTimer: (() => void) | undefined
    const posted = post(request, posting).finally(() => {
      posting.stop()
      stopTimer?.()
      stopTimer = () => {}
    })
    posted.catch(messages.fail)
    const abort = () => posting.abort(abortError('The call has ended'))
    const end = () => {
      messages.cancel()
      stopSending()
      stopTimer ??= environment.setTimer(abort, settings.drain.maxMs)
    }
    try {
      await scope.race(Promise.race([posted, messages.arrived]))
      // If the stream ended before the request was sent, the next session can have it.
      if (!posting.isSent) checkOpen()
      return { next: messages.next, drain: end, cancel: end }
    } catch (error) {
      end()
      throw error
    }

    /** Requests that were not sent before the end are not sent afterwards. */
    function stopSending(): void {
      if (!posting.isSent) abort()
    }
  }

  async function post(message: JsonRpcMessage, scope: CallScope): Promise<void> {
    const response = await postMessage(context, message, headers, scope, url)
    response.drain()
  }
}

/** The `endpoint` event must have arrived within this time. */
const ENDPOINT_LIMITS = {
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
async function openSseStream(context: HttpContext, scope: CallScope): Promise<HttpResponse> {
  const { http } = context
  const headers = { accept: 'text/event-stream' }
  const response = await http.send({ method: 'GET', headers, rpcMethod: 'endpoint' }, scope)
  if (response.status >= 400) throw await readErrorResponse(context, response, 'endpoint', scope)
  if (response.type === 'text/event-stream') return response
  response.body.cancel()
  const actual = http.redact(response.type) || `status ${response.status}`
  throw new NotMcpEndpointError(`Expected text/event-stream from ${redactUrl(http.endpoint)}, got ${actual}`)
}

/** Reads up to the `endpoint` event. `rest` are the events that arrived together with it. */
async function readEndpoint(
  context: HttpContext,
  streamUrl: string,
  nextEvents: () => Promise<StreamEvent[] | undefined>,
  connecting: CallScope,
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
