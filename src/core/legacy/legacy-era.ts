/** The legacy era: an `initialize` handshake, and a session that is replaced when the server loses it. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { TransportKind } from '../../types/lifecycle.ts'
import type { CallScope } from '../call-scope.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import type { Era } from '../era.ts'
import { INVALID_PARAMS } from '../error-codes.ts'
import { isMcpError, type RpcError, SessionLostError, TimeoutError } from '../errors.ts'
import { isModernRefusal, isRefusal } from '../refusals.ts'
import { revisionOf } from '../revisions.ts'
import { createHandlerQueue } from '../rpc/handler-queue.ts'
import { send } from '../rpc/send.ts'
import type { Messages } from '../sse/messages.ts'
import { delay } from '../util/delay.ts'
import { createEmitter } from '../util/emitter.ts'
import { isAnswer } from '../validation/json-rpc.ts'
import { createGetStream, type GetStream } from './get-stream.ts'
import { startKeepalive } from './keepalive.ts'
import { type ChangeSources, listenLegacy, type StreamHold } from './listen-legacy.ts'
import { CurrentSession, retryWhileListening } from './session-replacement.ts'
import { createStreamableHttp } from './streamable-http.ts'
import type { Session } from './transport.ts'

type SessionFacts = Pick<Era, 'revision' | 'server' | 'session' | 'sessionHeaders'>

function factsOf(session: Session): SessionFacts {
  const { server, transport } = session
  return { revision: revisionOf(server.protocolVersion), server, session, sessionHeaders: transport.sessionHeaders }
}

export function createLegacyEra(
  context: ClientContext,
  state: ConnectionState,
  kind: TransportKind,
  first: Session,
): Era {
  /** Milliseconds without a message on its stream after which a call that asked for progress may find it elsewhere. */
  const progressDelay = 5_000
  /** Milliseconds that an answer waits for the last progress, which may come on another connection. */
  const lastProgressTime = 50
  const { environment, settings, warn, logging, closing, activity } = context
  const gaps: ChangeSources['gaps'] = createEmitter()
  activity.progress ??= new Map()
  let getStream: GetStream | undefined
  let sources: ChangeSources | undefined

  const { revision, server, sessionHeaders } = factsOf(first)
  // Fields, which each session sets: an object with getters of its own takes several times the memory, and so does one
  // that begins as a copy.
  const era: Era & SessionFacts = {
    revision,
    transport: kind,
    server,
    session: first,
    sessionHeaders,
    async send(request, scope, options) {
      const release = options?.onProgress && listenForProgress(options.timeout)
      try {
        const waiting = sessions.ready(scope)
        if (waiting) await waiting
        const { session } = sessions
        scope.session = session
        const { cursorSession = session } = options ?? {}
        if (cursorSession !== session) throw lostCursor(request.method)
        const messages = await session.transport.send(request, scope, options)
        if (kind !== 'sse' && !sessions.unconfirmed && !release) return messages
        return watch(messages, request, scope, release)
      } catch (error) {
        release?.()
        suspectStream(error, scope)
        throw error
      }
    },
    // The answer to a server request goes to the session in which the server sent it, a notification to any.
    async post(message, scope, owner) {
      if (owner) return (sessionOf(owner) ?? sessions.session).transport.post(message, scope)
      await sessions.ready(scope)
      scope.session = sessions.session
      return sessions.session.transport.post(message, scope)
    },
    // A request that was never sent, or was lost with its session, needs no cancelling.
    cancel(scope) {
      const { session } = sessions
      if (sessionOf(scope) === session && !sessions.replacement.current) session.transport.cancel(scope)
    },
    hasLostSession: (error, scope) => !!sessionOf(scope)?.transport.isSessionLost(error),
    replaceSession: (error, scope) => sessions.replaceLost(sessionOf(scope)!, error, scope),
    createHandlerQueue: (reply, scope) => createHandlerQueue(context, reply, scope, false),
    forResumedCall: ({ session }) => createStreamableHttp(context, session),
    holdStream: () => openStream().release,
    resultType: () => 'complete',
    // A modern server answers a legacy request with an error of its own, or misses params.
    mayBeOtherEra: (error, isVerified) =>
      isRefusal(error) && (!isVerified || isModernRefusal(error) || (error as RpcError).rpcCode === INVALID_PARAMS),
    toolProblem: () => undefined,
    async setLoggingLevel(level, options) {
      await send(context, sender, { method: 'logging/setLevel', params: { level }, options })
      logging.level = level
    },
    listen(filter, onChange, scope) {
      sources ??= { gaps, openStream, subscriptions: new Map() }
      return listenLegacy(context, era, sources, filter, onChange, scope)
    },
    async close(keepSession = false) {
      sessions.dispose()
      checkSession()
      keepalive?.stop()
      getStream?.close()
      const { transport } = sessions.session
      // The calls of an era that is left go on. A session that the server has lost is not ended.
      if (keepSession && !closing.aborted) transport.leave?.()
      else await transport.close(keepSession || sessions.isLost)
    },
  }
  const sender = { current: era }
  activity.progressElsewhere = false
  const sessions = new CurrentSession(context, state, kind, first)
  const checkSession = retryWhileListening(context, sessions, () => !!getStream?.isHeld)
  sessions.changes.subscribe((change) => {
    const { session } = sessions
    if (change === 'status') checkSession()
    else if (change === 'opened') {
      activity.progressElsewhere = false
      Object.assign(era, factsOf(session))
      getStream?.onTransport(session.transport)
    } else {
      restoreLogLevel()
      gaps.publish('the session was replaced', true)
    }
  })
  // Servers may send requests, such as `roots/list`, and notifications outside of calls. So a client that handles them
  // keeps the stream open.
  if (settings.onNotification || Object.values(settings.handlers).some(Boolean)) openStream()
  restoreLogLevel()
  const keepalive = startKeepalive(context, era, state, sessions)
  return era

  /** Keeps the GET stream open. It is created when it is first needed. */
  function openStream(): StreamHold {
    if (!getStream) {
      getStream = createGetStream(context, state, {
        onGap: () => gaps.publish('the stream began anew', false),
        onLost: (error) => void sessions.replace(sessions.session, error).catch(() => {}),
        onOpen: () => sessions.revive(),
      })
      getStream.onTransport(sessions.session.transport)
    }
    const hold = getStream.open()
    checkSession()
    return {
      ...hold,
      release() {
        hold.release()
        checkSession()
      },
    }
  }

  /** The server forgets the level together with the session. */
  function restoreLogLevel(): void {
    const { level } = logging
    const { capabilities } = sessions.session.server
    if (!level || (capabilities && !capabilities.logging)) return
    era.setLoggingLevel(level).catch((error) => closing.aborted || warn('logging/setLevel failed', error))
  }

  /**
   * Opens the GET stream, where some servers send the progress of calls: at once if this one did, else after a while.
   * Returns the end of that.
   */
  function listenForProgress(timeout = settings.timeout): () => void {
    if (activity.progressElsewhere) return openStream().release
    const start = () => {
      end = openStream().release
    }
    let end = environment.setTimer(start, Math.min(progressDelay, timeout / 2))
    return () => end()
  }

  /** A call over HTTP+SSE that times out, with or without its 202. Keepalive handles the timeouts of its own requests. */
  function suspectStream(error: unknown, { call }: CallScope): void {
    if (kind === 'sse' && call && error instanceof TimeoutError && error.limit === 'timeout') keepalive?.suspectStream()
  }

  /** The end of the wait for progress that is still expected on the GET stream. */
  async function lastProgress({ id }: JsonRpcRequest, scope: CallScope): Promise<void> {
    const target = activity.progress?.get(`${id}`)
    if (!activity.progressElsewhere || !target || target.isComplete) return
    const complete = new Promise<void>((resolve) => {
      target.onComplete = resolve
    })
    const race = (passed: Promise<void>) => scope.race(Promise.race([passed, complete]))
    // The answer is there, whatever happens meanwhile. But who aborts gets the reason.
    await delay(environment, lastProgressTime, { race }).catch((error) => {
      if (!isMcpError(error)) throw error
    })
  }

  /** Only a message from the server confirms a new session; a successful status does not. It also ends the silence. */
  function watch(messages: Messages, request: JsonRpcRequest, scope: CallScope, release = () => {}): Messages {
    const releaseAnd = (end: () => void) => () => {
      release()
      end()
    }
    return {
      async next() {
        const batch = await messages.next().catch((error) => {
          suspectStream(error, scope)
          throw error
        })
        if (batch) {
          sessions.confirm()
          if (batch.some((message) => isAnswer(message, request, settings))) await lastProgress(request, scope)
          else if (!activity.progressElsewhere) release()
        }
        return batch
      },
      drain: releaseAnd(messages.drain),
      cancel: releaseAnd(messages.cancel),
    }
  }
}

/** The session in which the request of this scope was sent last. */
function sessionOf({ session }: CallScope): Session | undefined {
  return session as Session | undefined
}

/** Cursors end with their session (server/utilities/pagination). */
function lostCursor(method: string): SessionLostError {
  const message = `${method}: the session of this cursor has ended. List again from the first page`
  return new SessionLostError(message, { delivery: 'not-executed' })
}
