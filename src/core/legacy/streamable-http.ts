/** Streamable HTTP with an `initialize` handshake: 2025-03-26, 2025-06-18, 2025-11-25. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import { type CallOptions, streamTokenOf } from '../call-options.ts'
import type { ClientContext } from '../context.ts'
import { InvalidMessageError } from '../errors.ts'
import { runCallback } from '../events.ts'
import { readErrorResponse } from '../http/error-response.ts'
import type { HttpContext } from '../http/http-client.ts'
import { postMessage } from '../http/post-message.ts'
import { createEventCursor, type EventCursor, encodeEventId } from '../sse/event-cursor.ts'
import { type Messages, readMessages } from '../sse/messages.ts'
import { resumeMessages } from '../sse/resume.ts'
import { readText } from '../util/body.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import { lingerAfter, sendCancelled } from './cancel.ts'
import { isSessionLoss } from './session-loss.ts'
import type { LegacyTransport } from './transport.ts'

const SESSION_HEADER = 'mcp-session-id'

/** Session ids that can be sent as a header unchanged (basic/transports, session management). */
const SESSION_ID = /^[!-~]{1,512}$/

export type StreamableContext = HttpContext & Pick<ClientContext, 'closing'>

/** `sessionHeaders` are sent with every request; they are empty before the handshake. */
export function createStreamableHttp(
  context: StreamableContext,
  sessionHeaders: Record<string, string> = {},
): LegacyTransport {
  /** Milliseconds for ending a session. */
  const deleteTimeout = 2_000
  const { http, environment, settings, warn } = context
  return {
    sessionHeaders,
    hasSession: () => SESSION_HEADER in sessionHeaders,
    setProtocolVersion(version) {
      sessionHeaders['mcp-protocol-version'] = version
    },
    send,
    post,
    cancel: (request, call) => sendCancelled(context, post, request, call),
    isSessionLost: (error, plainly) => SESSION_HEADER in sessionHeaders && isSessionLoss(error, plainly),
    openGetStream(deadline, onHealth, onGap) {
      const cursor = createEventCursor()
      let wasTried = false
      const reopen = async (opening: Deadline) => {
        const isRepeated = wasTried
        wasTried = true
        const messages = await openStream(cursor, 'listening', opening)
        // Without an event id, messages that the server sent meanwhile are lost, also before the first stream is open.
        if (isRepeated && !cursor.lastEventId) onGap()
        return messages
      }
      const resumption = { target: 'listening', cursor, reopen, always: true, onHealth } as const
      return resumeMessages(context, undefined, resumption, deadline)
    },
    close,
  }

  async function post(...[message, deadline]: Parameters<LegacyTransport['post']>): Promise<void> {
    const response = await postMessage(context, message, sessionHeaders, deadline)
    // 202 has no body, but some servers send one.
    response.drain()
  }

  async function send(request: JsonRpcRequest, deadline: Deadline, options: CallOptions = {}): Promise<Messages> {
    const { method, id: requestId } = request
    const { onResumable } = options
    const resume = streamTokenOf(options)
    const createCursor = () =>
      createEventCursor(resume?.lastEventId, (lastEventId) =>
        runCallback(
          warn,
          () => onResumable?.({ requestId, lastEventId, session: { ...sessionHeaders } }),
          deadline.call,
        ),
      )
    let cursor: EventCursor | undefined
    let first: Messages | undefined
    if (!resume) {
      // A handshake is not cancelled.
      const posting = method === 'initialize' ? deadline : lingerAfter(context, deadline)
      const posted = postMessage(context, request, sessionHeaders, posting)
      const response = await deadline.race(posted, (late) => late.drain())
      // Only the response to `initialize` assigns a session (basic/transports, session management).
      const id = method === 'initialize' && response.headers.get(SESSION_HEADER)
      if (id) {
        if (!SESSION_ID.test(id)) {
          response.body.cancel()
          throw new InvalidMessageError('Expected a session id of up to 512 visible ASCII characters, got another')
        }
        sessionHeaders[SESSION_HEADER] = id
      }
      // A JSON response cannot be resumed.
      const isStream = response.type === 'text/event-stream'
      if (isStream) cursor = createCursor()
      const messages = readMessages(context, response, method, deadline, cursor)
      const cancel = () => (deadline.passed && !posting.passed ? response.drain() : messages.cancel())
      first = { ...messages, cancel }
      if (!isStream) return first
    }
    const position = cursor ?? createCursor()
    const reopen = () => openStream(position, method, deadline)
    return resumeMessages(context, first, { target: 'stream', cursor: position, reopen }, deadline)
  }

  async function openStream(cursor: EventCursor, rpcMethod: string, deadline: Deadline): Promise<Messages> {
    const { lastEventId } = cursor
    const headers: Record<string, string> = { ...sessionHeaders, accept: 'text/event-stream' }
    if (lastEventId) headers['last-event-id'] = encodeEventId(lastEventId)
    const response = await http.send({ method: 'GET', headers, rpcMethod, stays: true }, deadline)
    if (response.status >= 400) throw await readErrorResponse(context, response, rpcMethod, deadline)
    return readMessages(context, response, rpcMethod, deadline, cursor)
  }

  async function close(keepSession: boolean, until?: AbortSignal): Promise<void> {
    if (keepSession || !(SESSION_HEADER in sessionHeaders)) return
    const limits = { what: 'DELETE', total: deleteTimeout, signals: [until] }
    await withDeadline(environment, limits, async (deadline) => {
      const request = { method: 'DELETE', headers: sessionHeaders, keepalive: true, stays: true } as const
      const { body } = await http.send(request, deadline)
      await readText(body, settings.limits.errorBodyBytes, deadline)
    }).catch((error) => warn('DELETE failed', error))
  }
}
