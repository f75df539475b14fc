/** What must hold for the requests of a client as a whole: none after the end, and none that nobody needs. */

import { framesOf } from '../network/exchange.ts'
import type { Evidence } from './evidence.ts'

/** A drain may keep a farewell waiting for a moment. */
const FAREWELL = 10

/** GET streams that are refused or end at once slow down; each message makes it worth while again. */
const MOST_LISTENING = 40
const PER_MESSAGE = 8
const LISTENING_WINDOW = 60_000

export function judgeWire(evidence: Evidence): string[] {
  return [...judgeEnd(evidence), ...judgeFarewells(evidence), ...judgeListening(evidence)]
}

function* judgeEnd({ exchanges, closedAt }: Evidence): Iterable<string> {
  for (const { n, at, phase } of exchanges) {
    const allowed = phase === 'farewell' ? FAREWELL : 0
    if (at > closedAt + allowed) yield `request ${n} (${phase}) was sent ${at - closedAt} ms after close()`
  }
}

/** Leaving ends the session once, or not at all where it is to be kept. */
function* judgeFarewells({ exchanges, journal, plan }: Evidence): Iterable<string> {
  // A greeting that failed leaves a session that is of no use to anybody.
  const used = new Set(exchanges.map(({ rpc, session }) => rpc === 'notifications/initialized' && session))
  const ended = exchanges.flatMap(({ http, session }) =>
    http === 'DELETE' && session && used.has(session) ? session : [],
  )
  if (plan.keep && ended.length > 0) yield 'the session was ended although it was to be kept'
  if (new Set(ended).size < ended.length) yield 'a session was ended twice'
  const cancelled = journal.flatMap(({ rpc, body }) =>
    rpc === 'notifications/cancelled' ? [(body as { params: { requestId: unknown } }).params.requestId] : [],
  )
  if (new Set(cancelled).size < cancelled.length) yield 'a request was cancelled twice'
}

function* judgeListening({ exchanges, plan, struck }: Evidence): Iterable<string> {
  if (plan.client.transport === 'sse') return
  const gets = exchanges.filter(({ phase }) => phase === 'listening')
  if (gets.length > 0 && !plan.client.handlers?.roots) yield 'a GET without a cursor was sent although nobody listens'
  const messages = gets.flatMap(({ text }) => framesOf(text)).filter(({ data }) => data !== '').length
  const closings = struck.filter((what) => what.startsWith('closeStreams') || what.startsWith('expireSessions')).length
  const allowed = MOST_LISTENING + closings + PER_MESSAGE * messages
  for (const { at } of gets) {
    const within = gets.filter((other) => other.at >= at && other.at < at + LISTENING_WINDOW)
    if (within.length > allowed) yield `${within.length} GETs were sent in a minute`
  }
}
