/** Streamable HTTP with a handshake and a session: 2025-03-26, 2025-06-18, 2025-11-25. */
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
  // Also what has to go with every request of a session.
  const session: Record<string, string> = {}
  return {
    name: 'legacy',
    transport: 'streamable-http',
    agree(protocolVersion) {
      session['mcp-protocol-version'] = protocolVersion
    },
    send,
    async post(message, deadline) {
      const reply = await accepted(message, 'method' in message ? message.method : 'a response', deadline)
      // 202 has no body, but some servers send one.
      reply.drain()
    },
    // Closing the stream does not cancel in these revisions.
    cancel({ id: requestId }) {
      const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } } as const
      void farewell(message.method, (deadline) => accepted(message, message.method, deadline))
    },
    async close() {
      if (!session['mcp-session-id']) return
      await farewell('DELETE', (deadline) =>
        wire.send({ method: 'DELETE', headers: session, keepalive: true }, deadline),
      )
    },
  }

  async function send(request: JsonRpcRequest, deadline: Deadline): Promise<Messages> {
    const { method } = request
    const reply = await accepted(request, method, deadline)
    const id = reply.headers.get('mcp-session-id')
    // Only the answer to the handshake assigns a session (basic/transports, session management).
    if (method === 'initialize' && id) session['mcp-session-id'] = id
    return readMessages(wire, reply, method, deadline)
  }

  async function accepted(message: JsonRpcMessage, rpc: string, deadline: Deadline): Promise<Reply> {
    const headers = {
      ...session,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const reply = await wire.send({ method: 'POST', headers, body: JSON.stringify(message), rpc }, deadline)
    if (reply.status < 400) return reply
    throw await readRefusal(wire, reply, rpc, deadline)
  }

  async function farewell(what: string, say: (deadline: Deadline) => Promise<Reply>): Promise<void> {
    const deadline = createDeadline(wire.ground, { what, total: FAREWELL_LIMIT })
    try {
      const reply = await say(deadline)
      reply.drain()
    } catch (error) {
      wire.warn(`${what} failed`, error)
    } finally {
      deadline.stop()
    }
  }
}
