/** What must hold for streams that can be resumed: from the right place, not too often, and not after the answer. */
import type { McpError } from '../../../src/core/errors.ts'
import { answerIn, type Exchange, framesOf } from '../network/exchange.ts'
import type { Evidence } from './evidence.ts'
import type { PlayedCall } from './started-call.ts'

/** What a drain may take, in time and in bytes; the last piece is read whole. */
const DRAIN = { milliseconds: 255, bytes: 65_536 + 2 * 16_384 }

/** Resumptions of one stream in two seconds, and how many more for each message, which makes it worth while again. */
const MOST_RESUMPTIONS = 10
const PER_MESSAGE = 5
const WINDOW = 2_000

/** What a client waits where the server did not say, in milliseconds. */
const PATIENCE = 1_000

/** All exchanges that carried one stream, in order. */
interface Carriage {
  /** The request that is answered on it. */
  id: string | number | undefined
  call: PlayedCall | undefined
  exchanges: Exchange[]
}

export function judgeStreams(evidence: Evidence): string[] {
  const carriages = carriagesOf(evidence)
  const silences = evidence.calls.flatMap((call) => [...judgeSilence(call, carriages)])
  const broken = carriages.flatMap((carriage) => [
    ...judgeCursors(carriage),
    ...judgePatience(carriage),
    ...judgePace(carriage),
    ...judgeAfterwards(carriage),
    ...judgeDrains(carriage),
    ...judgeGivingUp(carriage, evidence),
  ])
  return [...silences, ...broken]
}

function carriagesOf({ exchanges, calls }: Evidence): Carriage[] {
  const carriages: Carriage[] = []
  /** Which stream brought an event id. */
  const streams = new Map<string, Carriage>()
  for (const exchange of exchanges) {
    const known = streams.get(exchange.cursor ?? '')
    const call = calls.find(({ plan }) => plan.tag === exchange.tag)
    const carriage = known ?? { id: exchange.id, call, exchanges: [] }
    if (!known) carriages.push(carriage)
    carriage.exchanges.push(exchange)
    for (const { id } of framesOf(exchange.text)) if (id) streams.set(id, carriage)
  }
  return carriages
}

function* judgeCursors({ exchanges }: Carriage): Iterable<string> {
  for (const [index, { n, cursor }] of exchanges.entries()) {
    const earlier = exchanges[index - 1]
    if (!earlier) continue
    const seen = framesOf(earlier.text).flatMap(({ id }) => id ?? [])
    const right = seen.length > 0 ? seen : [earlier.cursor]
    if (!right.includes(cursor)) yield `request ${n} resumes from ${cursor} instead of ${right.at(-1)}`
  }
}

/** Never earlier than the server asked for, and not at once where it did not say. */
function* judgePatience({ exchanges }: Carriage): Iterable<string> {
  let retry = PATIENCE
  for (const [index, { n, at }] of exchanges.entries()) {
    const earlier = exchanges[index - 1]
    if (!earlier?.endedAt) continue
    // Only whole lines count; those of the last connection are the newest.
    retry = Number([...earlier.text.matchAll(/^retry: ?(\d+)\n/gm)].at(-1)?.[1] ?? retry)
    if (at - earlier.endedAt < retry) yield `request ${n} resumes after ${at - earlier.endedAt} ms instead of ${retry}`
  }
}

function* judgePace({ exchanges }: Carriage): Iterable<string> {
  const messages = exchanges.flatMap(({ text }) => framesOf(text)).filter(({ data }) => data !== '').length
  for (const { n, at } of exchanges) {
    const within = exchanges.filter((other) => other.at >= at && other.at < at + WINDOW).length
    if (within > MOST_RESUMPTIONS + PER_MESSAGE * messages)
      yield `request ${n} and ${within - 1} more resumed a stream in 2 s`
  }
}

function* judgeAfterwards({ id, exchanges, call }: Carriage): Iterable<string> {
  const answeredAt = exchanges.map((exchange) => answerIn(exchange, id)?.at).find((at) => at !== undefined)
  for (const { n, at, cursor } of exchanges) {
    if (!cursor) continue
    if (answeredAt !== undefined && at >= answeredAt) yield `request ${n} resumes a stream whose answer was read`
    else if (call && at > call.settledAt) yield `request ${n} resumes a stream that nobody waits for`
  }
}

function* judgeDrains({ id, exchanges }: Carriage): Iterable<string> {
  for (const exchange of exchanges) {
    const answer = answerIn(exchange, id)
    // Of JSON only the end tells that it is whole.
    if (!answer || exchange.endedAt === undefined || exchange.text.startsWith('{')) continue
    const took = exchange.endedAt - answer.at
    const bytes = exchange.text.length - answer.length
    if (took > DRAIN.milliseconds) yield `the body of request ${exchange.n} was drained for ${took} ms`
    if (bytes > DRAIN.bytes) yield `the body of request ${exchange.n} was drained for ${bytes} bytes`
  }
}

/** A place to resume from is not given up because a connection ended. */
function* judgeGivingUp({ exchanges, call }: Carriage, { plan }: Evidence): Iterable<string> {
  if (!call || plan.server.session?.issue === false) return
  const last = exchanges.at(-1)!
  const hasPlace = exchanges.some(({ text }) => framesOf(text).some(({ id }) => id))
  const isOver = last.state === 'read' || last.state === 'failed'
  if (hasPlace && isOver && last.status === 200 && (call.error as McpError | undefined)?.code === 'connection') {
    yield `${call.plan.tag} was given up although request ${last.n} could be resumed`
  }
}

/** Reconnecting is no sign of life, and neither is an event that only names a place. */
function* judgeSilence(call: PlayedCall, carriages: Carriage[]): Iterable<string> {
  const own = carriages.filter((carriage) => carriage.call === call).flatMap(({ exchanges }) => exchanges)
  const life = own.flatMap(({ text, reads }) =>
    reads.filter((read, index) => !IDLE.test(text.slice(reads[index - 1]?.length ?? 0, read.length))),
  )
  const heard = Math.max(call.startedAt, ...life.map(({ at }) => at))
  const silence = call.settledAt - heard
  if (silence > call.plan.timeout) yield `${call.plan.tag} was silent for ${silence} ms and not given up`
}

const IDLE = /^((id|retry): ?\S*\n|data: ?\n|\n)*$/
