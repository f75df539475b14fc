/** Invariants of all requests of a client: none after it was closed, no session ended twice, GETs only to listen. */
import { eventsIn } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'

/** Milliseconds by which a request after close() may be late, because drains are given a moment to end. */
const CLOSE_DELAY = 10

/** GETs in a minute: the client slows down where they are refused or end at once, and each message resets that. */
const MAX_GETS = 40
const PER_MESSAGE = 8
const WINDOW = 60_000

export function judgeWire(evidence: CallEvidence): string[] {
  return [...judgeEnd(evidence), ...judgeEndedOnce(evidence), ...judgeGets(evidence)]
}

function* judgeEnd({ exchanges, closedAt }: CallEvidence): Iterable<string> {
  for (const { number, at, phase } of exchanges) {
    const allowed = phase === 'cancelling or closing' ? CLOSE_DELAY : 0
    if (at > closedAt + allowed) yield `request ${number} (${phase}) was sent ${at - closedAt} ms after close()`
  }
}

/** Sessions are ended and requests cancelled once; a detached client does not end its session. */
function* judgeEndedOnce({ exchanges, journal, plan }: CallEvidence): Iterable<string> {
  // A session whose handshake failed is of no use and may be ended in any case.
  const used = new Set(exchanges.map(({ rpc, session }) => rpc === 'notifications/initialized' && session))
  const ended = exchanges.flatMap(({ http, session }) =>
    http === 'DELETE' && session && used.has(session) ? session : [],
  )
  if (plan.detach && ended.length > 0) yield 'the session was ended although the client was detached'
  if (new Set(ended).size < ended.length) yield 'a session was ended twice'
  const cancelled = journal.flatMap(({ rpcMethod, body }) =>
    rpcMethod === 'notifications/cancelled' ? [(body as { params: { requestId: unknown } }).params.requestId] : [],
  )
  if (new Set(cancelled).size < cancelled.length) yield 'a request was cancelled twice'
}

/** Milliseconds after which a call that asked for progress may look for it on the GET stream, or half of its timeout. */
const PROGRESS_DELAY = 5_000

function* judgeGets({ exchanges, plan, disturbances, calls, finalCall }: CallEvidence): Iterable<string> {
  if (plan.client.transport === 'sse') return
  const gets = exchanges.filter(({ phase }) => phase === 'listening')
  const isWanted = (at: number) =>
    plan.client.handlers?.roots ||
    [...calls, ...(finalCall ? [finalCall] : [])].some(({ plan: { progress, timeout, tag }, startedAt, settledAt }) => {
      // A call that waited, such as for Retry-After, is sent anew.
      const starts = [startedAt, ...exchanges.filter((other) => other.tag === tag).map((other) => other.at)]
      return progress && at <= settledAt && starts.some((start) => at >= start + delayAt(start, timeout))
    })
  // Once a session has delivered progress there, the stream is opened at once.
  const hadProgress = gets.find(({ text }) => text.includes('"progressToken"'))
  const delayAt = (time: number, timeout: number) =>
    hadProgress && hadProgress.at < time ? 0 : Math.min(PROGRESS_DELAY, timeout / 2)
  if (!gets.every(({ at }) => isWanted(at))) yield 'a GET without a cursor was sent although nothing listens'
  const messages = gets.flatMap(({ text }) => eventsIn(text)).filter(({ data }) => data !== '').length
  const closings = disturbances.filter((what) => what.startsWith('closeStreams') || what.startsWith('expireSessions'))
  const allowed = MAX_GETS + closings.length + PER_MESSAGE * messages
  for (const { at } of gets) {
    const within = gets.filter((other) => other.at >= at && other.at < at + WINDOW)
    if (within.length > allowed) yield `${within.length} GETs were sent in a minute`
  }
}
