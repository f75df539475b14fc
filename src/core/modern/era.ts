/** The modern era, 2026-07-28: stateless, every request carries all that is needed to answer it. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Implementation, InitializeResult } from '../../types/lifecycle.ts'
import type { CallOptions } from '../call-options.ts'
import type { Connection } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import type { Era } from '../era.ts'
import { contradictsItself, isModernRefusal, isRefusal, isUnknownRequest } from '../era-signals.ts'
import { CapabilityError } from '../errors.ts'
import { postMessage } from '../http/post-message.ts'
import type { HttpResponse } from '../http/request.ts'
import { MODERN_VERSION, revisionOf } from '../revisions.ts'
import { declareCapabilities } from '../server-requests/client-capabilities.ts'
import { type Messages, readMessages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'
import { isObject } from '../util/is-object.ts'
import { findParamHeaders } from './param-headers.ts'
import { requestHeaders } from './request-headers.ts'
import { listenModern } from './subscriptions.ts'

const META = 'io.modelcontextprotocol/'
const CLIENT_CAPABILITIES = `${META}clientCapabilities`
const SERVER_INFO = `${META}serverInfo`

/** `onListening` is called with the state of the subscription streams. */
export function createModernEra(
  context: ClientContext,
  knownServer?: InitializeResult,
  onListening: (listening: Connection['listening']) => void = () => {},
): Era {
  const { settings, emit, tools, logging } = context
  let listeners = 0
  /** The `_meta` that all requests have in common. */
  const commonMeta = {
    [`${META}protocolVersion`]: MODERN_VERSION,
    [CLIENT_CAPABILITIES]: declareCapabilities(settings, MODERN_VERSION),
    [`${META}clientInfo`]: settings.clientInfo,
  }
  const era: Era & { server: InitializeResult } = {
    revision: revisionOf(MODERN_VERSION),
    server: knownServer ?? { protocolVersion: MODERN_VERSION },
    sessionHeaders: undefined,
    send,
    // Clients of this era send no notifications and no responses, and closing the stream cancels a request.
    async post() {},
    cancel() {},
    forResumedCall() {
      const message = 'Expected a server with streams that can be resumed, got one of 2026-07-28'
      throw new CapabilityError(message, { delivery: 'not-executed' })
    },
    resultType: ({ resultType = 'complete' }) => `${resultType}`,
    mayBeOtherEra: (error, isVerified) =>
      !isVerified && ((isRefusal(error) && !isModernRefusal(error)) || isUnknownRequest(error)),
    toolProblem: ({ inputSchema }) => (settings.paramHeaders ? findParamHeaders(inputSchema).problem : undefined),
    async setLoggingLevel(level) {
      logging.level = level
    },
    async listen(filter, onChange, deadline) {
      listeners++
      try {
        const onHealth = (healthy: boolean) => onListening(healthy ? 'open' : 'degraded')
        await listenModern({ ...context, channel: era }, filter, onChange, deadline, onHealth)
      } finally {
        if (!--listeners) onListening('off')
      }
    },
    async close() {},
  }
  return era

  async function send(request: JsonRpcRequest, deadline: Deadline, options: CallOptions = {}): Promise<Messages> {
    const { method, params } = request
    const level = logging.level ?? (options.onLog && 'info')
    const _meta: Record<string, unknown> = { ...(params?._meta as object | undefined), ...commonMeta }
    if (options.inputRequired) _meta[CLIENT_CAPABILITIES] = declareCapabilities(settings, MODERN_VERSION, options)
    if (level) _meta[`${META}logLevel`] = level
    const message = { ...request, params: { ...params, _meta } }
    const post = () => {
      const headers = requestHeaders(method, message.params, settings.paramHeaders ? tools : undefined)
      return postMessage(context, message, headers, deadline)
    }
    let response: HttpResponse
    try {
      response = await post()
    } catch (error) {
      if (!contradictsItself(error, MODERN_VERSION)) throw error
      response = await post()
    }
    return readMessages(context, response, method, deadline, undefined, filterBatch)
  }

  function filterBatch(batch: JsonRpcMessage[]): JsonRpcMessage[] {
    if (!era.server.serverInfo) batch.forEach(readServerInfo)
    // Copied only if needed: there may be thousands of notifications, and there should be no requests.
    return batch.some(isRequest) ? batch.filter(rejectRequest) : batch
  }

  /** Servers introduce themselves in the `_meta` of any result. */
  function readServerInfo(message: JsonRpcMessage): void {
    // A notification may carry a null `result` as well.
    if (!('result' in message) || !message.result) return
    const { _meta } = message.result
    const { [SERVER_INFO]: serverInfo } = (_meta ?? {}) as Record<string, Implementation>
    if (isObject(serverInfo)) era.server = { ...era.server, serverInfo }
  }

  /** False for a request: servers of this era may not send any. It is reported and not answered. */
  function rejectRequest(message: JsonRpcMessage): boolean {
    if (!isRequest(message)) return true
    emit?.({ type: 'ignored', reason: 'a request of the server', value: message })
    return false
  }
}

function isRequest(message: JsonRpcMessage): boolean {
  return 'method' in message && 'id' in message
}
