/** One server with all its transports, which share features and listeners. */
import { orAborted } from '../util/abort.ts'
import { handshakeVersions, STATELESS_VERSION } from '../config.ts'
import type { Exchange } from '../script/exchange.ts'
import { createFeatures } from '../features/features.ts'
import { type Clock, Fault, type Handle } from '../features/request-context.ts'
import { createHttpSse } from './http-sse/http-sse.ts'
import { type InitializeResult, negotiateVersion } from './initialize.ts'
import { nameOf, notification, readMessage } from '../jsonrpc/message.ts'
import { createLine } from '../sse/resumable-stream.ts'
import { createModern, isModern } from './modern/modern.ts'
import { replyEmpty } from '../http/responses.ts'
import type { ServerConfig } from '../script/script.ts'
import type { Store } from '../sse/store.ts'
import { createStreamable } from './streamable-http/streamable-http.ts'
import { createToken } from '../util/random-id.ts'

export interface TransportOptions {
  store: Store
  clock: Clock
  random: () => number
  config: () => ServerConfig
}

/** A request whose body has been read. */
export interface Received {
  request: Request
  /** Path inside the realm. */
  path: string
  text: string
  body: unknown
}

export interface Transports {
  /** Serves a request; throws a Refusal when it is not acceptable. */
  fetch(received: Received): Promise<Response>
  /** The means to answer this request otherwise. */
  open(received: Received): Exchange
  announce(method: string, params?: object): void
  ask(method: string, params?: object): void
  expire(): void
}

export function createTransports({ store, clock, random, config }: TransportOptions): Transports {
  const features = createFeatures({ random, config })
  const handle = withPing(features.handle, config)
  const common = { handle, clock, random, announce }
  const streamable = createStreamable({ ...common, store, config, initialize })
  // The host notices clients that leave, so nobody has to write in order to find out.
  const httpSse = createHttpSse({ ...common, config: () => config().sse, initialize, patrol: 0 })
  const modern = createModern({ features, clock, random, config, announce })
  return { fetch, open, announce, ask, expire }

  async function fetch(received: Received): Promise<Response> {
    const { request, path, text, body } = received
    const { method } = request
    const { ping, get } = config()
    if (nameOf(body) === 'ping' && typeof ping === 'object' && 'status' in ping) return replyEmpty(ping.status)
    if (path === '/sse') return method === 'GET' ? httpSse.open(request) : replyEmpty(405, { allow: 'GET' })
    if (path === '/message') return method === 'POST' ? httpSse.post(again(received)) : replyEmpty(405)
    if (path !== '/mcp') return replyEmpty(404)
    if (method === 'GET' && get === 'sse') return httpSse.open(request)
    return isStateless(received) ? serveStateless(method, request, body) : streamable.fetch(request, text)
  }

  function open(received: Received): Exchange {
    const { request, path, text } = received
    const { method } = request
    const isLegacy = path === '/mcp' && (method === 'GET' || method === 'POST') && !isStateless(received)
    return isLegacy ? streamable.open(request, text) : openPlain(received)
  }

  function isStateless({ request, body }: Received): boolean {
    const { versions } = config()
    if (handshakeVersions(config()).length === 0) return true
    const stateless = versions.filter((version) => version >= STATELESS_VERSION)
    return request.method === 'POST' && stateless.length > 0 && isModern(request, body, stateless)
  }

  async function serveStateless(method: string, request: Request, body: unknown): Promise<Response> {
    return method === 'POST' ? modern.serve(request, body) : replyEmpty(405, { allow: 'POST' })
  }

  /** Where nothing is kept and leaving is cancelling. */
  function openPlain({ path, body }: Received): Exchange {
    const message = path === '/mcp' ? readMessage(body) : undefined
    const request = message?.kind === 'request' ? message : undefined
    const requests = request ? [request] : []
    const line = createLine({ id: createToken(random, 8), session: '', store: undefined, requests })
    const notify = (method: string, params?: object) => line.send(notification(method, params))
    return {
      headers: {},
      line,
      request,
      persistent: false,
      async answer() {
        if (!request) return undefined
        const signal = line.connection()?.signal ?? new AbortController().signal
        const { id, method, params } = request
        return (await modern.answer({ jsonrpc: '2.0', id, method, params }, { signal, notify, clock })).response
      },
      ask: async (request) => line.send({ jsonrpc: '2.0', id: 'server-1', ...request }),
    }
  }

  function announce(method: string, params?: object): void {
    streamable.announce(method, params)
    httpSse.announce(method, params)
    modern.announce(method, params)
  }

  function ask(method: string, params?: object): void {
    streamable.ask(method, params)
    httpSse.ask(method, params)
  }

  function expire(): void {
    streamable.expire()
    httpSse.expire()
  }

  function initialize({ protocolVersion }: Record<string, unknown>): InitializeResult {
    const version = negotiateVersion(protocolVersion, config().versions)
    const { serverInfo, instructions } = features
    const capabilities = features.capabilities(version)
    return { protocolVersion: version, ...(capabilities && { capabilities }), serverInfo, instructions }
  }
}

/** A `ping` that is answered as configured; a mere HTTP status is not for features to give. */
function withPing(handle: Handle, config: () => ServerConfig): Handle {
  return async (method, params, peer) => {
    const { ping } = config()
    if (method !== 'ping' || ping === 'ok' || (typeof ping === 'object' && 'status' in ping)) {
      return handle(method, params, peer)
    }
    if (ping === 'never') return orAborted(new Promise<never>(() => {}), peer.signal)
    throw new Fault(ping.code, ping.message)
  }
}

/** The same request with its body still to be read. */
function again({ request, text }: Received): Request {
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, body: text, signal })
}
