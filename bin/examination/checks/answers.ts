/** The form of answers: status, content type, and how Accept is read. */
import { type Check, connected, inSession } from '../check.ts'
import { couldNotTell, good, notApplicable, problem } from '../outcome.ts'
import { describe } from '../rpc.ts'
import { sections } from '../sections.ts'
import type { Connection } from '../server.ts'

const group = 'Streams'
const STREAM = 'text/event-stream'

const notification: Check = {
  id: 'notification',
  title: 'A notification is answered with 202 and no body',
  group,
  section: sections.sending,
  run: inSession(async ({ initialized }) => {
    const seen = `notifications/initialized: ${describe(initialized)}.`
    return initialized.status === 202 && initialized.text === '' && initialized.events.length === 0
      ? good(seen, [initialized])
      : problem(seen, 'Answer accepted notifications with 202 and an empty body.', [initialized])
  }),
}

const types: Check = {
  id: 'content-types',
  title: 'Requests are answered as JSON or as an event stream',
  group,
  section: sections.sending,
  run: connected(async ({ kind }, { server }) => {
    if (kind === 'http+sse') return notApplicable('Over HTTP+SSE answers come on one stream.')
    const answered = server.http.exchanges.filter(
      ({ method, body, status }) => method === 'POST' && body?.includes('"id"') && status === 200,
    )
    const wrong = answered.find(({ type }) => type !== 'application/json' && type !== STREAM)
    if (wrong)
      return problem(
        `A request was answered with the content type "${wrong.type || 'none'}".`,
        `Answer requests with Content-Type: application/json or ${STREAM}.`,
        [wrong],
      )
    const names = [...new Set(answered.map(({ type }) => type))].join(' and ')
    return answered.length > 0
      ? good(`${answered.length} answers came as ${names}.`, answered.slice(0, 1))
      : couldNotTell('No request was answered with 200.')
  }),
}

const accept: Check = {
  id: 'accept',
  title: 'It understands Accept in any order and with weights',
  group,
  section: sections.accept,
  run: connected(async (connection) => {
    if (connection.kind === 'http+sse') return notApplicable('HTTP+SSE does not look at Accept.')
    const headers = { accept: `${STREAM};q=0.9, application/json` }
    const { exchange, answer } = await connection.ask(cheapMethod(connection), undefined, { headers })
    const seen = `Accept: ${headers.accept} was answered with ${describe(exchange, answer)}.`
    return exchange.status === 200 && answer?.result
      ? good(seen)
      : problem(seen, 'Parse Accept as a list of types with parameters instead of comparing its text.')
  }),
}

function cheapMethod({ kind }: Connection): string {
  return kind === 'stateless' ? 'server/discover' : 'ping'
}

export const answerChecks: readonly Check[] = [notification, types, accept]
