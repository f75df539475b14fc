/** How the examined server was met: which eras it speaks, and one connection of each to send requests on. */
import type { Exchange, Http, Live, Outgoing } from './http.ts'
import { connectHttpSse } from './http-sse.ts'
import {
  type Answer,
  answerOf,
  HANDSHAKE,
  initializeRequest,
  type RpcRequest,
  request,
  STATELESS,
  statelessHeaders,
  statelessRequest,
  VERSION_HEADER_SINCE,
} from './rpc.ts'

export interface Asked {
  exchange: Exchange
  answer?: Answer | undefined
}

export interface AskOptions {
  headers?: Record<string, string>
  /** Milliseconds to wait for the answer. */
  limit?: number
}

/** A way to send requests: stateless, in a session, or over HTTP+SSE. */
export interface Connection {
  kind: 'stateless' | 'handshake' | 'http+sse'
  revision: string
  /** The result of `initialize` or `server/discover`. */
  introduction: Record<string, unknown>
  /** The exchange that it came with. */
  introduced: Exchange
  ask(method: string, params?: Record<string, unknown>, options?: AskOptions): Promise<Asked>
}

export interface Session extends Connection {
  kind: 'handshake'
  /** Absent when the server gave none, or does not let pages read it. */
  id?: string
  /** The headers of every request in it. */
  headers: Record<string, string>
  /** The answer to `notifications/initialized`. */
  initialized: Exchange
}

/** The way of 2024-11-05: one stream for all answers. */
export interface HttpSse extends Connection {
  stream: Live
}

export type Send = (outgoing: Outgoing, message?: RpcRequest, limit?: number) => Promise<Asked>

export interface Server {
  http: Http
  url: string
  /** The first exchange of all. */
  first: Exchange
  /** The answer to `server/discover`. */
  discovery: Asked
  stateless?: Connection
  /** The answer to `initialize` with the newest revision. */
  initialization: Asked
  /** The revision that it was answered with. */
  offered?: string
  /** Of the newest revision that the server speaks. */
  session?: Session
  httpSse?: HttpSse
  /** What requests of no particular era use; absent when the server was not understood at all. */
  main?: Connection
  send: Send
  /** Asks for a session by the handshake; undefined when the server refuses. */
  openSession(revision: string): Promise<Session | Asked>
  /** Ends a session, and resolves with the answer. */
  closeSession(session: Session): Promise<Exchange | undefined>
  /** Ends all that is still open. */
  close(): Promise<void>
}

/** Milliseconds until a closed stream is asked for again, where the server does not say. */
const DEFAULT_RETRY = 1_000

