/** Connects over HTTP+SSE, the transport of 2024-11-05: the answers to all requests come on one stream. */
import { isObject } from '../../src/core/util/is-object.ts'
import type { Http } from './http.ts'
import { answerOf, HANDSHAKE, initializeRequest, request } from './rpc.ts'
import type { Connection, HttpSse, Send } from './server.ts'

export async function connectHttpSse(http: Http, send: Send, url: string, limit: number): Promise<HttpSse | undefined> {
  const stream = await http.open({ method: 'GET' })
  const find = () => stream.exchange.events[0]
  await stream.waitFor(() => find() !== undefined, limit)
  const first = find()
  if (first?.event !== 'endpoint' || !URL.canParse(first.data, url)) {
    stream.close()
    return undefined
  }
  const endpoint = new URL(first.data, url)
  if (endpoint.origin !== new URL(url).origin) {
    stream.close()
    return undefined
  }
  const ask: Connection['ask'] = async (method, params, { headers, limit: ms = limit } = {}) => {
    const body = method === 'initialize' ? initializeRequest(HANDSHAKE[3]) : request(method, params)
    const { exchange } = await send({ url: endpoint.href, body, ...(headers && { headers }) })
    // The answer comes on the stream, except for refusals.
    const answer = () =>
      answerOf(
        stream.exchange.messages.filter(({ id }) => id === body.id),
        body.id,
      )
    if ((exchange.status ?? 500) < 400) await stream.waitFor(() => answer() !== undefined, ms)
    return { exchange, answer: answer() ?? answerOf(exchange.messages, body.id) }
  }
  const { answer } = await ask('initialize')
  const revision = answer?.result?.protocolVersion
  if (typeof revision !== 'string' || !isObject(answer?.result)) {
    stream.close()
    return undefined
  }
  await send({ url: endpoint.href, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }, undefined, 1_000)
  const introduced = stream.exchange
  return { kind: 'http+sse', revision, introduction: answer.result, introduced, ask, stream }
}
