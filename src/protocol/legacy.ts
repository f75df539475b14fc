/** Streamable HTTP with a handshake and a session: 2025-03-26, 2025-06-18, 2025-11-25. */
import { InvalidMessageError } from '../errors.ts'
import type { JsonRpcMessage, JsonRpcRequest } from '../types/jsonrpc.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Reply, Wire } from '../wire/http.ts'
import { type Messages, readMessages } from '../wire/messages.ts'
import { readRefusal } from '../wire/refusal.ts'
import type { Era } from './era.ts'

/** Milliseconds for what nobody waits for: a cancellation, the end of a session. */
const FAREWELL_LIMIT = 2_000

export interface Legacy extends Era {
  /** From the handshake's answer on, every request names the revision. */
  agree(protocolVersion: string): void
}

export function createLegacy(wire: Wire): Legacy {
  let sessionId: string | undefined
  let version: string | undefined
  return { name: 'legacy', transport: 'streamable-http', agree, send, post, cancel, close }

  function agree(protocolVersion: string): void {
    version = protocolVersion
  }

  async function send(request: JsonRpcRequest, deadline: Deadline): Promise<Messages> {
    const reply = await accepted(request, request.method, deadline)
    // Only the answer to the handshake assigns a session (basic/transports, session management).
    if (request.method === 'initialize') sessionId = readSessionId(reply)
    return readMessages(wire, reply, request.method, deadline)
  }

  async function post(message: JsonRpcMessage, deadline: Deadline): Promise<void> {
    const what = 'method' in message ? message.method : 'a response'
    const { n, body } = await accepted(message, what, deadline)
    // 202 has no body, but some servers send one.
    wire.drains.start(n, body)
  }

  async function accepted(message: JsonRpcMessage, rpc: string, deadline: Deadline): Promise<Reply> {
    const headers = {
      ...sessionHeaders(),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const reply = await wire.send({ method: 'POST', headers, body: JSON.stringify(message), rpc }, deadline)
    if (reply.status < 400) return reply
    const error = await readRefusal(wire, reply, rpc, deadline)
    deadline.signal.throwIfAborted()
    throw error
  }

  function sessionHeaders(): Record<string, string> {
    return {
      ...(version && { 'mcp-protocol-version': version }),
      ...(sessionId && { 'mcp-session-id': sessionId }),
    }
  }

  function readSessionId({ headers, body }: Reply): string | undefined {
    const id = headers.get('mcp-session-id')
    if (id === null || /^[\x21-\x7e]+$/.test(id)) return id ?? undefined
    body.cancel()
    throw new InvalidMessageError('Expected a session id of visible ASCII characters, got one with others')
  }

  /** Closing the stream does not cancel in these revisions, and the handshake must not be cancelled at all. */
  function cancel({ id, method }: JsonRpcRequest, reason: unknown): void {
    if (method === 'initialize') return
    const params = { requestId: id, reason: reason instanceof Error ? reason.name : 'cancelled' }
    void farewell('notifications/cancelled', (deadline) =>
      post({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, deadline),
    )
  }

  async function close(): Promise<void> {
    if (!sessionId) return
    const headers = sessionHeaders()
    sessionId = undefined
    await farewell('DELETE', async (deadline) => {
      const { n, body } = await wire.send({ method: 'DELETE', headers, keepalive: true }, deadline)
      wire.drains.start(n, body)
    })
  }

  async function farewell(what: string, say: (deadline: Deadline) => Promise<void>): Promise<void> {
    const deadline = createDeadline(wire.ground, { what, total: FAREWELL_LIMIT })
    try {
      await say(deadline)
    } catch (error) {
      wire.emit?.({ type: 'warning', message: `${what} failed`, error })
    } finally {
      deadline.stop()
    }
  }
}
