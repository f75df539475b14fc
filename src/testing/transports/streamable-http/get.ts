/** GET: opens the stream for messages that belong to no request, or resumes a broken one where it was left. */
import { POLLING_VERSION } from '../../config.ts'
import { type Connection, createConnection } from '../../sse/sse-connection.ts'
import type { Exchange } from '../../script/exchange.ts'
import type { Clock } from '../../features/request-context.ts'
import type { Line } from '../../sse/resumable-stream.ts'
import { refusal, replyEmpty, replyText } from '../../http/responses.ts'
import type { ServerConfig } from '../../script/script.ts'
import type { Position, Store } from '../../sse/store.ts'
import { SSE_HEADERS } from './post.ts'
import type { Serve } from './serve-request.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { checkGet, checkVersionOfSession, checkVersionOnOffer } from './validation.ts'

export interface GetOptions {
  sessions: Sessions
  serve: Serve
  store: Store
  clock: Clock
  config: () => ServerConfig
}

/** Where a GET leads: to a line, and when it resumes one, to a place in it. */
interface Target {
  session: Session
  line: Line
  position?: Position
}

/** A client that left may not have been noticed yet when the same client comes back; only who stays is a conflict. */
const GRACE = 250

export interface GetRequests {
  get(request: Request): Promise<Response>
  open(request: Request): Exchange
}

export function createGet({ sessions, serve, store, clock, config }: GetOptions): GetRequests {
  return { get, open }

  async function get(request: Request): Promise<Response> {
    const { get } = config()
    if (typeof get === 'object') return replyEmpty(get.status, { allow: 'POST, DELETE' })
    if (get === 'html') return replyText(200, '<!doctype html><title>Hello</title>', { 'content-type': 'text/html' })
    const session = accept(request)
    if (get === 'acceptAndClose') return endedStream()
    const cursor = cursorOf(request)
    const position = cursor === undefined ? undefined : find(session, cursor)
    if (cursor !== undefined && !position) return answerUnknownCursor()
    const line = (position && session.line(position.stream)) ?? (await listen(session))
    return stream({ session, line, ...(position && { position }) })
  }

  function open(request: Request): Exchange {
    const session = accept(request)
    const cursor = cursorOf(request)
    const position = cursor === undefined ? undefined : find(session, cursor)
    const line = (position && session.line(position.stream)) ?? session.openLine()
    if (line.requests.length === 0) session.listenOn(line)
    const [original] = line.requests
    return {
      headers: {},
      line,
      request: original,
      ...(position && { seen: position.seen }),
      retry: config().retry,
      persistent: true,
      answer: async ({ store = false }) => original && serve(session, original, line, { store }),
      ask: (request) => session.ask(line, request, { store: false }),
    }
  }

  function accept(request: Request): Session {
    checkGet(request)
    checkVersionOnOffer(request, config())
    const session = sessions.of(request)
    checkVersionOfSession(request, session.record.version)
    return session
  }

  function find(session: Session, cursor: string): Position | undefined {
    return store.find(session.record.id, cursor) ?? store.find(session.record.id, asUtf8(cursor))
  }

  function answerUnknownCursor(): Response {
    const { unknownCursor } = config()
    if (unknownCursor === 'empty') return endedStream()
    throw refusal(unknownCursor.status, -32000, 'Last-Event-ID names no known event')
  }

  async function listen(session: Session): Promise<Line> {
    const earlier = session.listening()?.connection()
    if (earlier && !(await endsSoon(earlier))) throw refusal(409, -32000, 'This session has a GET stream already')
    return session.openLine()
  }

  async function endsSoon({ signal }: Connection): Promise<boolean> {
    await clock.wait(GRACE, signal).catch(() => {})
    return signal.aborted
  }

  function stream({ session, line, position }: Target): Response {
    const connection = createConnection()
    line.attach(connection)
    if (line.requests.length === 0) session.listenOn(line)
    // Its id stands for the place the client has come to, so that it loses nothing by leaving before the replay.
    const primes = config().prime && session.record.version === POLLING_VERSION && session.record.id !== ''
    if (primes) line.prime({ retry: config().retry, seen: position?.seen })
    if (position) line.replay(config().replay === 'duplicate' ? oneEarlier(position) : position)
    if (line.isFinished()) line.closeConnection()
    return new Response(connection.body, { headers: SSE_HEADERS })
  }
}

function endedStream(): Response {
  const connection = createConnection()
  connection.close()
  return new Response(connection.body, { headers: SSE_HEADERS })
}

function oneEarlier({ stream, seen }: Position): Position {
  return { stream, seen: Math.max(0, seen - 1) }
}

/** An empty header is no cursor: a client that forgot its last id may still send the name. */
function cursorOf(request: Request): string | undefined {
  return request.headers.get('last-event-id') || undefined
}

/** Header values arrive as bytes in the guise of Latin-1, while event ids are UTF-8. */
function asUtf8(value: string): string {
  return new TextDecoder().decode(Uint8Array.from(value, (character) => character.charCodeAt(0)))
}