export async function meetServer(http: Http, url: string, limit: number): Promise<Server> {
  const sessions = new Set<Omit<Session, 'initialized'>>()
  const discover = statelessRequest('server/discover')
  const discovery = await send({ body: discover, headers: statelessHeaders(discover) }, discover)
  if (discovery.exchange.isRedirect) http.followRedirects()
  const opened = await openSession(HANDSHAKE[0])
  const offered = 'kind' in opened ? opened.revision : undefined
  const session = 'kind' in opened ? await preferNewer(opened) : undefined
  const initialization = 'kind' in opened ? { exchange: opened.introduced } : opened
  const stateless = await connectStateless()
  const httpSse = session || stateless ? undefined : await connectHttpSse(http, send, url, limit)
  const main = stateless ?? session ?? httpSse
  return {
    http,
    url,
    first: discovery.exchange,
    discovery,
    initialization,
    ...(offered !== undefined && { offered }),
    ...(stateless && { stateless }),
    ...(session && { session }),
    ...(httpSse && { httpSse }),
    ...(main && { main }),
    send,
    openSession,
    closeSession,
    async close() {
      httpSse?.stream.close()
      await Promise.all([...sessions].map(closeSession))
    },
  }

  async function send(outgoing: Outgoing, message?: RpcRequest, ms = limit): Promise<Asked> {
    const until = performance.now() + ms
    const first = await sendOnce(outgoing, message, ms)
    let { exchange, answer } = first
    let cursor = exchange.ids.at(-1)
    // A server may close the stream before its answer, to be asked for the rest later.
    while (message && !answer && exchange.end === 'ended' && cursor !== undefined) {
      const left = until - performance.now()
      const delay = Math.max(exchange.retry ?? DEFAULT_RETRY, 10)
      if (exchange.status !== 200 || delay > left) break
      await new Promise((resolve) => setTimeout(resolve, delay))
      const headers = { ...outgoing.headers, 'last-event-id': cursor }
      ;({ exchange, answer } = await sendOnce({ ...outgoing, method: 'GET', body: undefined, headers }, message, left))
      cursor = exchange.ids.at(-1) ?? cursor
    }
    return { exchange: first.exchange, answer }
  }

  async function sendOnce(outgoing: Outgoing, message: RpcRequest | undefined, ms: number): Promise<Asked> {
    const live = await http.open({ ...outgoing, limit: ms })
    const { exchange } = live
    const find = () => answerOf(exchange.messages, message?.id)
    await live.waitFor(() => find() !== undefined, ms)
    live.close()
    return { exchange, answer: find() }
  }

  async function connectStateless(): Promise<Connection | undefined> {
    const asked = discovery.exchange.isRedirect
      ? await send({ body: discover, headers: statelessHeaders(discover) }, discover)
      : discovery
    const { supportedVersions } = asked.answer?.result ?? {}
    if (!Array.isArray(supportedVersions) || !supportedVersions.includes(STATELESS)) return undefined
    return {
      kind: 'stateless',
      revision: STATELESS,
      introduction: asked.answer!.result!,
      introduced: asked.exchange,
      ask(method, params = {}, { headers, limit: ms } = {}) {
        const message = statelessRequest(method, params)
        return send({ body: message, headers: { ...statelessHeaders(message), ...headers } }, message, ms)
      },
    }
  }

  async function openSession(revision: string): Promise<Session | Asked> {
    const message = initializeRequest(revision)
    const asked = await send({ body: message }, message)
    const { exchange, answer } = asked
    const negotiated = answer?.result?.protocolVersion
    if (typeof negotiated !== 'string') return asked
    const id = exchange.responseHeaders['mcp-session-id']
    const headers = {
      ...(id !== undefined && { 'mcp-session-id': id }),
      ...(negotiated >= VERSION_HEADER_SINCE && { 'mcp-protocol-version': negotiated }),
    }
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const session: Omit<Session, 'initialized'> = {
      kind: 'handshake',
      revision: negotiated,
      introduction: answer!.result!,
      introduced: exchange,
      ...(id !== undefined && { id }),
      headers,
      ask(method, params, { headers: more, limit: ms } = {}) {
        const body = request(method, params)
        return send({ body, headers: { ...headers, ...more } }, body, ms)
      },
    }
    // From here on it has to be ended, also when the examination is stopped during the notification.
    sessions.add(session)
    return Object.assign(session, { initialized: await sendNotification(notification, headers) })
  }

  /** Some servers offer an old revision, but speak a newer one when they are asked for it. */
  async function preferNewer(session: Session): Promise<Session> {
    for (const revision of HANDSHAKE.slice(1).filter((known) => known > session.revision)) {
      const opened = await openSession(revision)
      if (!('kind' in opened)) continue
      const isNewer = opened.revision === revision
      await closeSession(isNewer ? session : opened)
      if (isNewer) return opened
    }
    return session
  }

  async function sendNotification(body: object, headers: Record<string, string>): Promise<Exchange> {
    const live = await http.open({ body, headers })
    // Its body, if any, is a part of what is checked.
    await live.waitFor(() => false, Math.min(limit, 1_000))
    live.close()
    return live.exchange
  }

  async function closeSession(session: Omit<Session, 'initialized'>): Promise<Exchange | undefined> {
    if (!sessions.delete(session) || session.id === undefined) return undefined
    const { exchange } = await send({ method: 'DELETE', headers: session.headers, keepalive: true })
    return exchange
  }
}
