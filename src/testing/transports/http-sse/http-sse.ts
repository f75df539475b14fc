/** The HTTP+SSE transport (2024-11-05) of the mock server: a GET opens a session's stream, POSTs talk to it. */
import type { Clock, Handle } from '../../features/request-context.ts'
import { parseBody, readMessage } from '../../jsonrpc/message.ts'
import { replyEmpty, replyText } from '../../http/responses.ts'
import { createToken } from '../../util/random-id.ts'
import { createSseConnection, type Ended, type SseConfig, type SseConnection } from './connection.ts'
import type { Initialize } from '../initialize.ts'
import { createSession, type Session } from './session.ts'
import { isSessionId } from './session-id.ts'

export interface HttpSseOptions {
  handle: Handle
  initialize: Initialize
  clock: Clock
  random: () => number
  config: () => SseConfig
  /** Where messages are POSTed, without the session id. Default: `message` beside the request's own path. */
  messageUrl?: (request: Request) => URL
  /** Told to everybody, also outside this transport. Default: `announce` of this transport. */
  announce?: (method: string, params?: object) => void
  /** Told once per connection, after its cleanup. */
  onEnded?: (sessionId: string, ended: Ended) => void
  /**
   * Milliseconds of silence after which a comment finds out whether the client is still there. Only for a host that
   * neither cancels the body nor aborts the request when a client leaves. @default 0, off
   */
  patrol?: number
  /** Milliseconds that running requests get to stop after their client left. @default 5_000 */
  cleanupTimeout?: number
}

export interface HttpSse {
  /** GET: opens a session and its stream. */
  open(request: Request): Response
  /** POST: one message of the session that the query names. */
  post(request: Request): Promise<Response>
  /** A notification to every session. */
  announce(method: string, params?: object): void
  /** A request to every session; resolves with those results that came. */
  ask(method: string, params?: object): Promise<Record<string, unknown>[]>
  /** Forgets all sessions while their streams stay open: POSTs get 404 from now on. */
  expire(): void
  /** Ends all streams; resolves after their cleanup. */
  closeAll(): Promise<void>
  /** Streams that are open now. */
  size(): number
}

interface Member {
  connection: SseConnection
  session: Session
}

export function createHttpSse(options: HttpSseOptions): HttpSse {
  const { config, random, patrol = 0, cleanupTimeout = 5_000 } = options
  const streams = new Map<string, Member>()
  const sessions = new Map<string, Session>()

  return {
    open,
    post,
    announce,
    ask,
    expire: () => sessions.clear(),
    closeAll,
    size: () => streams.size,
  }

  function open(request: Request): Response {
    const id = createToken(random, 32)
    const member = createMember(id, request)
    streams.set(id, member)
    sessions.set(id, member.session)
    const { connection } = member
    connection.closed.then((ended) => options.onEnded?.(id, ended))
    const response = connection.connect()
    if (request.signal.aborted) connection.disconnect('client-left')
    request.signal.addEventListener('abort', () => connection.disconnect('client-left'), { once: true })
    return response
  }

  function createMember(id: string, request: Request): Member {
    const connection = createSseConnection({
      clock: options.clock,
      config,
      patrol,
      cleanupTimeout,
      endpoints: endpointsOf(request, id),
      onDisconnect: () => {
        streams.delete(id)
        sessions.delete(id)
        return session.end()
      },
    })
    const session = createSession({ ...options, send: connection.send, announce: options.announce ?? announce })
    return { connection, session }
  }

  function endpointsOf(request: Request, id: string): string[] {
    const { endpoint, ibm } = config()
    if (typeof endpoint === 'object') return [endpoint.url]
    if (endpoint === 'never') return []
    const name = (sessionId: string) => {
      const url = options.messageUrl?.(request) ?? new URL('message', request.url)
      url.searchParams.set('session_id', sessionId)
      return ibm || endpoint === 'absolute' ? url.href : url.pathname + url.search
    }
    // The second one names nobody, so that a client that switches to it is found out.
    return endpoint === 'twice' ? [name(id), name(createToken(random, 32))] : [name(id)]
  }

  async function post(request: Request): Promise<Response> {
    const id = new URL(request.url).searchParams.get('session_id')
    if (!isSessionId(id)) return replyText(400, 'session_id must be 1 to 128 of A-Z a-z 0-9 _ -')
    const session = sessions.get(id)
    if (!session) return replyText(404, 'There is no such session')
    const { postStatus } = config()
    if (postStatus >= 300) return replyText(postStatus, 'Refused as configured')
    const message = readMessage(parseBody(await request.text()))
    if (!message) return replyText(400, 'The body is not a JSON-RPC message')
    session.receive(message)
    return postStatus === 204 ? replyEmpty(204) : replyText(postStatus, 'Accepted')
  }

  function announce(method: string, params?: object): void {
    for (const { session } of streams.values()) session.notify(method, params)
  }

  async function ask(method: string, params?: object): Promise<Record<string, unknown>[]> {
    const asked = [...streams.values()].map(({ session }) => session.ask(method, params))
    const outcomes = await Promise.allSettled(asked)
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }

  async function closeAll(): Promise<void> {
    const open = [...streams.values()]
    for (const { connection } of open) connection.disconnect()
    await Promise.all(open.map(({ connection }) => connection.closed))
  }
}
