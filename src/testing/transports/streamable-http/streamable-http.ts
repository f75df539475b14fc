/** Streamable HTTP with sessions, as 2025-03-26, 2025-06-18 and 2025-11-25 have it. */
import type { Exchange } from '../../script/exchange.ts'
import type { Clock, Handle } from '../../features/request-context.ts'
import type { Initialize } from '../initialize.ts'
import { replyEmpty } from '../../http/responses.ts'
import type { ServerConfig } from '../../script/script.ts'
import type { Store } from '../../sse/store.ts'
import { createGet } from './get.ts'
import { createPost } from './post.ts'
import { createServe } from './serve-request.ts'
import type { Session } from './session.ts'
import { createSessions } from './sessions.ts'
import { checkVersionOfSession, checkVersionOnOffer } from './validation.ts'

export interface StreamableOptions {
  handle: Handle
  initialize: Initialize
  store: Store
  clock: Clock
  random: () => number
  config: () => ServerConfig
  /** Told to everybody, also outside this transport. */
  announce(method: string, params?: object): void
}

export interface Streamable {
  /** Serves a request; throws a Refusal when it is not acceptable. */
  fetch(request: Request, text: string): Promise<Response>
  /** The means to answer this request otherwise; throws a Refusal when it is not acceptable. */
  open(request: Request, text: string): Exchange
  /** A notification on the GET stream of every session that wants it. */
  announce(method: string, params?: object): void
  /** A server request on every GET stream. */
  ask(method: string, params?: object): void
  /** Ends all sessions. */
  expire(): void
}

export function createStreamable(options: StreamableOptions): Streamable {
  const { store, clock, random, config } = options
  const sessions = createSessions({ store, clock, random, config })
  const serve = createServe({ ...options, save: sessions.save })
  const poster = createPost({ sessions, serve, initialize: options.initialize, config })
  const getter = createGet({ sessions, serve, store, clock, config })
  return { fetch, open, announce, ask, expire: sessions.endAll }

  async function fetch(request: Request, text: string): Promise<Response> {
    if (request.method === 'POST') return poster.post(request, text)
    if (request.method === 'GET') return getter.get(request)
    if (request.method === 'DELETE') return terminate(request)
    return replyEmpty(405, { allow: 'GET, POST, DELETE' })
  }

  function open(request: Request, text: string): Exchange {
    return request.method === 'GET' ? getter.open(request) : poster.open(request, text)
  }

  async function terminate(request: Request): Promise<Response> {
    const behaviour = config().delete
    if (behaviour === 'hang') return new Promise(() => {})
    if (behaviour.status >= 400) return replyEmpty(behaviour.status, { allow: 'GET, POST' })
    checkVersionOnOffer(request, config())
    const session = sessions.of(request)
    checkVersionOfSession(request, session.record.version)
    sessions.end(session)
    return replyEmpty(behaviour.status)
  }

  function announce(method: string, params?: object): void {
    for (const session of sessions.all()) {
      if (wants(session, method, params)) session.notify(session.listening(), method, params, { store: true })
    }
  }

  function ask(method: string, params?: object): void {
    for (const session of sessions.all()) {
      session.ask(session.listening(), { method, params }, { store: true }).catch(() => {})
    }
  }
}

/** Updates of a resource are for those who subscribed to it. */
function wants({ record }: Session, method: string, params?: object): boolean {
  if (method !== 'notifications/resources/updated') return true
  return record.state.subscriptions.has((params as { uri?: string } | undefined)?.uri ?? '')
}
