/** Streamable HTTP with a handshake: 2025-03-26, 2025-06-18, 2025-11-25. */

import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import { InvalidMessageError } from '../errors.ts'
import { readRefusal } from '../http/error-response.ts'
import type { Wire } from '../http/http-client.ts'
import { postMessage } from '../http/post-message.ts'
import { type CallOptions, streamTokenOf } from '../options.ts'
import { createPosition, encodeEventId, type Position } from '../sse/event-cursor.ts'
import { type Messages, readMessages } from '../sse/messages.ts'
import { resumeMessages } from '../sse/resume.ts'
import { readText } from '../util/body.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { runSafely } from '../util/run-safely.ts'
import { isSessionLoss, type Link } from './handshake.ts'

/** What can go into a header and come out the same. */
const SESSION_ID = /^[!-~]{1,512}$/

/** Milliseconds for the end of a session. */
const FAREWELL_LIMIT = 2_000

export interface StreamableLink extends Link {
  /** The stream for what belongs to no call; it outlives its connections. */
  listen(deadline: Deadline, onHealth: (healthy: boolean) => void, onGap: () => void): Messages
}

/** `session` is what goes with every request of it; empty before the handshake. */
export function createStreamable(wire: Wire, session: Record<string, string> = {}): StreamableLink {
  return {
    headers: session,
    get hasSession() {
      return 'mcp-session-id' in session
    },
    agree(protocolVersion) {
      session['mcp-protocol-version'] = protocolVersion
    },
    send,
    async post(message, deadline) {
      const reply = await postMessage(wire, message, session, deadline)
      // 202 has no body, but some servers send one.
      reply.drain()
    },
    isLost(error) {
      return 'mcp-session-id' in session && isSessionLoss(error)
    },
    listen(deadline, onHealth, onGap) {
      const position = createPosition()
      let tried = false
      const reopen = async () => {
        const isLate = tried
        tried = true
        const messages = await get(position, 'listening', deadline)
        // Without an id to go on from, what the server sent meanwhile is lost, also before the first stream was open.
        if (isLate && !position.lastEventId) onGap()
        return messages
      }
      return resumeMessages(wire, undefined, { what: 'listening', position, reopen, always: true, onHealth }, deadline)
    },
    close,
  }

  async function send(request: JsonRpcRequest, deadline: Deadline, options: CallOptions = {}): Promise<Messages> {
    const { method, id: requestId } = request
    const { onResumable } = options
    const resume = streamTokenOf(options)
    const position = createPosition(resume?.lastEventId, (lastEventId) =>
      runSafely(
        () => onResumable?.({ requestId, lastEventId, session: { ...session } }),
        (error) => wire.warn('A callback failed', error),
      ),
    )
    let first: Messages | undefined
    if (!resume) {
      const reply = await postMessage(wire, request, session, deadline)
      // Only the answer to the handshake assigns a session (basic/transports, session management).
      const id = method === 'initialize' && reply.headers.get('mcp-session-id')
      if (id) {
        if (!SESSION_ID.test(id)) {
          reply.body.cancel()
          throw new InvalidMessageError('Expected a session id of up to 512 visible ASCII characters, got another')
        }
        session['mcp-session-id'] = id
      }
      first = readMessages(wire, reply, method, deadline, position)
      // Only a stream can go on elsewhere.
      if (reply.type !== 'text/event-stream') return first
    }
    const reopen = () => get(position, method, deadline)
    return resumeMessages(wire, first, { what: 'stream', position, reopen }, deadline)
  }

  async function get(position: Position, what: string, deadline: Deadline): Promise<Messages> {
    const { lastEventId } = position
    const headers: Record<string, string> = { ...session, accept: 'text/event-stream' }
    if (lastEventId) headers['last-event-id'] = encodeEventId(lastEventId)
    const reply = await wire.send({ method: 'GET', headers, rpc: what }, deadline)
    if (reply.status >= 400) throw await readRefusal(wire, reply, what, deadline)
    return readMessages(wire, reply, what, deadline, position)
  }

  async function close(keep: boolean, until?: AbortSignal): Promise<void> {
    if (keep || !('mcp-session-id' in session)) return
    const deadline = createDeadline(wire.environment, { what: 'DELETE', total: FAREWELL_LIMIT, signals: [until] })
    try {
      const { body } = await wire.send({ method: 'DELETE', headers: session, keepalive: true }, deadline)
      await readText(body, wire.settings.limits.errorBody, deadline)
    } catch (error) {
      wire.warn('DELETE failed', error)
    } finally {
      deadline.stop()
    }
  }
}
