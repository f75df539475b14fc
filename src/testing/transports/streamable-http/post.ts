/** POST: takes the client's messages, and answers requests with a JSON body or a stream. */
import type { ServerConfig } from '../../config.ts'
import { emptyResponse, jsonResponse } from '../../http/responses.ts'
import { type RpcRequest, resultMessage } from '../../jsonrpc/message.ts'
import { POLLING_VERSION } from '../../revisions.ts'
import type { Exchange } from '../../script/exchange.ts'
import { SSE_HEADERS } from '../../sse/encode.ts'
import type { ResumableStream, StoreOption } from '../../sse/resumable-stream.ts'
import { createSseConnection } from '../../sse/sse-connection.ts'
import type { Initialize } from '../initialize.ts'
import { cancelledMessage, type ServeRequest } from './serve-request.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { checkBatch, checkPost, checkVersionOfSession, checkVersionOnOffer, parsePost } from './validation.ts'

export interface PostOptions {
  sessions: Sessions
  serve: ServeRequest
  initialize: Initialize
  config: () => ServerConfig
}

/** The requests of an acceptable body; its notifications and responses have been received. */
interface AcceptedPost {
  session: Session
  headers: Record<string, string>
  requests: RpcRequest[]
  isBatch: boolean
  /** Whether the client knows priming events. */
  knowsPriming: boolean
  answer(request: RpcRequest, stream: ResumableStream | undefined, options: StoreOption): Promise<object | undefined>
}

export interface PostRequests {
  post(request: Request, text: string): Promise<Response>
  openExchange(request: Request, text: string): Exchange
}

export function createPost({ sessions, serve, initialize, config }: PostOptions): PostRequests {
  return { post, openExchange }

  async function post(request: Request, text: string): Promise<Response> {
    const accepted = accept(request, text)
    const { headers, requests } = accepted
    if (requests.length === 0) return emptyResponse(202, headers)
    return config().answer === 'json' ? jsonResponse(200, await answerAll(accepted), headers) : answerOnStream(accepted)
  }

  function openExchange(request: Request, text: string): Exchange {
    const { session, headers, requests, answer } = accept(request, text)
    const stream = session.openStream(requests)
    return {
      headers,
      stream,
      request: requests[0],
      retry: config().retry,
      persistent: true,
      answer: async ({ store = false }) => requests[0] && answer(requests[0], stream, { store }),
      sendRequest: (request) => session.sendRequest(stream, request, { store: false }),
    }
  }

  function accept(request: Request, text: string): AcceptedPost {
    checkPost(request)
    const body = parsePost(text)
    checkVersionOnOffer(request, config())
    const [first] = body.messages
    if (!body.isBatch && first?.kind === 'request' && first.method === 'initialize') return acceptInitialize(first)
    const session = sessions.forRequest(request)
    const { version } = session.record
    checkVersionOfSession(request, version)
    checkBatch(body, version)
    for (const message of body.messages) if (message.kind !== 'request') session.receive(message)
    const requests = body.messages.filter((message) => message.kind === 'request')
    return {
      session,
      headers: {},
      requests,
      isBatch: body.isBatch,
      knowsPriming: version === POLLING_VERSION,
      answer: (request, stream, options) => serve(session, request, stream, options),
    }
  }

  function acceptInitialize(request: RpcRequest): AcceptedPost {
    const { protocolVersion: requested, capabilities = {} } = request.params
    const result = initialize(request.params)
    const version = result.protocolVersion
    const session = sessions.issue({ version, clientCapabilities: capabilities as Record<string, unknown> })
    return {
      session,
      headers: sessions.headersOf(session),
      requests: [request],
      isBatch: false,
      // A client that asked for another revision may not know priming events, even if it was answered with this one.
      knowsPriming: requested === POLLING_VERSION && version === POLLING_VERSION,
      answer: async () => resultMessage(request.id, result),
    }
  }

  async function answerAll({ requests, isBatch, answer }: AcceptedPost): Promise<object> {
    const all = requests.map(
      async (request) => (await answer(request, undefined, { store: true })) ?? cancelledMessage(request),
    )
    const messages = await Promise.all(all)
    return isBatch ? messages : messages[0]!
  }

  function answerOnStream({ session, headers, requests, knowsPriming, answer }: AcceptedPost): Response {
    const stream = session.openStream(requests)
    const connection = createSseConnection()
    stream.attach(connection)
    // The priming event is stored before the work begins, so that the order in the store is that on the wire.
    if (knowsPriming && config().prime) stream.prime({ retry: config().retry })
    const all = requests.map(async (request) => {
      const message = await answer(request, stream, { store: true })
      if (message) await stream.send(message, { store: true })
    })
    Promise.all(all).then(stream.finish)
    return new Response(connection.body, { headers: { ...SSE_HEADERS, ...headers } })
  }
}
