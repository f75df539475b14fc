/** The stateless era, 2026-07-28: every request says all that is needed to answer it. */

import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Implementation, InitializeResult } from '../../types/lifecycle.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { Era } from '../era.ts'
import { isModernRefusal, isRefusal, supportedBy, UNSUPPORTED_VERSION } from '../era-signals.ts'
import { CapabilityError } from '../errors.ts'
import { encodeHeader } from '../http/encode-header.ts'
import { postMessage } from '../http/post-message.ts'
import type { Shared } from '../legacy/handshake.ts'
import type { CallOptions } from '../options.ts'
import { MODERN_VERSION } from '../revisions.ts'
import { declareCapabilities } from '../server-requests/handlers.ts'
import { type Messages, readMessages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'
import { findMirrored, paramHeaders } from './param-headers.ts'
import { listenModern } from './subscriptions.ts'

const KEY = 'io.modelcontextprotocol/'

/** The parameter that `Mcp-Name` repeats. */
const NAMED: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

type Listening = ConnectionState['view']['listening']

/** `show` is told how the streams of changes are. */
export function createModern(
  shared: Shared,
  known?: InitializeResult,
  show: (listening: Listening) => void = () => {},
): Era {
  const { wire, tools } = shared
  const { settings, emit } = wire
  let server: InitializeResult = known ?? { protocolVersion: MODERN_VERSION }
  let listeners = 0
  const era: Era = {
    get server() {
      return server
    },
    hasSession: false,
    session: undefined,
    caching: true,
    ping: 'server/discover',
    send,
    // Responses and notifications have no place here, and to cancel is to close the stream.
    async post() {},
    cancel() {},
    resumed() {
      const message = 'Expected a server with streams that can be resumed, got one of 2026-07-28'
      throw new CapabilityError(message, { delivery: 'not-executed' })
    },
    resultType({ resultType = 'complete', _meta }) {
      const { [`${KEY}serverInfo`]: serverInfo } = (_meta ?? {}) as Record<string, Implementation>
      if (!server.serverInfo && serverInfo) server = { ...server, serverInfo }
      return `${resultType}`
    },
    isForeign: (error) => isRefusal(error) && !isModernRefusal(error),
    refuse({ inputSchema }) {
      const found = settings.paramHeaders ? findMirrored(inputSchema) : []
      return typeof found === 'string' ? found : undefined
    },
    async setLogLevel(level) {
      settings.logLevel = level
    },
    async listen(filter, tell, deadline) {
      listeners++
      try {
        await listenModern({ ...shared, era }, filter, tell, deadline, (good) => show(good ? 'open' : 'degraded'))
      } finally {
        if (!--listeners) show('off')
      }
    },
    async revive() {},
    async close() {},
  }
  return era

  async function send(request: JsonRpcRequest, deadline: Deadline, options: CallOptions = {}): Promise<Messages> {
    const { method, params } = request
    const level = settings.logLevel ?? (options.onLog && 'info')
    const _meta = {
      ...(params?._meta as object | undefined),
      [`${KEY}protocolVersion`]: MODERN_VERSION,
      [`${KEY}clientCapabilities`]: declareCapabilities(settings, MODERN_VERSION, options),
      [`${KEY}clientInfo`]: settings.clientInfo,
      ...(level && { [`${KEY}logLevel`]: level }),
    }
    const message = { ...request, params: { ...params, _meta } }
    const post = () => postMessage(wire, message, headersOf(message), deadline)
    // Some servers refuse a request with the very revision that they ask for; but not twice.
    const reply = await post().catch((error) => {
      if (error?.rpcCode !== UNSUPPORTED_VERSION || !supportedBy(error)?.includes(MODERN_VERSION)) throw error
      return post()
    })
    const messages = readMessages(wire, reply, method, deadline)
    const next = async () => {
      const batch = await messages.next()
      // Progress comes by the thousand, requests never do.
      return batch?.some(isRequest) ? batch.filter(isAllowed) : batch
    }
    return { ...messages, next }
  }

  /** From the very object that is sent: the server compares. */
  function headersOf({ method, params }: JsonRpcRequest & { params: Record<string, unknown> }): Record<string, string> {
    const headers = { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': encodeHeader(method) }
    const name = NAMED[method] && params[NAMED[method]]
    const tool = method === 'tools/call' && settings.paramHeaders && tools.get(name as string)
    return {
      ...headers,
      ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
      ...(tool && paramHeaders(tool.inputSchema, params.arguments)),
    }
  }

  /** A server may not ask here; who does is not answered. */
  function isAllowed(message: JsonRpcMessage): boolean {
    const allowed = !isRequest(message)
    if (!allowed) emit?.({ type: 'quarantined', reason: 'a request of the server', value: message })
    return allowed
  }
}

function isRequest(message: JsonRpcMessage): boolean {
  return 'method' in message && 'id' in message
}
