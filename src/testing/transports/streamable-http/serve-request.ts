/** Answers requests of a session: builds the context that a feature gets, and turns every outcome into a message. */
import type { Clock } from '../../clock/clock.ts'
import type { ServerConfig } from '../../config.ts'
import type { HandleRequest, RequestContext } from '../../features/request-context.ts'
import { REQUEST_CANCELLED } from '../../jsonrpc/error-codes.ts'
import { errorMessage, type RpcRequest, resultMessage } from '../../jsonrpc/message.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { POLLING_VERSION } from '../../revisions.ts'
import type { ResumableStream, StoreOption } from '../../sse/resumable-stream.ts'
import { orAborted } from '../../util/abort.ts'
import type { Session } from './session.ts'

export interface ServeOptions {
  handle: HandleRequest
  clock: Clock
  random: () => number
  config: () => ServerConfig
  broadcast(method: string, params?: object): void
  /** Called when a request may have changed its session. */
  save(session: Session): void
}

/** `stream` is undefined where the answer is a JSON body: notifications and server requests go to the GET stream then. */
export type ServeRequest = (
  session: Session,
  request: RpcRequest,
  stream: ResumableStream | undefined,
  options: StoreOption,
) => Promise<object | undefined>

/** Resolves with undefined when the client cancelled the request, which is then not to be answered. */
export function createServeRequest({ handle, clock, random, config, broadcast, save }: ServeOptions): ServeRequest {
  return async (session, request, stream, options) => {
    const work = session.begin(request.id)
    try {
      const context = createContext(session, stream, work.signal, options)
      const result = await handle(request.method, request.params, context)
      return work.signal.aborted ? undefined : resultMessage(request.id, result)
    } catch (reason) {
      return work.signal.aborted ? undefined : errorMessage(request.id, reason)
    } finally {
      session.finish(request.id, work)
      save(session)
    }
  }

  function createContext(
    session: Session,
    stream: ResumableStream | undefined,
    signal: AbortSignal,
    options: StoreOption,
  ): RequestContext {
    const { version, clientCapabilities, state } = session.record
    return {
      version,
      clientCapabilities,
      state,
      session: session.record.id || undefined,
      clock,
      random,
      signal,
      notify: (method, params) => session.notify(stream, method, params, options),
      request: (method, params) => orAborted(session.sendRequest(stream, { method, params }, options), signal),
      broadcast,
      taskContext: { clock, broadcast },
      closeStream() {
        // Older clients would take the end of the connection for the end of the request.
        if (version === POLLING_VERSION && config().prime) stream?.closeConnection()
      },
    }
  }
}

/** The answer to a cancelled request where HTTP demands one. */
export function cancelledMessage({ id }: RpcRequest): object {
  return errorMessage(id, new ProtocolError(REQUEST_CANCELLED, 'The request was cancelled'))
}
