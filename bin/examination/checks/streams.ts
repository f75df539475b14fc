/** Streams: priming events, resumption, their end, and what an idle one does. */
import { type Check, connected, inSession } from '../check.ts'
import type { Exchange, Live } from '../http.ts'
import { couldNotTell, good, notApplicable, problem, warning } from '../outcome.ts'
import { answerOf, describe, request, statelessHeaders, statelessRequest } from '../rpc.ts'
import { sections } from '../sections.ts'
import type { Connection, Server, Session } from '../server.ts'

const group = 'Streams'
const STREAM = 'text/event-stream'

const getStream: Check = {
  id: 'get-stream',
  title: 'GET opens a stream, or is answered with 405',
  group,
  section: sections.listening,
  run: inSession(async (_, { idleStream }) => {
    const exchange = idleStream?.exchange
    if (exchange?.method !== 'GET') return couldNotTell('No GET was sent.')
    const seen = `GET: ${exchange.status === 200 && exchange.type === STREAM ? 'a stream' : describe(exchange)}.`
    if (exchange.status === 405) return good(`${seen} It offers no stream, which is allowed.`, [exchange])
    if (exchange.status === 200 && exchange.type === STREAM) return good(seen, [exchange])
    if (exchange.failure === 'timeout')
      return problem(seen, 'Send the headers of the stream at once, before its first event.', [exchange])
    return problem(seen, `Answer GET with ${STREAM}, or with 405 where there is no stream.`, [exchange])
  }),
}

const priming: Check = {
  id: 'priming',
  title: 'Streams begin with an event id, so that they can be resumed',
  group,
  section: sections.sending,
  run: inSession(async (session) => {
    if (session.revision < '2025-11-25') return notApplicable(`${session.revision} has no priming events.`)
    const { exchange } = await session.ask('ping')
    if (exchange.type !== STREAM) return notApplicable('It answers with JSON.')
    const [first] = exchange.events
    if (exchange.ids.length === 0)
      return warning(
        'The stream of an answer has no event ids.',
        'Send an event with an id and empty data first: otherwise an answer is lost when the connection breaks.',
      )
    return first?.data === ''
      ? good(
          `The first event has an id and no data${exchange.retry === undefined ? '' : `, and asks to wait ${exchange.retry} ms`}.`,
        )
      : warning(
          'Events have ids, but the first one already is a message.',
          'Send an event with an id and empty data at once, before the work begins.',
        )
  }),
}

const resume: Check = {
  id: 'resume',
  title: 'A broken stream is resumed after Last-Event-ID',
  group,
  section: sections.resumability,
  run: inSession(async (session, { server, settings }) => {
    const message = request('ping')
    const { exchange } = await server.send({ body: message, headers: session.headers }, message)
    if (exchange.type !== STREAM || exchange.ids.length === 0)
      return notApplicable('Its events have no ids, so nothing can be resumed.')
    if (exchange.events[0]?.data !== '')
      return couldNotTell('The answer is the first event, so nothing comes after the first id.')
    const stream = await server.http.open({
      method: 'GET',
      headers: { ...session.headers, 'last-event-id': exchange.ids[0]! },
    })
    const isReplayed = await stream.waitFor(
      () => answerOf(stream.exchange.messages, message.id)?.id === message.id,
      Math.min(settings.limit, 3_000),
    )
    stream.close()
    if (isReplayed) return good('GET with the first event id brought the answer again.')
    const status = stream.exchange.status
    return warning(
      `GET with the first event id: ${status === 200 ? 'a stream without the answer' : describe(stream.exchange)}.`,
      'Store the events of a stream and replay those after Last-Event-ID, or send no event ids.',
    )
  }),
}

const ending: Check = {
  id: 'stream-end',
  title: 'A stream ends after its answer',
  group,
  section: sections.sending,
  run: connected(async (connection, { server, settings }) => {
    const { exchange, live } = await openStream(server, connection)
    if (!live) return notApplicable('It does not answer with streams.')
    const hasEnded = await live.waitFor(() => exchange.end !== undefined, settings.settle)
    live.close()
    return hasEnded
      ? good('The stream ended after its answer.')
      : warning(
          `${settings.settle} ms after its answer the stream was still open.`,
          'End the stream after the answer: browsers have six connections to a host, and each open stream takes one.',
        )
  }),
}

const caching: Check = {
  id: 'stream-caching',
  title: 'Streams say that nothing may store or hold them back',
  group,
  section: sections.caching,
  run: connected(async (connection, { server, idleStream }) => {
    const { exchange, live } = await openStream(server, connection)
    live?.close()
    const stream = live ? exchange : idleStream?.exchange
    if (stream?.type !== STREAM) return notApplicable('It opened no stream.')
    const value = stream.responseHeaders['cache-control']
    const seen = `Cache-Control of a stream: ${value ?? 'none'}.`
    return value !== undefined && /no-cache|no-store/i.test(value)
      ? good(seen, [stream])
      : warning(
          seen,
          'Send Cache-Control: no-cache and X-Accel-Buffering: no with streams, so that proxies pass events on at once.',
          [stream],
        )
  }),
}

const idle: Check = {
  id: 'idle-stream',
  title: 'An idle stream stays open, with signs of life',
  group,
  section: sections.modernReceiving,
  run: connected(async (_, { idleStream, settings }) => {
    const exchange = idleStream?.exchange
    if (!idleStream || exchange?.type !== STREAM) return notApplicable('It opened no stream without a request.')
    // What comes at the beginning belongs to the opening of the stream.
    const first = (exchange.headersMs ?? 0) + settings.settle
    const hasSign = () => exchange.signs.some((at) => at > first)
    const rest = settings.idle - (performance.now() - exchange.startedAt)
    await idleStream.waitFor(hasSign, Math.max(0, rest))
    const seconds = (settings.idle / 1_000).toFixed(settings.idle < 10_000 ? 1 : 0)
    if (exchange.end !== undefined)
      return warning(
        `The server ended the idle stream after ${((exchange.endMs ?? 0) / 1_000).toFixed(1)} s.`,
        'Keep the stream open, and send a comment (a line ":") every 15 to 30 seconds.',
        [exchange],
      )
    if (hasSign()) return good('A sign of life came on the idle stream.', [exchange])
    return couldNotTell(
      `Nothing came within ${seconds} s, and the stream stayed open.`,
      'Send a comment (a line ":") every 15 to 30 seconds: proxies cut streams that are silent for a minute.',
      [exchange],
    )
  }),
}

/** A stream that has brought its answer and is still to be closed; no `live` where the answer was no stream. */
async function openStream(server: Server, connection: Connection): Promise<{ exchange: Exchange; live?: Live }> {
  const isStateless = connection.kind === 'stateless'
  const message = isStateless ? statelessRequest('server/discover') : request('ping')
  const headers = isStateless ? statelessHeaders(message) : (connection as Session).headers
  if (connection.kind === 'http+sse') return { exchange: connection.introduced }
  const live = await server.http.open({ body: message, headers })
  const { exchange } = live
  await live.waitFor(() => answerOf(exchange.messages, message.id) !== undefined, 3_000)
  if (exchange.type === STREAM) return { exchange, live }
  live.close()
  return { exchange }
}

export const streamChecks: readonly Check[] = [getStream, priming, resume, ending, caching, idle]
