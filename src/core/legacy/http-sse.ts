/** HTTP+SSE, 2024-11-05: one stream for all messages of the server, and a URL that messages are posted to. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { ClientContext } from '../context.ts'
import { ConnectionError, InvalidMessageError, isMcpError } from '../errors.ts'
import { postMessage } from '../http/post-message.ts'
import type { Channel } from '../rpc/channel.ts'
import { createMessageRouter } from '../rpc/route-messages.ts'
import { MAX_RETRY } from '../sse/event-cursor.ts'
import type { Messages } from '../sse/messages.ts'
import { readEvents } from '../sse/parse.ts'
import { createSharedStream, type SharedStream } from '../sse/shared-stream.ts'
import { abortError } from '../util/abort-error.ts'
import { createWorkerRequestCheck } from '../util/body.ts'
import { createDeadline, type Deadline, withDeadline } from '../util/deadline.ts'
import { sendCancelled } from './cancel.ts'
import { ENDPOINT_LIMITS, openSseStream, readEndpoint, type StreamEvent } from './http-sse-endpoint.ts'
import { isSessionLoss } from './session-loss.ts'
import { createSilenceWatchdog } from './silence-watchdog.ts'
import type { LegacyTransport } from './transport.ts'

/** Opens the stream and waits for its `endpoint` event. */
export function openHttpSse(context: ClientContext, connecting: Deadline): Promise<LegacyTransport> {
  // Counted from the request, since a proxy that buffers the stream may keep back the response too.
  return withDeadline(context.environment, ENDPOINT_LIMITS, (deadline) => {
    const release = connecting.onPassed((reason) => deadline.abort(reason))
    return openStream(context, deadline).finally(release)
  })
}

async function openStream(context: ClientContext, connecting: Deadline): Promise<LegacyTransport> {
  const { http, environment, settings, emit, closing } = context
  const { messageBytes: limit } = settings.limits
  const response = await openSseStream(context, connecting)
  /** The stream outlives connecting. */
  const streamDeadline = createDeadline(environment, { what: 'the stream', signals: [closing] })
  const release = connecting.onPassed((reason) => streamDeadline.abort(reason))
  const watchdog = createSilenceWatchdog(environment, () =>
    streamDeadline.abort(new ConnectionError('The stream went silent')),
  )
  let retry: number | undefined
  // This stream cannot be resumed, so its event ids are not remembered.
  const cursor = {
    setRetry(milliseconds: number) {
      retry = Math.min(milliseconds, MAX_RETRY)
    },
  }
  const tooLong = () =>
    new InvalidMessageError(`Expected events of at most ${limit} bytes (limits.messageBytes), got more`)
  const sharedStream = createSharedStream(settings)
  const checkWorkerRequest = createWorkerRequestCheck()
  const callbacks = { onBytes: watchdog.onBytes, onComment: watchdog.onKeepalive, onPart: sharedStream.touch }
  const nextEvents = readEvents(response.body, { limit, tooLong, deadline: streamDeadline, cursor, ...callbacks })
  const close = async () => streamDeadline.abort(new ConnectionError('The client ended the stream'))
  const end = () => {
    watchdog.stop()
    streamDeadline.stop()
    response.body.cancel()
  }

  try {
    const { endpoint, rest } = await readEndpoint(context, response.url, nextEvents, connecting)
    const channel = createChannel(context, endpoint, sharedStream, checkWorkerRequest)
    const ended = readStream(channel, rest).then(
      () => new ConnectionError('The server ended the stream', { retryable: true }),
      (error: unknown) => error,
    )
    void ended.then((reason) => {
      end()
      sharedStream.close(reason)
    })
    return {
      ...channel,
      hasSession: () => true,
      // This transport has no version header.
      setProtocolVersion() {},
      // Some gateways answer 503 when the stream of the session is gone.
      isSessionLost: (error) => isSessionLoss(error, false, 503),
      ended,
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

  /** Reads until the stream ends; `first` are events that were already read. */
  async function readStream(channel: Channel, first: StreamEvent[]): Promise<void> {
    const router = createMessageRouter({ ...context, channel }, streamDeadline)
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
  checkWorkerRequest: () => void,
): Channel {
  const { environment, settings, closing } = context
  return { send, post, cancel: (request, call) => sendCancelled(context, post, request, call) }

  async function send(request: JsonRpcRequest, deadline: Deadline): Promise<Messages> {
    // Nothing would arrive on the stream.
    checkWorkerRequest()
    const messages = sharedStream.open(request, deadline)
    // An answer may arrive before the response to its POST. So the POST has its own deadline, which ends soon after the call.
    const limits = { what: request.method, total: settings.maxTotalTimeout, signals: [closing], owner: deadline }
    const posting = createDeadline(environment, limits)
    let stopTimer: (() => void) | undefined
    const posted = post(request, posting).finally(() => {
      posting.stop()
      stopTimer?.()
      stopTimer = () => {}
    })
    const end = () => {
      messages.cancel()
      const abort = () => posting.abort(abortError('The call has ended'))
      // Requests that were not sent before the end are not sent afterwards.
      if (!posting.isSent) abort()
      stopTimer ??= environment.setTimer(abort, settings.drain.maxMs)
    }
    try {
      await deadline.race(Promise.race([posted, messages.arrived]))
      posted.catch(() => {})
      return { next: messages.next, drain: end, cancel: end }
    } catch (error) {
      end()
      throw error
    }
  }

  async function post(message: JsonRpcMessage, deadline: Deadline): Promise<void> {
    const response = await postMessage(context, message, {}, deadline, url)
    response.drain()
  }
}
