/** POST: takes messages in, and answers requests with a JSON body or a stream. */
import { POLLING_VERSION } from '../../config.ts'
import { createConnection } from '../../sse/sse-connection.ts'
import type { Exchange } from '../../script/exchange.ts'
import type { Initialize } from '../initialize.ts'
import { answerOf, type RpcRequest } from '../../jsonrpc/message.ts'
import type { Line } from '../../sse/resumable-stream.ts'
import { replyEmpty, replyJson } from '../../http/responses.ts'
import type { ServerConfig } from '../../script/script.ts'
import { cancelled, type Serve } from './serve-request.ts'
import type { Keep, Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { checkBatch, checkPost, checkVersionOfSession, checkVersionOnOffer, parsePost } from './validation.ts'

export interface PostOptions {
  sessions: Sessions
  serve: Serve
  initialize: Initialize
  config: () => ServerConfig
}

/** A body that was found acceptable; its notifications and responses have been heard. */
interface Accepted {
  session: Session
  headers: Record<string, string>
  requests: RpcRequest[]
  isBatch: boolean
  /** Whether the client knows priming events. */
  primes: boolean
  answer(request: RpcRequest, line: Line | undefined, options: Keep): Promise<object | undefined>
}

export const SSE_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }

export interface PostRequests {
  post(request: Request, text: string): Promise<Response>
  open(request: Request, text: string): Exchange
}

export function createPost({ sessions, serve, initialize, config }: PostOptions): PostRequests {
  return { post, open }

  async function post(request: Request, text: string): Promise<Response> {
    const accepted = accept(request, text)
    const { headers, requests } = accepted
    if (requests.length === 0) return replyEmpty(202, headers)
    return config().answer === 'json' ? replyJson(200, await answerAll(accepted), headers) : answerOnStream(accepted)
  }

  function open(request: Request, text: string): Exchange {
    const { session, headers, requests, answer } = accept(request, text)
    const line = session.openLine(requests)
    return {
      headers,
      line,
      request: requests[0],
      retry: config().retry,
      persistent: true,
      answer: async ({ store = false }) => requests[0] && answer(requests[0], line, { store }),
      ask: (request) => session.ask(line, request, { store: false }),
    }
  }

  function accept(request: Request, text: string): Accepted {
    checkPost(request)
    const body = parsePost(text)
    checkVersionOnOffer(request, config())
    const [first] = body.messages
    if (!body.isBatch && first?.kind === 'request' && first.method === 'initialize') return greet(first)
    const session = sessions.of(request)
    const { version } = session.record
    checkVersionOfSession(request, version)
    checkBatch(body, version)
    for (const message of body.messages) if (message.kind !== 'request') session.hear(message)
    const requests = body.messages.filter((message) => message.kind === 'request')
    return {
      session,
      headers: {},
      requests,
      isBatch: body.isBatch,
      primes: version === POLLING_VERSION,
      answer: (request, line, options) => serve(session, request, line, options),
    }
  }

  function greet(request: RpcRequest): Accepted {
    const { protocolVersion: requested, capabilities = {} } = request.params
    const result = initialize(request.params)
    const version = result.protocolVersion
    const session = sessions.issue({ version, clientCapabilities: capabilities as Record<string, unknown> })
    return {
      session,
      headers: sessions.headersOf(session),
      requests: [request],
      isBatch: false,
      // A client that asked for a revision unknown here may not know priming events either.
      primes: requested === POLLING_VERSION && version === POLLING_VERSION,
      answer: async () => answerOf(request.id, result),
    }
  }

  async function answerAll({ requests, isBatch, answer }: Accepted): Promise<object> {
    const all = requests.map(
      async (request) => (await answer(request, undefined, { store: true })) ?? cancelled(request),
    )
    const messages = await Promise.all(all)
    return isBatch ? messages : messages[0]!
  }

  function answerOnStream({ session, headers, requests, primes, answer }: Accepted): Response {
    const line = session.openLine(requests)
    const connection = createConnection()
    line.attach(connection)
    // The priming event is stored before the work begins, so that the order in the store is that on the wire.
    if (primes && config().prime) line.prime({ retry: config().retry })
    const all = requests.map(async (request) => {
      const message = await answer(request, line, { store: true })
      if (message) await line.send(message, { store: true })
    })
    Promise.all(all).then(line.finish)
    return new Response(connection.body, { headers: { ...SSE_HEADERS, ...headers } })
  }
}
