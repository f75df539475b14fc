/** The modern era, 2026-07-28: stateless, every request carries all that is needed to answer it. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Implementation, InitializeResult } from '../../types/lifecycle.ts'
import type { CallOptions } from '../call-options.ts'
import type { CallScope } from '../call-scope.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import type { Era } from '../era.ts'
import { CapabilityError } from '../errors.ts'
import { postMessage } from '../http/post-message.ts'
import { contradictsItself, isModernRefusal, isRefusal, isUnknownRequest } from '../refusals.ts'
import { MODERN_VERSION, revisionOf } from '../revisions.ts'
import { declareCapabilities } from '../server-requests/request-handlers.ts'
import { type Messages, readMessages } from '../sse/messages.ts'
import { isObject } from '../util/is-object.ts'
import { toJson } from '../util/to-json.ts'
import { listenModern } from './listen-modern.ts'
import { findParamHeaders, requestHeaders } from './request-headers.ts'

const META = 'io.modelcontextprotocol/'
const CLIENT_CAPABILITIES = `${META}clientCapabilities`
const SERVER_INFO = `${META}serverInfo`

/** A probe has no connection whose state changes. */
export function createModernEra(
  context: ClientContext,
  knownServer?: InitializeResult,
  state?: Pick<ConnectionState, 'update'>,
): Era {
  const { settings, emit, tools, logging, activity } = context
  let listeners = 0
  activity.progress = undefined
  /** The `_meta` that all requests have in common. */
  const commonMeta = {
    [`${META}protocolVersion`]: MODERN_VERSION,
    [CLIENT_CAPABILITIES]: declareCapabilities(settings, MODERN_VERSION),
    [`${META}clientInfo`]: settings.clientInfo,
  }
  const era: Era & { server: InitializeResult } = {
    revision: revisionOf(MODERN_VERSION),
    transport: 'streamable-http',
    server: knownServer ?? { protocolVersion: MODERN_VERSION },
    updateServer(server) {
      // Some servers send their name with other results only.
      const { serverInfo } = era.server
      const updated = server.serverInfo ? server : { ...server, ...(serverInfo && { serverInfo }) }
      if (toJson(updated) === toJson(era.server)) return
      era.server = updated
      state?.update({})
    },
    session: undefined,
    sessionHeaders: undefined,
    send,
    // Clients of this era send no notifications and no responses, and closing the stream cancels a request.
    async post() {},
    cancel() {},
    contradictsItself: (error) => contradictsItself(error, MODERN_VERSION),
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
    async listen(filter, onChange, scope) {
      listeners++
      try {
        const onHealth = (error?: unknown) =>
          state?.update(error ? { listening: 'degraded', lastError: error } : { listening: 'open' })
        await listenModern(context, era, filter, onChange, scope, onHealth)
      } finally {
        if (!--listeners) state?.update({ listening: 'off' })
      }
    },
    async close() {},
  }
  return era

  async function send(request: JsonRpcRequest, scope: CallScope, options: CallOptions = {}): Promise<Messages> {
    const { method, params } = request
    const level = logging.level ?? (options.onLog && 'info')
    const _meta: Record<string, unknown> = { ...(params?._meta as object | undefined), ...commonMeta }
    if (options.inputRequired) _meta[CLIENT_CAPABILITIES] = declareCapabilities(settings, MODERN_VERSION, options)
    if (level) _meta[`${META}logLevel`] = level
    const message = { ...request, params: { ...params, _meta } }
    const headers = requestHeaders(method, message.params, settings.paramHeaders ? tools : undefined)
    const response = await postMessage(context, message, headers, scope)
    return readMessages(context, response, method, scope, { filter: filterBatch, onRetry: options.onRetry })
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
    if (!isObject(serverInfo)) return
    era.server = { ...era.server, serverInfo }
    state?.update({})
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
