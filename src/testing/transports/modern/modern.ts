/** The stateless era: every request carries all that is needed to answer it. */
import type { JsonRpcRequest } from '../../../types/jsonrpc.ts'
import type { Clock } from '../../clock/clock.ts'
import type { ServerConfig } from '../../config.ts'
import type { Features } from '../../features/features.ts'
import type { RequestContext } from '../../features/request-context.ts'
import { INTERNAL_ERROR, INVALID_REQUEST } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isStateless } from '../../revisions.ts'
import { isObject } from '../../util/is-object.ts'
import { checkHeaders } from './check-headers.ts'
import { readEnvelope } from './envelope.ts'
import { CAPABILITIES_KEY, failure, type Message, metaOf, type Outcome, success, VERSION_KEY } from './message.ts'
import { answerAsJson, answerAsStream, type ConnectionContext, outcomeResponse } from './respond.ts'
import { cacheHints, completeResult } from './result.ts'
import { createSubscriptions } from './subscriptions.ts'

export interface ModernOptions {
  features: Features
  clock: Clock
  random: () => number
  /** Read at each request. */
  config: () => ModernConfig
  /** Sends a notification to all clients, in every era; must call `Modern.broadcast` in turn. */
  broadcast?: (method: string, params?: object) => void
}

export interface ModernConfig extends Pick<ServerConfig, 'versions' | 'answer' | 'cache' | 'pageSize'> {
  /** Milliseconds between comments on open streams, for hosts that notice only by writing that a client left. */
  heartbeat?: number
}

export interface Modern {
  /** `body` is the parsed body of the request. */
  serve(request: Request, body: unknown): Promise<Response>
  /** The answer to a request without any check of its headers, for scripted streams. Never rejects. */
  answer(message: JsonRpcRequest, connection: ConnectionContext): Promise<Outcome>
  /** A notification on the open `subscriptions/listen` streams that asked for it. */
  broadcast(method: string, params?: object): void
  /** Ends the open `subscriptions/listen` streams. */
  end(how: 'gracefully' | 'abruptly'): void
}

export function createModern({ features, clock, random, config, broadcast }: ModernOptions): Modern {
  const heartbeat = () => config().heartbeat ?? 0
  const versions = () => config().versions.filter(isStateless)
  const subscriptions = createSubscriptions(() => ({ clock, heartbeat: heartbeat(), hasTask: features.hasTask }))
  const state: RequestContext['state'] = { subscriptions: new Set() }
  return { serve, answer, broadcast: subscriptions.broadcast, end: subscriptions.end }

  async function serve(request: Request, body: unknown): Promise<Response> {
    const refused = findProblem(request, body)
    if (refused) return outcomeResponse(refused)
    const { id, ...message } = body as Message
    if (id === undefined) return new Response(null, { status: 202 })
    if (message.method === 'subscriptions/listen') return listen({ id, ...message })
    const work = (connection: ConnectionContext) => answer({ id, ...message }, connection)
    if (config().answer === 'json') return answerAsJson(request, clock, work)
    return answerAsStream(request, clock, heartbeat(), work)
  }

  /** The error for a request whose headers or envelope are wrong; undefined if they are right. */
  function findProblem(request: Request, body: unknown): Outcome | undefined {
    try {
      checkMediaTypes(request)
      const message = readEnvelope(request.headers, body, versions())
      if (message.id === undefined) return undefined
      const tool = message.method === 'tools/call' ? message.params?.name : undefined
      checkHeaders(request.headers, message, typeof tool === 'string' ? features.inputSchema(tool) : undefined)
      return undefined
    } catch (reason) {
      return failure(isObject(body) ? body.id : undefined, reason, 400)
    }
  }

  function listen(message: JsonRpcRequest): Response {
    try {
      const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: declared } = metaOf(message)
      const client = isObject(declared) ? declared : {}
      return subscriptions.open(message, { server: features.capabilities(String(version)) ?? {}, client })
    } catch (reason) {
      return outcomeResponse(failure(message.id, reason, 400))
    }
  }

  async function answer(message: JsonRpcRequest, connection: ConnectionContext): Promise<Outcome> {
    const { id, method, params = {} } = message
    try {
      const context = createContext(message, connection)
      const isDiscover = method === 'server/discover'
      const result = isDiscover ? discover(context.version) : await features.handle(method, params, context)
      return success(id, completeResult(method, result, features, cacheHints(method, params, config())))
    } catch (reason) {
      return failure(id, reason)
    }
  }

  function discover(version: string): object {
    const capabilities = features.capabilities(version)
    const instructions = features.instructions()
    const words = { ...(capabilities && { capabilities }), ...(instructions !== undefined && { instructions }) }
    return { supportedVersions: config().versions, ...words }
  }

  function createContext(message: Message, connection: ConnectionContext): RequestContext {
    const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities } = metaOf(message)
    return {
      ...connection,
      version: typeof version === 'string' ? version : versions()[0]!,
      clientCapabilities: isObject(capabilities) ? capabilities : {},
      state,
      random,
      request: () => Promise.reject(new ProtocolError(INTERNAL_ERROR, 'There are no server requests in this era')),
      broadcast: broadcast ?? subscriptions.broadcast,
      taskContext: { clock, broadcast: subscriptions.broadcast },
      // Streams of this era cannot be resumed: closing one would lose the request.
      closeStream: () => {},
    }
  }
}

function checkMediaTypes({ headers }: Request): void {
  const accept = headers.get('accept') ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    throw new ProtocolError(INVALID_REQUEST, 'Accept must list application/json and text/event-stream')
  }
  if (!headers.get('content-type')?.startsWith('application/json')) {
    throw new ProtocolError(INVALID_REQUEST, 'Content-Type must be application/json')
  }
}
