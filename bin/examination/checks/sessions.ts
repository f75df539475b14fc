/** Sessions: their ids, their end, and how a lost one is answered. */
import { type Check, withSessionId } from '../check.ts'
import type { Exchange } from '../http.ts'
import { couldNotTell, good, problem, warning } from '../outcome.ts'
import { describe, request } from '../rpc.ts'
import { sections } from '../sections.ts'
import type { Asked, Server, Session } from '../server.ts'

const group = 'Sessions'
const section = sections.sessions

/** Shorter ones can be guessed: 16 characters hold 64 bits at least, if they are random hexadecimal digits. */
const SHORT = 16

const ids: Check = {
  id: 'session-id',
  title: 'Session ids are visible ASCII, and each is new',
  group,
  section,
  run: withSessionId(async ({ id, introduced }, { endedSession }) => {
    const other = await endedSession()
    const cites = [introduced, other?.session.introduced]
    if (!/^[\x21-\x7e]+$/.test(id))
      return problem(
        'The session id has characters outside of 0x21 to 0x7E.',
        'Use letters, digits and hyphens only, such as a UUID.',
        cites,
      )
    if (other?.session.id === id)
      return problem('Two clients got the same session id.', 'Create a new random id at each initialize.', cites)
    return id.length < SHORT
      ? warning(
          `The session id has ${id.length} characters only.`,
          'Use a random id that cannot be guessed, such as a UUID.',
          cites,
        )
      : good(
          `The session id has ${id.length} characters, all visible ASCII${other ? '; a second client got another one' : ''}.`,
          cites,
        )
  }),
}

const missing: Check = {
  id: 'session-missing',
  title: 'A request without its session id is answered with 400',
  group,
  section,
  run: withSessionId(async (session, { server }) => {
    const { 'mcp-session-id': _, ...headers } = session.headers
    const message = request('ping')
    const { exchange, answer } = await server.send({ body: message, headers }, message)
    const seen = `ping without Mcp-Session-Id: ${describe(exchange, answer)}.`
    if (exchange.status === 400) return good(seen)
    if (exchange.status !== undefined && exchange.status < 300) return good(`${seen} It does not require the id.`)
    return warning(seen, 'Answer 400: clients take 404 for a lost session, and other statuses for failures.')
  }),
}

const end: Check = {
  id: 'session-end',
  title: 'A client can end its session, or learns that it cannot',
  group,
  section,
  run: withSessionId(async (_, { endedSession }) => {
    const ended = await endedSession()
    if (!ended) return couldNotTell('A second session could not be opened.')
    const { exchange } = ended
    const seen = `DELETE: ${describe(exchange)}.`
    if (exchange.failure === 'rejected')
      return couldNotTell('The browser did not let the page send DELETE.', undefined, [exchange])
    if (exchange.status === 405) return good(`${seen} Clients may not end sessions here.`, [exchange])
    return exchange.status !== undefined && exchange.status < 300
      ? good(seen, [exchange])
      : problem(seen, 'Answer DELETE with 200 or 204, or with 405 where sessions end by themselves.', [exchange])
  }),
}

const ended: Check = {
  id: 'session-ended',
  title: 'A session that was ended is answered with 404',
  group,
  section,
  run: withSessionId(async (_, { server, endedSession }) => {
    const known = await endedSession()
    if (!known || !isDone(known.exchange))
      return couldNotTell('No session could be ended, so none is known to be gone.')
    const { exchange, answer } = await pingIn(server, known.session.headers)
    const seen = `ping in a session that was ended by DELETE: ${describe(exchange, answer)}.`
    return exchange.status === 404
      ? good(seen, [known.exchange])
      : problem(seen, 'Answer 404 in sessions that are gone: only then clients begin a new one.', [known.exchange])
  }),
}

const unknown: Check = {
  id: 'session-unknown',
  title: 'After a restart of the server, clients can begin again',
  group,
  section,
  run: withSessionId(async (session, { server }) => {
    // As after a restart: a well-formed id that this server does not know.
    const zeros = session.id.replaceAll(/[1-9a-f]/gi, '0')
    const id = zeros === session.id ? 'mcp-over-fetch-examination' : zeros
    const { exchange, answer } = await pingIn(server, { ...session.headers, 'mcp-session-id': id })
    const seen = `ping with a session id that the server does not know: ${describe(exchange, answer)}.`
    if (exchange.status === 404) return good(seen)
    if (exchange.status !== undefined && exchange.status < 300)
      return warning(
        seen,
        'Answer 404 for ids that were never given out: it is how clients learn that their session is gone.',
      )
    return problem(
      seen,
      'Answer 404: clients begin a new session only then, and otherwise fail until the page is loaded again.',
    )
  }),
}

function pingIn(server: Server, headers: Session['headers']): Promise<Asked> {
  const message = request('ping')
  return server.send({ body: message, headers }, message)
}

function isDone({ status }: Exchange): boolean {
  return status !== undefined && status < 300
}

export const sessionChecks: readonly Check[] = [ids, missing, end, ended, unknown]
