/** Invariants of HTTP+SSE: a new stream is a new session, and calls end with their stream. */
import { type Exchange, endsBetweenEvents } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'
import type { StartedCall } from './started-call.ts'

/** Milliseconds that a client waits at least where the server sent no `retry`. */
const DEFAULT_RETRY = 800

/** Milliseconds for which the POST of a call may be pending after the answer came on the stream: those of a drain. */
const POST_LIMIT = 255

/** Milliseconds by which a timer may be late. */
const TIMER_DELAY = 10

/** Milliseconds in which a stream is checked and given up after a call on it has timed out: a ping, a list and `retry`. */
const CHECK_TIME = 40_000

export function judgeHttpSse(evidence: CallEvidence): string[] {
  const { exchanges, calls } = evidence
  const streams = exchanges.filter(({ http }) => http === 'GET')
  return [
    ...exchanges.flatMap((exchange, index) => [...judgeSessionUse(exchange, exchanges.slice(0, index), streams)]),
    ...calls.flatMap((call) => [...judgePromptness(call, exchanges, streams), ...judgePosts(call, exchanges)]),
    ...judgeRetryDelay(exchanges, streams),
    ...calls.flatMap((call) => [...judgeSilence(call, exchanges, streams)]),
    ...judgeDeadStreams(evidence, streams),
  ]
}

function* judgeSessionUse(exchange: Exchange, before: Exchange[], streams: Exchange[]): Iterable<string> {
  const { number, http, rpc, session, id } = exchange
  if (http !== 'POST' || rpc === 'initialize' || rpc === 'notifications/cancelled') return
  if (before.some((other) => other.id === id && other.session === session && id !== undefined)) return
  // The old session still has its stream while a new one is opened, and what the server asks there is answered there.
  if (rpc === undefined && streamOf(exchange, streams)?.text.includes(`"id":${JSON.stringify(id)},"method":`)) return
  const current = before.findLast((other) => other.rpc === 'initialize')?.session
  if (session !== current) yield `request ${number} uses a session that was not initialized last`
}

function* judgePromptness(call: StartedCall, exchanges: Exchange[], streams: Exchange[]): Iterable<string> {
  const last = exchanges.findLast(({ tag }) => tag === call.plan.tag)
  const stream = last && streamOf(last, streams)
  if (!last || !stream?.endedAt || stream.state === 'cancelled' || wasRefused(last)) return
  const end = Math.max(stream.endedAt, last.at)
  if (call.settledAt > end) yield `${call.plan.tag} settled ${call.settledAt - end} ms after its stream had ended`
}

/** The POST of a call does not outlive it. */
function* judgePosts({ plan, settledAt }: StartedCall, exchanges: Exchange[]): Iterable<string> {
  for (const { number, tag, respondedAt, abortedAt } of exchanges) {
    if (tag !== plan.tag) continue
    const end = Math.min(respondedAt ?? Number.POSITIVE_INFINITY, abortedAt ?? Number.POSITIVE_INFINITY)
    if (end > settledAt + POST_LIMIT) yield `request ${number} outlived ${tag} by ${end - settledAt} ms`
  }
}

/** Requests of the server that need no person are no activity of a call, nor is the end of their answers. */
function* judgeSilence(
  { plan, settledAt, startedAt }: StartedCall,
  exchanges: Exchange[],
  streams: Exchange[],
): Iterable<string> {
  // Pieces of a message may be those of any call.
  if (streams.some(({ fault }) => fault === 'pieces')) return
  const names = exchanges.filter(({ tag }) => tag === plan.tag).flatMap(({ id }) => [`"id":${id},`, `Token":${id},`])
  const activity = streams.flatMap(({ text, reads }) =>
    reads.filter((read, index) => {
      const piece = text.slice(Math.max((reads[index - 1]?.length ?? 0) - 200, 0), read.length)
      // A log message names no call, nor does a message that broke off before its id: it may be that of any call.
      const isCut = !endsBetweenEvents(text.slice(0, read.length))
      return isCut || piece.includes('notifications/message') || names.some((name) => piece.includes(name))
    }),
  )
  // A refusal, such as that of a lost session, is a message to the call.
  const refusals = exchanges.filter((exchange) => exchange.tag === plan.tag && wasRefused(exchange))
  const reads = [...activity, ...refusals.flatMap((exchange) => exchange.reads)]
  const silence = settledAt - Math.max(startedAt, ...reads.map(({ at }) => at))
  if (silence > plan.timeout + TIMER_DELAY) yield `${plan.tag} did not time out in ${silence} ms of silence`
}

/** A stream on which nothing came since the POST of a call that timed out is replaced soon after. */
function* judgeDeadStreams({ exchanges, calls, closedAt }: CallEvidence, streams: Exchange[]): Iterable<string> {
  for (const { plan, error, settledAt } of calls) {
    const last = exchanges.findLast(({ tag, rpc }) => tag === plan.tag && rpc === 'tools/call')
    const stream = last && streamOf(last, streams)
    const isTimeout = (error as { limit?: string } | undefined)?.limit === 'timeout'
    if (!isTimeout || last?.status !== 202 || stream?.fault !== 'half-open') continue
    const wasSilent = stream.reads.every(({ at }) => at < last.at)
    const isReplaced = streams.some(({ at }) => at > stream.at && at <= settledAt + CHECK_TIME)
    if (wasSilent && !isReplaced && closedAt > settledAt + CHECK_TIME) {
      yield `request ${stream.number} was kept as the stream ${CHECK_TIME} ms after ${plan.tag} had timed out on it`
    }
  }
}

function wasRefused({ status }: Exchange): boolean {
  return status !== undefined && status >= 400
}

/** The stream whose `endpoint` event named the URL of this request. */
function streamOf({ session }: Exchange, streams: Exchange[]): Exchange | undefined {
  return streams.find(({ text }) => session !== undefined && text.includes(session))
}

function* judgeRetryDelay(exchanges: Exchange[], streams: Exchange[]): Iterable<string> {
  for (const [index, { number, at }] of streams.entries()) {
    const earlier = streams[index - 1]
    if (!earlier?.endedAt || (earlier.state !== 'read' && earlier.state !== 'failed')) continue
    // A stream that seems to be dead is kept until the next one works.
    if (earlier.endedAt > at) continue
    // A session that a POST found lost is replaced at once.
    if (exchanges.some((other) => wasRefused(other) && streamOf(other, streams) === earlier)) continue
    const [, retry = DEFAULT_RETRY] = [...earlier.text.matchAll(/^retry: ?(\d+)\r?\n/gm)].at(-1) ?? []
    const waited = at - earlier.endedAt
    if (waited < Number(retry)) yield `request ${number} opens a stream after ${waited} ms instead of ${retry}`
  }
}
