/** GET: opens the stream for messages that belong to no request, or resumes a stream after `Last-Event-ID`. */
import type { Clock } from '../../clock/clock.ts'
import type { ServerConfig } from '../../config.ts'
import { emptyResponse, errorResponse, textResponse } from '../../http/responses.ts'
import { BAD_REQUEST } from '../../jsonrpc/error-codes.ts'
import { POLLING_VERSION } from '../../revisions.ts'
import type { Exchange } from '../../script/exchange.ts'
import { SSE_HEADERS } from '../../sse/encode.ts'
import type { ResumableStream } from '../../sse/resumable-stream.ts'
import { createSseConnection, type SseConnection } from '../../sse/sse-connection.ts'
import type { Store, StreamPosition } from '../../store.ts'
import type { ServeRequest } from './serve-request.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { checkGet, checkVersionOfSession, checkVersionOnOffer } from './validation.ts'

export interface GetOptions {
  sessions: Sessions
  serve: ServeRequest
  store: Store
  clock: Clock
  config: () => ServerConfig
}

/** The stream that a GET opens or resumes, and the position that it resumes from. */
interface GetTarget {
  session: Session
  stream: ResumableStream
  position?: StreamPosition
}

/** Milliseconds that an open GET stream gets to end: its client may have left and be back before that is noticed. */
const CONFLICT_GRACE = 250

export interface GetRequests {
  get(request: Request): Promise<Response>
  openExchange(request: Request): Exchange
}

export function createGet({ sessions, serve, store, clock, config }: GetOptions): GetRequests {
  return { get, openExchange }

  async function get(request: Request): Promise<Response> {
    const { get } = config()
    if (typeof get === 'object') return emptyResponse(get.status, { allow: 'POST, DELETE' })
    if (get === 'html') return textResponse(200, '<!doctype html><title>Hello</title>', { 'content-type': 'text/html' })
    const session = accept(request)
    if (get === 'acceptAndClose') return endedStream()
    const cursor = lastEventId(request)
    const position = cursor === undefined ? undefined : findPosition(session, cursor)
    if (cursor !== undefined && !position) return answerUnknownCursor()
    const stream = (position && session.stream(position.stream)) ?? (await openGetStream(session))
    return respond({ session, stream, ...(position && { position }) })
  }

  function openExchange(request: Request): Exchange {
    const session = accept(request)
    const cursor = lastEventId(request)
    const position = cursor === undefined ? undefined : findPosition(session, cursor)
    const stream = (position && session.stream(position.stream)) ?? session.openStream()
    if (stream.requests.length === 0) session.setGetStream(stream)
    const [original] = stream.requests
    return {
      headers: {},
      stream,
      request: original,
      ...(position && { seen: position.seen }),
      retry: config().retry,
      persistent: true,
      answer: async ({ store = false }) => original && serve(session, original, stream, { store }),
      sendRequest: (request) => session.sendRequest(stream, request, { store: false }),
    }
  }

  function accept(request: Request): Session {
    checkGet(request)
    checkVersionOnOffer(request, config())
    const session = sessions.forRequest(request)
    checkVersionOfSession(request, session.record.version)
    return session
  }

  function findPosition(session: Session, cursor: string): StreamPosition | undefined {
    return store.find(session.record.id, cursor) ?? store.find(session.record.id, asUtf8(cursor))
  }

  function answerUnknownCursor(): Response {
    const { unknownCursor } = config()
    if (unknownCursor === 'empty') return endedStream()
    throw errorResponse(unknownCursor.status, BAD_REQUEST, 'Last-Event-ID names no known event')
  }

  async function openGetStream(session: Session): Promise<ResumableStream> {
    const earlier = session.getStream()?.connection()
    if (earlier && !(await endsSoon(earlier)))
      throw errorResponse(409, BAD_REQUEST, 'This session has a GET stream already')
    return session.openStream()
  }

  async function endsSoon({ signal }: SseConnection): Promise<boolean> {
    await clock.wait(CONFLICT_GRACE, signal).catch(() => {})
    return signal.aborted
  }

  function respond({ session, stream, position }: GetTarget): Response {
    const connection = createSseConnection()
    stream.attach(connection)
    if (stream.requests.length === 0) session.setGetStream(stream)
    // Its id stands for the position before the replay, so that a client that leaves during the replay loses nothing.
    const primes = config().prime && session.record.version === POLLING_VERSION && session.record.id !== ''
    if (primes) stream.prime({ retry: config().retry, seen: position?.seen })
    if (position) stream.replay(config().replay === 'duplicate' ? oneEarlier(position) : position)
    if (stream.isFinished()) stream.closeConnection()
    return new Response(connection.body, { headers: SSE_HEADERS })
  }
}

function endedStream(): Response {
  const connection = createSseConnection()
  connection.close()
  return new Response(connection.body, { headers: SSE_HEADERS })
}

function oneEarlier({ stream, seen }: StreamPosition): StreamPosition {
  return { stream, seen: Math.max(0, seen - 1) }
}

/** An empty header counts as none. */
function lastEventId(request: Request): string | undefined {
  return request.headers.get('last-event-id') || undefined
}

/** Event ids are UTF-8, but `Headers` decodes their bytes as Latin-1. */
function asUtf8(value: string): string {
  return new TextDecoder().decode(Uint8Array.from(value, (character) => character.charCodeAt(0)))
}
