/** Invariants of HTTP+SSE: a new stream is a new session, and calls end with their stream. */
import type { Exchange } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'
import type { StartedCall } from './started-call.ts'

/** Milliseconds that a client waits at least where the server sent no `retry`. */
const DEFAULT_RETRY = 800

/** Milliseconds for which the POST of a call may be pending after the answer came on the stream: those of a drain. */
const POST_LIMIT = 255

export function judgeHttpSse({ exchanges, calls }: CallEvidence): string[] {
  const streams = exchanges.filter(({ http }) => http === 'GET')
  return [
    ...exchanges.flatMap((exchange, index) => [...judgeSessionUse(exchange, exchanges.slice(0, index))]),
    ...calls.flatMap((call) => [...judgePromptness(call, exchanges, streams), ...judgePosts(call, exchanges)]),
    ...judgeRetryDelay(exchanges, streams),
  ]
}

function* judgeSessionUse({ number, http, rpc, session, id }: Exchange, before: Exchange[]): Iterable<string> {
  if (http !== 'POST' || rpc === 'initialize' || rpc === 'notifications/cancelled') return
  if (before.some((other) => other.id === id && other.session === session && id !== undefined)) return
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
    // A session that a POST found lost is replaced at once.
    if (exchanges.some((other) => wasRefused(other) && streamOf(other, streams) === earlier)) continue
    const [, retry = DEFAULT_RETRY] = [...earlier.text.matchAll(/^retry: ?(\d+)\r?\n/gm)].at(-1) ?? []
    const waited = at - earlier.endedAt
    if (waited < Number(retry)) yield `request ${number} opens a stream after ${waited} ms instead of ${retry}`
  }
}
