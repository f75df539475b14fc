/** What must hold for HTTP+SSE: a new stream is a new session, and with a stream end all who wait for it. */

import type { Exchange } from '../network/exchange.ts'
import type { Evidence } from './evidence.ts'
import type { PlayedCall } from './started-call.ts'

/** What a client waits at least where the server did not say, in milliseconds. */
const PATIENCE = 800

export function judgeHttpSse({ exchanges, calls }: Evidence): string[] {
  const streams = exchanges.filter(({ http }) => http === 'GET')
  return [
    ...exchanges.flatMap((exchange, index) => [...judgeUse(exchange, exchanges.slice(0, index))]),
    ...calls.flatMap((call) => [...judgePromptness(call, exchanges, streams)]),
    ...judgePatience(exchanges, streams),
  ]
}

function* judgeUse({ n, http, rpc, session, id }: Exchange, before: Exchange[]): Iterable<string> {
  if (http !== 'POST' || rpc === 'initialize' || rpc === 'notifications/cancelled') return
  if (before.some((other) => other.id === id && other.session === session && id !== undefined)) return
  const greeted = before.findLast((other) => other.rpc === 'initialize')?.session
  if (session !== greeted) yield `request ${n} works in a session that was not greeted last`
}

function* judgePromptness(call: PlayedCall, exchanges: Exchange[], streams: Exchange[]): Iterable<string> {
  const last = exchanges.findLast(({ tag }) => tag === call.plan.tag)
  const stream = last && streamOf(last, streams)
  if (!last || !stream?.endedAt || stream.state === 'cancelled' || wasRefused(last)) return
  const end = Math.max(stream.endedAt, last.at)
  if (call.settledAt > end) yield `${call.plan.tag} settled ${call.settledAt - end} ms after its stream had ended`
}

function wasRefused({ status }: Exchange): boolean {
  return status !== undefined && status >= 400
}

/** The stream that told the address of this request. */
function streamOf({ session }: Exchange, streams: Exchange[]): Exchange | undefined {
  return streams.find(({ text }) => session !== undefined && text.includes(session))
}

function* judgePatience(exchanges: Exchange[], streams: Exchange[]): Iterable<string> {
  for (const [index, { n, at }] of streams.entries()) {
    const earlier = streams[index - 1]
    if (!earlier?.endedAt || (earlier.state !== 'read' && earlier.state !== 'failed')) continue
    // A session that a POST found lost is replaced whatever becomes of its stream.
    if (exchanges.some((other) => wasRefused(other) && streamOf(other, streams) === earlier)) continue
    const [, retry = PATIENCE] = [...earlier.text.matchAll(/^retry: ?(\d+)\r?\n/gm)].at(-1) ?? []
    const waited = at - earlier.endedAt
    if (waited < Number(retry)) yield `request ${n} opens a stream after ${waited} ms instead of ${retry}`
  }
}
