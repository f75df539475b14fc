/** Streamable HTTP with an `initialize` handshake: 2025-03-26, 2025-06-18, 2025-11-25. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import { type CallOptions, streamTokenOf } from '../call-options.ts'
import { type CallScope, withScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import { InvalidMessageError } from '../errors.ts'
import { runCallback } from '../events.ts'
import { postMessage, readErrorResponse } from '../http/post-message.ts'
import { createHandlerQueue } from '../rpc/handler-queue.ts'
import { createStreamActivity, type Purpose, type Sign, takeSigns } from '../sse/activity.ts'
import { createEventCursor, type EventCursor, encodeEventId } from '../sse/event-cursor.ts'
import { keepListening } from '../sse/keep-listening.ts'
import { type Messages, readMessages } from '../sse/messages.ts'
import { resumeMessages } from '../sse/resume.ts'
import { readText } from '../util/body.ts'
import { lingerAfter, sendCancelled } from './cancel.ts'
import { isSessionLoss } from './session-loss.ts'
import type { LegacyTransport } from './transport.ts'

const SESSION_HEADER = 'mcp-session-id'

/** Session ids that can be sent as a header unchanged (basic/transports, session management). Some are tokens. */
const SESSION_ID = /^[!-~]{1,8192}$/

/** `sessionHeaders` are sent with every request; they are empty before the handshake. */
export function createStreamableHttp(
  context: ClientContext,
  sessionHeaders: Record<string, string> = {},
): LegacyTransport {
  /** Milliseconds for ending a session. */
  const deleteTimeout = 2_000
  const { http, environment, settings, warn } = context
  /** The server has refused a request because it has lost the session. */
  let isLost = false
  return {
    sessionHeaders,
    hasSession: () => SESSION_HEADER in sessionHeaders,
    setProtocolVersion(version) {
      sessionHeaders['mcp-protocol-version'] = version
    },
    send,
    post,
    createHandlerQueue: (reply, scope) => createHandlerQueue(context, reply, scope, false),
    cancel: (scope) => sendCancelled(context, post, scope),
    isSessionLost: (error, onlyInWords) => SESSION_HEADER in sessionHeaders && isSessionLoss(error, onlyInWords),
    openGetStream(scope, { onGap, ...hooks }) {
      const cursor = createEventCursor()
      let wasTried = false
      let hasFailed = false
      const open = async (attempt: CallScope) => {
        const isRepeated = wasTried
        wasTried = true
        const messages = await openStream(cursor, 'listening', attempt, takeSigns(attempt)).catch((error) => {
          hasFailed ||= !attempt.passed
          throw error
        })
        // Without an event id, messages that the server sent meanwhile are lost, also before the first stream is open.
        // After an outage the server may have forgotten them.
        if (isRepeated && (hasFailed || !cursor.lastEventId)) onGap()
        hasFailed = false
        return messages
      }
      return keepListening(context, { cursor, open, ...hooks }, scope)
    },
    close,
  }

  async function post(...[message, scope]: Parameters<LegacyTransport['post']>): Promise<void> {
    const response = await postMessage(context, message, sessionHeaders, scope)
    // 202 has no body, but some servers send one.
    response.drain()
  }

  async function send(request: JsonRpcRequest, scope: CallScope, options: CallOptions = {}): Promise<Messages> {
    const { method, id: requestId } = request
    const { onResumable } = options
    const resume = streamTokenOf(options)
    const report =
      onResumable &&
      ((lastEventId: string) => {
        const token = { requestId, lastEventId, session: { ...sessionHeaders } }
        runCallback(warn, () => onResumable(token), scope.call)
      })
    const createCursor = () => createEventCursor(resume?.lastEventId, report)
    const activity = createStreamActivity(environment)
    let cursor: EventCursor | undefined
    let first: Messages | undefined
    if (!resume) {
      // A handshake is not cancelled.
      const posting = method === 'initialize' ? scope : lingerAfter(context, scope)
      const posted = postMessage(context, request, sessionHeaders, posting)
      // The call may have ended before the refusal comes, which nobody else hears of then.
      posted.then(
        () => {
          isLost = false
        },
        (error) => {
          isLost ||= isSessionLoss(error)
        },
      )
      const response = await scope.race(posted, (late) => late.drain())
      // Only the response to `initialize` assigns a session (basic/transports, session management).
      const id = method === 'initialize' && response.headers.get(SESSION_HEADER)
      if (id) {
        if (!SESSION_ID.test(id)) {
          response.body.cancel()
          const hint = 'it must have 1 to 8192 visible ASCII characters'
          throw new InvalidMessageError(`initialize: the header Mcp-Session-Id is not valid; ${hint}`, { hint })
        }
        sessionHeaders[SESSION_HEADER] = id
      }
      // A JSON response cannot be resumed.
      const isStream = response.type === 'text/event-stream'
      if (isStream) cursor = createCursor()
      const onSign = takeSigns(scope, 'request', activity)
      const messages = readMessages(context, response, method, scope, { cursor, request, onSign })
      const cancel = () => (scope.passed && !posting.passed ? response.drain() : messages.cancel())
      first = { ...messages, cancel }
      if (!isStream) return first
    }
    const position = cursor ?? createCursor()
    const reopen = (opening: CallScope, purpose: Purpose) =>
      openStream(position, method, opening, takeSigns(scope, purpose, activity), request)
    return resumeMessages(context, first, { cursor: position, reopen, activity }, scope)
  }

  async function openStream(
    cursor: EventCursor,
    rpcMethod: string,
    scope: CallScope,
    onSign: (sign: Sign) => void,
    request?: JsonRpcRequest,
  ): Promise<Messages> {
    const { lastEventId } = cursor
    const headers: Record<string, string> = { ...sessionHeaders, accept: 'text/event-stream' }
    if (lastEventId) headers['last-event-id'] = encodeEventId(lastEventId)
    const response = await http.send({ method: 'GET', headers, rpcMethod, stays: true }, scope)
    if (response.status >= 400) throw await readErrorResponse(context, response, rpcMethod, scope)
    return readMessages(context, response, rpcMethod, scope, { cursor, request, onSign })
  }

  async function close(keepSession: boolean, until?: AbortSignal): Promise<void> {
    if (keepSession || isLost || !(SESSION_HEADER in sessionHeaders)) return
    const limits = { what: 'DELETE', total: deleteTimeout, signals: [until] }
    await withScope(environment, limits, async (scope) => {
      const request = { method: 'DELETE', headers: sessionHeaders, keepalive: true, stays: true } as const
      const { body } = await http.send(request, scope)
      await readText(body, settings.limits.errorBodyBytes, scope)
    }).catch((error) => warn('DELETE failed', error))
  }
}
