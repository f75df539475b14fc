/** Answers requests of a session: builds the peer that a feature talks to, and turns every outcome into a message. */
import { orAborted } from '../../util/abort.ts'
import { POLLING_VERSION } from '../../config.ts'
import { type Clock, Fault, type Handle, type Peer } from '../../features/request-context.ts'
import { answerOf, errorOf, type RpcRequest } from '../../jsonrpc/message.ts'
import type { Line } from '../../sse/resumable-stream.ts'
import type { ServerConfig } from '../../script/script.ts'
import type { Keep, Session } from './session.ts'

export interface ServeOptions {
  handle: Handle
  clock: Clock
  random: () => number
  config: () => ServerConfig
  announce(method: string, params?: object): void
  /** Called when a request may have changed its session. */
  save(session: Session): void
}

/** `line` is undefined where the answer is a JSON body: what is said on the way then goes to the GET stream. */
export type Serve = (
  session: Session,
  request: RpcRequest,
  line: Line | undefined,
  options: Keep,
) => Promise<object | undefined>

/** Resolves with undefined when the client cancelled the request, which is then not to be answered. */
export function createServe({ handle, clock, random, config, announce, save }: ServeOptions): Serve {
  return async (session, request, line, options) => {
    const work = session.begin(request.id)
    try {
      const peer = createPeer(session, line, work.signal, options)
      const result = await handle(request.method, request.params, peer)
      return work.signal.aborted ? undefined : answerOf(request.id, result)
    } catch (reason) {
      return work.signal.aborted ? undefined : errorOf(request.id, reason)
    } finally {
      session.finish(request.id, work)
      save(session)
    }
  }

  function createPeer(session: Session, line: Line | undefined, signal: AbortSignal, options: Keep): Peer {
    const { version, clientCapabilities, state } = session.record
    return {
      version,
      clientCapabilities,
      state,
      clock,
      random,
      signal,
      notify: (method, params) => session.notify(line, method, params, options),
      request: (method, params) => orAborted(session.ask(line, { method, params }, options), signal),
      announce,
      closeStream() {
        // Older clients would take the end of the connection for the end of the request.
        if (version === POLLING_VERSION && config().prime) line?.closeConnection()
      },
    }
  }
}

/** What a request that was cancelled gets where HTTP demands an answer. */
export function cancelled({ id }: RpcRequest): object {
  return errorOf(id, new Fault(-32800, 'The request was cancelled'))
}
