/** All transports of one server, which share its features and its listening clients. */
import type { Clock } from '../clock/clock.ts'
import type { ServerConfig } from '../config.ts'
import { createFeatures, type ServerContent } from '../features/features.ts'
import type { HandleRequest } from '../features/request-context.ts'
import type { ReceivedRequest } from '../http/received-request.ts'
import { emptyResponse } from '../http/responses.ts'
import { messageName, notificationMessage, readMessage } from '../jsonrpc/message.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { handshakeVersions, isStateless } from '../revisions.ts'
import type { Exchange } from '../script/exchange.ts'
import { createResumableStream } from '../sse/resumable-stream.ts'
import type { Store } from '../store.ts'
import { orAborted } from '../util/abort.ts'
import { createRandomId } from '../util/random-id.ts'
import { createHttpSse } from './http-sse/http-sse.ts'
import { type InitializeResult, negotiateVersion } from './initialize.ts'
import { isModern } from './modern/is-modern.ts'
import { createModern } from './modern/modern.ts'
import { createStreamableHttp } from './streamable-http/streamable-http.ts'

export interface TransportOptions {
  store: Store
  clock: Clock
  random: () => number
  config: () => ServerConfig
  content: ServerContent
}

export interface Transports {
  /** Serves a request; throws an ErrorResponse when it is not acceptable. */
  fetch(received: ReceivedRequest): Promise<Response>
  /** What a script needs to answer this request itself; throws an ErrorResponse when it is not acceptable. */
  openExchange(received: ReceivedRequest): Exchange
  /** A notification to every listening client. */
  broadcast(method: string, params?: object): void
  /** A request to every listening client of a handshake revision. */
  sendRequest(method: string, params?: object): void
  expireSessions(): void
}

export function createTransports({ store, clock, random, config, content }: TransportOptions): Transports {
  const features = createFeatures({ random, config, content })
  const handle = withPing(features.handle, config)
  const common = { handle, clock, random, broadcast }
  const streamableHttp = createStreamableHttp({ ...common, store, config, initialize })
  // The host notices clients that leave, so no heartbeat is needed to find out.
  const httpSse = createHttpSse({ ...common, config: () => config().sse, initialize, heartbeat: 0 })
  const modern = createModern({ features, clock, random, config, broadcast })
  return { fetch, openExchange, broadcast, sendRequest, expireSessions }

  async function fetch(received: ReceivedRequest): Promise<Response> {
    const { request, path, text, body } = received
    const { method } = request
    const { ping, get, post } = config()
    if (messageName(body) === 'ping' && typeof ping === 'object' && 'status' in ping) return emptyResponse(ping.status)
    if (path === '/sse') return method === 'GET' ? httpSse.open(request) : emptyResponse(405, { allow: 'GET' })
    if (path === '/message') return method === 'POST' ? httpSse.post(withUnreadBody(received)) : emptyResponse(405)
    if (path !== '/mcp') return emptyResponse(404)
    if (method === 'POST' && post !== 'accept') return emptyResponse(post.status, { allow: 'GET' })
    if (method === 'GET' && get === 'sse') return httpSse.open(request)
    return isModernRequest(received) ? serveModern(method, request, body) : streamableHttp.fetch(request, text)
  }

  function openExchange(received: ReceivedRequest): Exchange {
    const { request, path, text } = received
    const { method } = request
    const isLegacy = path === '/mcp' && (method === 'GET' || method === 'POST') && !isModernRequest(received)
    return isLegacy ? streamableHttp.openExchange(request, text) : openStatelessExchange(received)
  }

  function isModernRequest({ request, body }: ReceivedRequest): boolean {
    const { versions } = config()
    if (handshakeVersions(versions).length === 0) return true
    const stateless = versions.filter(isStateless)
    return request.method === 'POST' && stateless.length > 0 && isModern(request, body, stateless)
  }

  async function serveModern(method: string, request: Request, body: unknown): Promise<Response> {
    return method === 'POST' ? modern.serve(request, body) : emptyResponse(405, { allow: 'POST' })
  }

  /** For requests whose streams are not stored, and that a client cancels by leaving. */
  function openStatelessExchange({ path, body }: ReceivedRequest): Exchange {
    const message = path === '/mcp' ? readMessage(body) : undefined
    const request = message?.kind === 'request' ? message : undefined
    const requests = request ? [request] : []
    const stream = createResumableStream({ id: createRandomId(random, 8), session: '', store: undefined, requests })
    const notify = (method: string, params?: object) => stream.send(notificationMessage(method, params))
    return {
      headers: {},
      stream,
      request,
      persistent: false,
      async answer() {
        if (!request) return undefined
        const signal = stream.connection()?.signal ?? new AbortController().signal
        const { id, method, params } = request
        return (await modern.answer({ jsonrpc: '2.0', id, method, params }, { signal, notify, clock })).response
      },
      sendRequest: async (request) => stream.send({ jsonrpc: '2.0', id: 'server-1', ...request }),
    }
  }

  function broadcast(method: string, params?: object): void {
    streamableHttp.broadcast(method, params)
    httpSse.broadcast(method, params)
    modern.broadcast(method, params)
  }

  function sendRequest(method: string, params?: object): void {
    streamableHttp.sendRequest(method, params)
    httpSse.sendRequest(method, params)
  }

  function expireSessions(): void {
    streamableHttp.expireSessions()
    httpSse.expireSessions()
  }

  function initialize({ protocolVersion }: Record<string, unknown>): InitializeResult {
    const version = negotiateVersion(protocolVersion, config().versions)
    const serverInfo = features.serverInfo()
    const instructions = features.instructions()
    const capabilities = features.capabilities(version)
    return {
      protocolVersion: version,
      ...(capabilities && { capabilities }),
      serverInfo,
      ...(instructions !== undefined && { instructions }),
    }
  }
}

/** Answers `ping` as configured. A configured HTTP status is handled before, by `fetch`. */
function withPing(handle: HandleRequest, config: () => ServerConfig): HandleRequest {
  return async (method, params, context) => {
    const { ping } = config()
    if (method !== 'ping' || ping === 'ok' || (typeof ping === 'object' && 'status' in ping)) {
      return handle(method, params, context)
    }
    if (ping === 'never') return orAborted(new Promise<never>(() => {}), context.signal)
    throw new ProtocolError(ping.code, ping.message)
  }
}

/** The same request with a body that can be read again. */
function withUnreadBody({ request, text }: ReceivedRequest): Request {
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, body: text, signal })
}
