/** Invariants of resumable streams: resumed from the right event, not too early or too often, and not after the answer. */
import type { McpError } from '../../../src/core/errors.ts'
import { type Exchange, eventsIn, findAnswer } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'
import type { StartedCall } from './started-call.ts'

/** The limits of a drain, with room for the pieces that are under way when it stops. */
const DRAIN = { milliseconds: 255, bytes: 65_536 + 2 * 16_384 }

/** How often one stream may be resumed in `WINDOW` milliseconds, and how much more often for each message that came. */
const MAX_RESUMPTIONS = 10
const PER_MESSAGE = 5
const WINDOW = 2_000

/** Milliseconds that a client waits where the server sent no `retry`. */
const DEFAULT_RETRY = 1_000
/** Milliseconds of a listening stream whose server asked for none. */
const LEAST_OWN_DELAY = 250

/** Milliseconds between two attempts to listen where the server sent no `retry`, and a request has shown that it is there. */
const SUCCESS_INTERVAL = 5_000

/** All exchanges that carried one stream, in order. */
interface StreamHistory {
  /** The id of the request that is answered on it. */
  id: string | number | undefined
  call: StartedCall | undefined
  exchanges: Exchange[]
}

export function judgeStreams(evidence: CallEvidence): string[] {
  const streams = streamsIn(evidence)
  const silences = evidence.calls.flatMap((call) => [...judgeSilence(call, streams, evidence)])
  const violations = streams.flatMap((stream) => [
    ...judgeCursors(stream),
    ...judgeRetryDelay(stream, evidence),
    ...judgeRate(stream),
    ...judgeNeed(stream),
    ...judgeDrains(stream),
    ...judgeGivingUp(stream, evidence),
  ])
  return [...silences, ...violations]
}

function streamsIn({ exchanges, calls }: CallEvidence): StreamHistory[] {
  const streams: StreamHistory[] = []
  /** The stream of each event id. */
  const byEventId = new Map<string, StreamHistory>()
  for (const exchange of exchanges) {
    const known = byEventId.get(exchange.cursor ?? '')
    const call = calls.find(({ plan }) => plan.tag === exchange.tag)
    const stream = known ?? { id: exchange.id, call, exchanges: [] }
    if (!known) streams.push(stream)
    stream.exchanges.push(exchange)
    for (const { id } of eventsIn(exchange.text)) if (id) byEventId.set(id, stream)
  }
  return streams
}

function* judgeCursors({ exchanges }: StreamHistory): Iterable<string> {
  for (const [index, { number, cursor }] of exchanges.entries()) {
    const earlier = exchanges[index - 1]
    if (!earlier) continue
    const seen = eventsIn(earlier.text).flatMap(({ id }) => id ?? [])
    const right = seen.length > 0 ? seen : [earlier.cursor]
    if (!right.includes(cursor)) yield `request ${number} resumes from ${cursor} instead of ${right.at(-1)}`
  }
}

/** Never earlier than the server asked for, and not at once where it did not ask. */
function* judgeRetryDelay({ exchanges }: StreamHistory, evidence: CallEvidence): Iterable<string> {
  let retry = DEFAULT_RETRY
  let isAsked = false
  const isListening = exchanges[0]!.http === 'GET'
  for (const [index, { number, at }] of exchanges.entries()) {
    const earlier = exchanges[index - 1]
    // An extra stream is opened beside the first one.
    if (!earlier?.endedAt || earlier.endedAt > at) continue
    // Only complete lines count, and the last one of the latest connection is in force.
    const asked = [...earlier.text.matchAll(/^retry: ?(\d+)\n/gm)].at(-1)?.[1]
    isAsked ||= asked !== undefined
    retry = Number(asked ?? retry)
    const waited = at - earlier.endedAt
    const mayHurry = isListening && !isAsked && at - earlier.at >= SUCCESS_INTERVAL
    if (mayHurry && wasAnswered(earlier.endedAt, at, evidence)) continue
    // Listening clients spread over five seconds, so that a restarted server does not meet all of them at once.
    const least = isListening && !isAsked ? LEAST_OWN_DELAY : retry
    if (waited < least) yield `request ${number} resumes after ${waited} ms instead of ${least}`
  }
}

/** Whether a request was answered meanwhile, which shows that the server can be listened to again. */
function wasAnswered(from: number, until: number, { exchanges }: CallEvidence): boolean {
  return exchanges.some(
    ({ id, rpc, status, reads }) =>
      id !== undefined && rpc && status === 200 && reads.some(({ at }) => at >= from && at <= until),
  )
}

