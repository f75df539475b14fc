/** The HTTP+SSE transport (2024-11-05): a GET opens a session and its stream, POSTs carry the client's messages. */
import type { Clock } from '../../clock/clock.ts'
import type { HandleRequest } from '../../features/request-context.ts'
import { emptyResponse, textResponse } from '../../http/responses.ts'
import { parseBody, readMessage } from '../../jsonrpc/message.ts'
import { createRandomId } from '../../util/random-id.ts'
import type { Initialize } from '../initialize.ts'
import {
  type ConnectionEnd,
  createHttpSseConnection,
  type HttpSseConfig,
  type HttpSseConnection,
} from './connection.ts'
import { createSession, type Session } from './session.ts'
import { isSessionId } from './session-id.ts'

export interface HttpSseOptions {
  handle: HandleRequest
  initialize: Initialize
  clock: Clock
  random: () => number
  config: () => HttpSseConfig
  /** Where messages are POSTed, without the session id. @default `message` beside the request's own path */
  messageUrl?: (request: Request) => URL
  /** Sends a notification to all clients, also those of other transports. @default `broadcast` of this transport */
  broadcast?: (method: string, params?: object) => void
  /** Called once per connection, after its cleanup. */
  onEnded?: (sessionId: string, ended: ConnectionEnd) => void
  /**
   * Milliseconds of silence after which a comment is written, to find out whether the client is there. Only for a
   * host that neither cancels the body nor aborts the request when a client leaves. @default 0, off
   */
  heartbeat?: number
  /** Milliseconds that running requests get to stop after their client left. @default 5_000 */
  cleanupTimeout?: number
}

export interface HttpSse {
  /** GET: opens a session and its stream. */
  open(request: Request): Response
  /** POST: one message of the session that the query names. */
  post(request: Request): Promise<Response>
  /** A notification to every session. */
  broadcast(method: string, params?: object): void
  /** A request to every session; resolves with the results of those that did not fail. */
  sendRequest(method: string, params?: object): Promise<Record<string, unknown>[]>
  /** Forgets all sessions while their streams stay open: POSTs get 404 from now on. */
  expireSessions(): void
  /** Ends all streams; resolves after their cleanup. */
  closeAll(): Promise<void>
  /** Streams that are open now. */
  size(): number
}

interface OpenStream {
  connection: HttpSseConnection
  session: Session
}

export function createHttpSse(options: HttpSseOptions): HttpSse {
  const { config, random, heartbeat = 0, cleanupTimeout = 5_000 } = options
  const streams = new Map<string, OpenStream>()
  const sessions = new Map<string, Session>()

  return {
    open,
    post,
    broadcast,
    sendRequest,
    expireSessions: () => sessions.clear(),
    closeAll,
    size: () => streams.size,
  }

  function open(request: Request): Response {
    const id = createRandomId(random, 32)
    const stream = createStream(id, request)
    streams.set(id, stream)
    sessions.set(id, stream.session)
    const { connection } = stream
    connection.closed.then((ended) => options.onEnded?.(id, ended))
    const response = connection.connect()
    if (request.signal.aborted) connection.disconnect('client-left')
    request.signal.addEventListener('abort', () => connection.disconnect('client-left'), { once: true })
    return response
  }

  function createStream(id: string, request: Request): OpenStream {
    const connection = createHttpSseConnection({
      clock: options.clock,
      config,
      heartbeat,
      cleanupTimeout,
      endpoints: endpointsFor(request, id),
      onDisconnect: () => {
        streams.delete(id)
        sessions.delete(id)
        return session.end()
      },
    })
    const session = createSession({ ...options, send: connection.send, broadcast: options.broadcast ?? broadcast })
    return { connection, session }
  }

  function endpointsFor(request: Request, id: string): string[] {
    const { endpoint, ibm } = config()
    if (typeof endpoint === 'object') return [endpoint.url]
    if (endpoint === 'never') return []
    const endpointOf = (sessionId: string) => {
      const url = options.messageUrl?.(request) ?? new URL('message', request.url)
      url.searchParams.set('session_id', sessionId)
      return ibm || endpoint === 'absolute' ? url.href : url.pathname + url.search
    }
    // The second one has no session, so that a client that switches to it gets 404.
    return endpoint === 'twice' ? [endpointOf(id), endpointOf(createRandomId(random, 32))] : [endpointOf(id)]
  }

  async function post(request: Request): Promise<Response> {
    const id = new URL(request.url).searchParams.get('session_id')
    if (!isSessionId(id)) return textResponse(400, 'session_id must be 1 to 128 of A-Z a-z 0-9 _ -')
    const session = sessions.get(id)
    if (!session) return textResponse(404, 'There is no such session')
    const { postStatus } = config()
    if (postStatus >= 300) return textResponse(postStatus, 'Refused as configured')
    const message = readMessage(parseBody(await request.text()))
    if (!message) return textResponse(400, 'The body is not a JSON-RPC message')
    session.receive(message)
    return postStatus === 204 ? emptyResponse(204) : textResponse(postStatus, 'Accepted')
  }

  function broadcast(method: string, params?: object): void {
    for (const { session } of streams.values()) session.notify(method, params)
  }

  async function sendRequest(method: string, params?: object): Promise<Record<string, unknown>[]> {
    const sent = [...streams.values()].map(({ session }) => session.sendRequest(method, params))
    const outcomes = await Promise.allSettled(sent)
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }

  async function closeAll(): Promise<void> {
    const open = [...streams.values()]
    for (const { connection } of open) connection.disconnect()
    await Promise.all(open.map(({ connection }) => connection.closed))
  }
}
