/** The legacy era: an `initialize` handshake, and a session that is replaced when the server loses it. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { TransportKind } from '../../types/lifecycle.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import type { Era } from '../era.ts'
import { isModernRefusal, isRefusal } from '../era-signals.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import type { RpcError } from '../errors.ts'
import { revisionOf } from '../revisions.ts'
import { call } from '../rpc/call.ts'
import type { Messages } from '../sse/messages.ts'
import { createEmitter } from '../util/emitter.ts'
import { createGetStream, type GetStream } from './get-stream.ts'
import { startKeepalive } from './keepalive.ts'
import { CurrentSession } from './session-replacement.ts'
import { createStreamableHttp } from './streamable-http.ts'
import { type ChangeSources, listenLegacy, type StreamHold } from './subscriptions.ts'
import type { Session } from './transport.ts'

type SessionFacts = Pick<Era, 'revision' | 'server' | 'sessionHeaders'>

function factsOf({ server, transport: { sessionHeaders } }: Session): SessionFacts {
  return { revision: revisionOf(server.protocolVersion), server, sessionHeaders }
}

export function createLegacyEra(
  context: ClientContext,
  state: ConnectionState,
  kind: TransportKind,
  first: Session,
): Era {
  /** Milliseconds without a message on its stream after which a call that asked for progress may find it elsewhere. */
  const progressDelay = 5_000
  const { environment, settings, warn, logging, closing } = context
  const gaps: ChangeSources['gaps'] = createEmitter()
  let getStream: GetStream | undefined
  let sources: ChangeSources | undefined
  /** The session under which each request was sent last, if it was not the first one. */
  let sentUnder: WeakMap<JsonRpcRequest, Session> | undefined

  // Fields, which each session sets: an object with getters of its own takes several times the memory.
  const era: Era & SessionFacts = {
    ...factsOf(first),
    send(request, deadline, options) {
      const release = options?.onProgress && listenAfterSilence()
      return sessions
        .use((session) => {
          if (session !== first) {
            sentUnder ??= new WeakMap()
            sentUnder.set(request, session)
          }
          return session.transport.send(request, deadline, options)
        }, deadline)
        .then(
          (messages) => (!sessions.unconfirmed && !release ? messages : watch(messages, release)),
          (error) => {
            release?.()
            throw error
          },
        )
    },
    // The answer to a server request goes to the session in which the server sent it, a notification to any.
    post(message, deadline, owner) {
      const session = owner && sessionOf(owner)
      const send = ({ transport }: Session) => transport.post(message, deadline)
      return session ? send(session) : sessions.use(send, deadline)
    },
    // A request that was never sent, or was lost with its session, needs no cancelling.
    cancel(request, call) {
      const { session } = sessions
      if (sessionOf(request) === session && !sessions.replacement.current) session.transport.cancel(request, call)
    },
    forResumedCall: ({ session }) => createStreamableHttp(context, session),
    resultType: () => 'complete',
    // A modern server answers a legacy request with an error of its own, or misses params.
    mayBeOtherEra: (error, isVerified) =>
      isRefusal(error) && (!isVerified || isModernRefusal(error) || (error as RpcError).rpcCode === INVALID_PARAMS),
    toolProblem: () => undefined,
    async setLoggingLevel(level, options) {
      await call(callContext, 'logging/setLevel', { level }, options)
      logging.level = level
    },
    listen(filter, onChange, deadline) {
      sources ??= { gaps, openStream, subscriptions: new Map() }
      return listenLegacy(callContext, era, sources, filter, onChange, deadline)
    },
    async close(keepSession = false) {
      sessions.dispose()
      stopKeepalive()
      getStream?.close()
      const { transport } = sessions.session
      // The calls of an era that is left go on. A session that the server has lost is not ended.
      if (keepSession && !closing.aborted) transport.leave?.()
      else await transport.close(keepSession || sessions.isLost)
    },
  }
  const sessions = new CurrentSession(context, state, kind, first, {
    onSession(session) {
      Object.assign(era, factsOf(session))
      getStream?.onTransport(session.transport)
    },
    onReplaced() {
      restoreLogLevel()
      gaps.publish('the session was replaced', true)
    },
  })
  // Servers may send requests, such as `roots/list`, and notifications outside of calls. So a client that handles them
  // keeps the stream open.
  if (settings.onNotification || Object.values(settings.handlers).some(Boolean)) openStream()
  const callContext = { ...context, channel: era }
  restoreLogLevel()
  const stopKeepalive = startKeepalive(callContext, state, sessions)
  return era

  function sessionOf(request: JsonRpcRequest): Session {
    return sentUnder?.get(request) ?? first
  }

  /** Keeps the GET stream open. It is created when it is first needed. */
  function openStream(): StreamHold {
    if (!getStream) {
      getStream = createGetStream(
        context,
        state,
        () => gaps.publish('the stream began anew', false),
        (error) => void sessions.replace(sessions.session, error).catch(() => {}),
      )
      getStream.onTransport(sessions.session.transport)
    }
    return getStream.open()
  }

  /** The server forgets the level together with the session. */
  function restoreLogLevel(): void {
    const { level } = logging
    const { capabilities } = sessions.session.server
    if (!level || (capabilities && !capabilities.logging)) return
    era.setLoggingLevel(level).catch((error) => closing.aborted || warn('logging/setLevel failed', error))
  }

  /** Opens the GET stream a while later, where some servers send the progress of calls. Returns the end of that. */
  function listenAfterSilence(): () => void {
    let end = environment.setTimer(() => {
      end = openStream().release
    }, progressDelay)
    return () => end()
  }

  /** Only a message from the server confirms a new session; a successful status does not. It also ends the silence. */
  function watch(messages: Messages, release = () => {}): Messages {
    const releaseAnd = (end: () => void) => () => {
      release()
      end()
    }
    return {
      async next() {
        const batch = await messages.next()
        if (batch) {
          sessions.confirm()
          release()
        }
        return batch
      },
      drain: releaseAnd(messages.drain),
      cancel: releaseAnd(messages.cancel),
    }
  }
}