function* judgeRate({ exchanges }: StreamHistory): Iterable<string> {
  const messages = exchanges.flatMap(({ text }) => eventsIn(text)).filter(({ data }) => data !== '').length
  for (const { number, at } of exchanges) {
    const within = exchanges.filter((other) => other.at >= at && other.at < at + WINDOW).length
    if (within > MAX_RESUMPTIONS + PER_MESSAGE * messages) {
      yield `request ${number} and ${within - 1} more resumed a stream in 2 s`
    }
  }
}

function* judgeNeed({ id, exchanges, call }: StreamHistory): Iterable<string> {
  const answeredAt = exchanges.map((exchange) => findAnswer(exchange, id)?.at).find((at) => at !== undefined)
  for (const { number, at, cursor } of exchanges) {
    if (!cursor) continue
    if (answeredAt !== undefined && at >= answeredAt) yield `request ${number} resumes a stream whose answer was read`
    else if (call && at > call.settledAt) yield `request ${number} resumes a stream whose call has settled`
  }
}

function* judgeDrains({ id, exchanges }: StreamHistory): Iterable<string> {
  for (const exchange of exchanges) {
    const answer = findAnswer(exchange, id)
    // JSON is complete only with the end of the body, so there is nothing to drain.
    if (!answer || exchange.endedAt === undefined || exchange.text.startsWith('{')) continue
    const took = exchange.endedAt - answer.at
    const bytes = exchange.text.length - answer.length
    if (took > DRAIN.milliseconds) yield `the body of request ${exchange.number} was drained for too long: ${took} ms`
    if (bytes > DRAIN.bytes) yield `the body of request ${exchange.number} was drained too far: ${bytes} bytes`
  }
}

/** A stream with an event id is resumed when its connection ends. */
function* judgeGivingUp({ exchanges, call }: StreamHistory, { plan }: CallEvidence): Iterable<string> {
  if (!call || plan.server.session?.issue === false) return
  const last = exchanges.at(-1)!
  const hasCursor = exchanges.some(({ text }) => eventsIn(text).some(({ id }) => id))
  const isOver = last.state === 'read' || last.state === 'failed'
  if (hasCursor && isOver && last.status === 200 && (call.error as McpError | undefined)?.code === 'connection') {
    yield `${call.plan.tag} was given up although request ${last.number} could be resumed`
  }
}

/**
 * A call times out after silence. Neither reconnecting nor an event without news counts as activity, but a new event id
 * and progress on any stream do. Waiting for `retry` does not count as silence.
 */
function* judgeSilence(call: StartedCall, streams: StreamHistory[], { exchanges }: CallEvidence): Iterable<string> {
  const own = streams.filter((stream) => stream.call === call)
  const activity = own.flatMap((stream) => [...activityOn(stream)])
  const tokens = own.flatMap(({ exchanges }) => exchanges).map(({ id }) => `"progressToken":${id},`)
  const progress = exchanges.flatMap(({ text, reads }) =>
    reads.filter((read, index) => {
      const piece = text.slice(Math.max((reads[index - 1]?.length ?? 0) - 200, 0), read.length)
      return tokens.some((token) => piece.includes(token))
    }),
  )
  const lastActivity = Math.max(call.startedAt, ...activity, ...progress.map(({ at }) => at))
  const waited = own.flatMap((stream) => [...waitsOf(stream)])
  const paused = waited.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, call.settledAt) - Math.max(from, lastActivity)),
    0,
  )
  const silence = call.settledAt - lastActivity - paused
  if (silence > call.plan.timeout) yield `${call.plan.tag} did not time out in ${silence} ms of silence`
}

/** The times of reads that brought more than event ids that came before, or comments on a resumed stream. */
function* activityOn({ exchanges }: StreamHistory): Iterable<number> {
  const known = new Set<string | undefined>()
  for (const { text, reads, cursor } of exchanges) {
    for (const [index, { at, length }] of reads.entries()) {
      const piece = text.slice(reads[index - 1]?.length ?? 0, length)
      const isNew = eventsIn(text.slice(0, length)).some(({ id }) => id && !known.has(id))
      for (const { id } of eventsIn(text.slice(0, length))) known.add(id)
      if (isNew || !(cursor ? WITHOUT_NEWS : WITHOUT_DATA).test(piece)) yield at
    }
  }
}

/** From when to when the client waited because of `retry`. */
function* waitsOf({ exchanges }: StreamHistory): Iterable<[from: number, to: number]> {
  let retry = 0
  for (const { text, endedAt } of exchanges) {
    retry = Number([...text.matchAll(/^retry: ?(\d+)\n/gm)].at(-1)?.[1] ?? retry)
    if (endedAt !== undefined) yield [endedAt, endedAt + retry]
  }
}

const WITHOUT_DATA = /^((id|retry): ?\S*\n|data: ?\n|\n)*$/

const WITHOUT_NEWS = /^((id|retry): ?\S*\n|data: ?\n|:.*\n|\n)*$/
