/** The stateless era of the mock server: every request carries all that is needed to answer it. */
import type { Features } from '../../features/features.ts'
import { type Clock, Fault, type Peer } from '../../features/request-context.ts'
import { isStateless } from '../../revisions.ts'
import { isObject } from '../../features/json-schema.ts'
import type { ServerConfig } from '../../script/script.ts'
import { answerAsJson, answerAsStream, type Connection, json } from './respond.ts'
import { readMessage } from './envelope.ts'
import { checkHeaders } from './check-headers.ts'
import { createListeners } from './subscriptions.ts'
import {
  CAPABILITIES_KEY,
  type Id,
  type Message,
  metaOf,
  type Outcome,
  refuse,
  succeed,
  VERSION_KEY,
} from './message.ts'
import { complete, hintsFor } from './result.ts'

export { isModern } from './is-modern.ts'

export interface ModernOptions {
  features: Features
  clock: Clock
  random: () => number
  /** Read at each request. */
  config: () => ModernConfig
  /** Takes a notification to everybody who listens, in every era; must call `Modern.announce` in turn. */
  announce?: (method: string, params?: object) => void
}

export interface ModernConfig extends Pick<ServerConfig, 'versions' | 'answer' | 'cache' | 'pageSize'> {
  /** Milliseconds between comments on open streams, for hosts that notice only by writing that a client left. */
  heartbeat?: number
}

export interface Modern {
  /** `body` is the parsed body of the request. */
  serve(request: Request, body: unknown): Promise<Response>
  /** Why `serve` would turn this request down before it looks at what is asked; undefined if it would not. */
  refusal(request: Request, body: unknown): Outcome | undefined
  /** The answer to a request without any check of its headers, for scripted streams. Never rejects. */
  answer(message: Message & { id: Id }, connection: Connection): Promise<Outcome>
  /** A notification to the open `subscriptions/listen` streams that asked for it. */
  announce(method: string, params?: object): void
  /** Ends the open `subscriptions/listen` streams. */
  end(how: 'gracefully' | 'abruptly'): void
}

export function createModern({ features, clock, random, config, announce }: ModernOptions): Modern {
  const heartbeat = () => config().heartbeat ?? 0
  const versions = () => config().versions.filter(isStateless)
  const listeners = createListeners(() => ({ clock, heartbeat: heartbeat(), hasTask: features.hasTask }))
  const state: Peer['state'] = { subscriptions: new Set() }
  return { serve, refusal, answer, announce: listeners.announce, end: listeners.end }

  async function serve(request: Request, body: unknown): Promise<Response> {
    const refused = refusal(request, body)
    if (refused) return json(refused)
    const { id, ...message } = body as Message
    if (id === undefined) return new Response(null, { status: 202 })
    if (message.method === 'subscriptions/listen') return listen({ id, ...message })
    const work = (connection: Connection) => answer({ id, ...message }, connection)
    if (config().answer === 'json') return answerAsJson(request, clock, work)
    return answerAsStream(request, clock, heartbeat(), work)
  }

  function refusal(request: Request, body: unknown): Outcome | undefined {
    try {
      checkMedia(request)
      const message = readMessage(request.headers, body, versions())
      if (message.id === undefined) return undefined
      const tool = message.method === 'tools/call' ? message.params?.name : undefined
      checkHeaders(request.headers, message, typeof tool === 'string' ? features.inputSchema(tool) : undefined)
      return undefined
    } catch (reason) {
      return refuse(isObject(body) ? body.id : undefined, reason, 400)
    }
  }

  function listen(message: Message & { id: Id }): Response {
    try {
      const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: declared } = metaOf(message)
      const client = isObject(declared) ? declared : {}
      return listeners.open(message, { server: features.capabilities(String(version)) ?? {}, client })
    } catch (reason) {
      return json(refuse(message.id, reason, 400))
    }
  }

  async function answer(message: Message & { id: Id }, connection: Connection): Promise<Outcome> {
    const { id, method, params = {} } = message
    try {
      const peer = createPeer(message, connection)
      const result = method === 'server/discover' ? discover(peer.version) : await features.handle(method, params, peer)
      return succeed(id, complete(method, result, features, hintsFor(method, params, config())))
    } catch (reason) {
      return refuse(id, reason)
    }
  }

  function discover(version: string): object {
    const capabilities = features.capabilities(version)
    const { instructions } = features
    return { supportedVersions: config().versions, ...(capabilities && { capabilities }), instructions }
  }

  function createPeer(message: Message, connection: Connection): Peer {
    const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities } = metaOf(message)
    return {
      ...connection,
      version: typeof version === 'string' ? version : versions()[0]!,
      clientCapabilities: isObject(capabilities) ? capabilities : {},
      state,
      random,
      request: () => Promise.reject(new Fault(-32603, 'There are no server requests in this era')),
      announce: announce ?? listeners.announce,
      lasting: { clock, announce: listeners.announce },
      // A stream that ends before its answer is a lost request here, so there is nothing to close and resume.
      closeStream: () => {},
    }
  }
}

function checkMedia({ headers }: Request): void {
  const accept = headers.get('accept') ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    throw new Fault(-32600, 'Accept must list application/json and text/event-stream')
  }
  if (!headers.get('content-type')?.startsWith('application/json')) {
    throw new Fault(-32600, 'Content-Type must be application/json')
  }
}
