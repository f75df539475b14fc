/** Faults of sessions, of resumption and of the protocol revision. */
import { jsonResponse } from '../http/responses.ts'
import { METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION } from '../jsonrpc/error-codes.ts'
import { errorMessage, readMessage } from '../jsonrpc/message.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { HANDSHAKE_VERSIONS, STATELESS_VERSION } from '../revisions.ts'
import { isModern } from '../transports/modern/is-modern.ts'
import type { FaultContext, FaultDefinition } from './fault.ts'
import { isEventStream, readUnits, shapeBody } from './shape-body.ts'

const LARGE_RETRY = 86_400_000

const MODERN_ONLY = [STATELESS_VERSION]

/** The names of these faults. */
export type SessionFault =
  | 'forgets-sessions'
  | 'expires-sessions'
  | 'closes-to-be-polled'
  | 'retry-zero'
  | 'retry-large'
  | 'replays-too-much'
  | 'ping-unsupported'
  | 'wrong-era'
  | 'upgrades'
  | 'downgrades'
  | 'unsupported-version'

export const sessionFaults: Readonly<Record<SessionFault, FaultDefinition>> = {
  'forgets-sessions': {
    async apply({ expireSessions, serve }) {
      expireSessions()
      return serve()
    },
  },
  'expires-sessions': {
    options: ['idle'],
    apply: async ({ serveWith }, { idle = 60_000 }) => serveWith({ session: { ttl: idle } }),
  },
  'closes-to-be-polled': {
    on: { httpMethod: 'POST' },
    options: ['retry'],
    apply: (context, { retry }) => closeToBePolled(context, retry),
  },
  'retry-zero': {
    on: { httpMethod: 'POST' },
    apply: (context) => closeToBePolled(context, 0),
  },
  'retry-large': {
    on: { httpMethod: 'POST' },
    options: ['retry'],
    apply: (context, { retry = LARGE_RETRY }) => closeToBePolled(context, retry),
  },
  'replays-too-much': {
    on: { httpMethod: 'GET' },
    apply: async ({ serveWith }) => serveWith({ replay: 'duplicate' }),
  },
  'ping-unsupported': {
    on: { rpcMethod: 'ping' },
    apply: async ({ serveWith }) => serveWith({ ping: { code: METHOD_NOT_FOUND, message: 'Method not found: ping' } }),
  },
  'wrong-era': {
    apply: async (context) =>
      context.serveWith({ versions: isModernRequest(context) ? HANDSHAKE_VERSIONS : MODERN_ONLY }),
  },
  upgrades: {
    apply: async ({ serveWith }) => serveWith({ versions: MODERN_ONLY }),
  },
  downgrades: {
    apply: async ({ serveWith }) => serveWith({ versions: HANDSHAKE_VERSIONS }),
  },
  'unsupported-version': {
    async apply(context) {
      if (!isModernRequest(context)) return context.serve()
      const { id } = context.received.body as { id?: string | number }
      const data = { supported: HANDSHAKE_VERSIONS, requested: STATELESS_VERSION }
      const error = new ProtocolError(UNSUPPORTED_PROTOCOL_VERSION, 'Unsupported protocol version', data)
      return jsonResponse(400, errorMessage(id, error))
    },
  },
}

function isModernRequest({ received }: FaultContext): boolean {
  return readMessage(received.body) !== undefined && isModern(received.request, received.body, MODERN_ONLY)
}

async function closeToBePolled({ serve }: FaultContext, retry: number | undefined): Promise<Response> {
  const response = await serve()
  if (!isEventStream(response)) return response
  const encoder = new TextEncoder()
  return shapeBody(response, async function* (read) {
    for await (const event of readUnits(read, true)) {
      yield encoder.encode(event)
      if (!/^id:/m.test(event)) continue
      if (retry !== undefined) yield encoder.encode(`retry: ${retry}\n\n`)
      return 'end'
    }
    return 'end'
  })
}
