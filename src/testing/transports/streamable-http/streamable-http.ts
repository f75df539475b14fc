/** Streamable HTTP with sessions, as 2025-03-26, 2025-06-18 and 2025-11-25 have it. */
import type { Clock } from '../../clock/clock.ts'
import type { ServerConfig } from '../../config.ts'
import type { HandleRequest } from '../../features/request-context.ts'
import { emptyResponse } from '../../http/responses.ts'
import type { Exchange } from '../../script/exchange.ts'
import type { Store } from '../../store.ts'
import type { Initialize } from '../initialize.ts'
import { createGet } from './get.ts'
import { createPost } from './post.ts'
import { createServeRequest } from './serve-request.ts'
import type { Session } from './session.ts'
import { createSessions } from './sessions.ts'
import { checkVersionOfSession, checkVersionOnOffer } from './validation.ts'

export interface StreamableHttpOptions {
  handle: HandleRequest
  initialize: Initialize
  store: Store
  clock: Clock
  random: () => number
  config: () => ServerConfig
  /** Sends a notification to all clients, also those of other transports. */
  broadcast(method: string, params?: object): void
}

export interface StreamableHttp {
  /** Serves a request; throws an ErrorResponse when it is not acceptable. */
  fetch(request: Request, text: string): Promise<Response>
  /** What a script needs to answer this request itself; throws an ErrorResponse when it is not acceptable. */
  openExchange(request: Request, text: string): Exchange
  /** A notification on the GET stream of every session that is to get it. */
  broadcast(method: string, params?: object): void
  /** A server request on every GET stream. */
  sendRequest(method: string, params?: object): void
  /** Ends all sessions. */
  expireSessions(): void
}

export function createStreamableHttp(options: StreamableHttpOptions): StreamableHttp {
  const { store, clock, random, config } = options
  const sessions = createSessions({ store, clock, random, config })
  const serve = createServeRequest({ ...options, save: sessions.save })
  const posts = createPost({ sessions, serve, initialize: options.initialize, config })
  const gets = createGet({ sessions, serve, store, clock, config })
  return { fetch, openExchange, broadcast, sendRequest, expireSessions: sessions.endAll }

  async function fetch(request: Request, text: string): Promise<Response> {
    if (request.method === 'POST') return posts.post(request, text)
    if (request.method === 'GET') return gets.get(request)
    if (request.method === 'DELETE') return terminate(request)
    return emptyResponse(405, { allow: 'GET, POST, DELETE' })
  }

  function openExchange(request: Request, text: string): Exchange {
    return request.method === 'GET' ? gets.openExchange(request) : posts.openExchange(request, text)
  }

  async function terminate(request: Request): Promise<Response> {
    const behaviour = config().delete
    if (behaviour === 'hang') return new Promise(() => {})
    if (behaviour.status >= 400) return emptyResponse(behaviour.status, { allow: 'GET, POST' })
    checkVersionOnOffer(request, config())
    const session = sessions.forRequest(request)
    checkVersionOfSession(request, session.record.version)
    sessions.end(session)
    return emptyResponse(behaviour.status)
  }

  function broadcast(method: string, params?: object): void {
    for (const session of sessions.all()) {
      if (isRecipient(session, method, params)) session.notify(session.getStream(), method, params, { store: true })
    }
  }

  function sendRequest(method: string, params?: object): void {
    for (const session of sessions.all()) {
      session.sendRequest(session.getStream(), { method, params }, { store: true }).catch(() => {})
    }
  }
}

/** Updates of a resource go only to the sessions that subscribed to it. */
function isRecipient({ record }: Session, method: string, params?: object): boolean {
  if (method !== 'notifications/resources/updated') return true
  return record.state.subscriptions.has((params as { uri?: string } | undefined)?.uri ?? '')
}
