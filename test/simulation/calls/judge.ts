/** What must hold after every run, whatever befell it. */

import { MOST_REQUESTS } from '../network/network.ts'
import type { Evidence } from './evidence.ts'
import { judgeCall } from './judge-call.ts'
import { judgeHttpSse } from './judge-http-sse.ts'
import { judgeResumed } from './judge-resumed.ts'
import { judgeSessions } from './judge-sessions.ts'
import { judgeStreams } from './judge-streams.ts'
import { judgeWire } from './judge-wire.ts'

/** Longer than the time limit of connecting. */
const CONNECTING = 30_000

/** DELETE has two seconds, and a drain a moment to make room for it. */
const CLOSING = 2_010

/** Each sentence says what was broken; none means that all is well. */
export function judge(evidence: Evidence): string[] {
  if (evidence.stuck) return [`the run came to no end: ${evidence.stuck}`]
  return [
    ...judgeConnecting(evidence),
    ...evidence.calls.flatMap((call) => judgeCall(call, evidence)),
    ...judgeLast(evidence),
    ...judgeExecutions(evidence),
    ...judgeWire(evidence),
    ...(evidence.plan.client.transport === 'sse'
      ? judgeHttpSse(evidence)
      : [...judgeSessions(evidence), ...judgeStreams(evidence)]),
    ...judgeResumed(evidence),
    ...judgeLeavings(evidence),
  ]
}

export function* judgeConnecting({
  connectError,
  startedAt,
  connectedAt,
  struck,
}: Pick<Evidence, 'connectError' | 'startedAt' | 'connectedAt' | 'struck'>): Iterable<string> {
  if (connectedAt - startedAt > CONNECTING) yield `connect() took ${connectedAt - startedAt} ms`
  if (connectError && struck.length === 0) yield `connect() failed although nothing had happened: ${connectError}`
}

function* judgeLast({ last, lastStatus, plan }: Evidence): Iterable<string> {
  if (!last || last.result) return
  if (lastStatus !== 'failed') yield `the connection did not recover: the last call got ${last.error}`
  else if (plan.faults.rate === 0 && plan.acts.length === 0) yield 'the connection failed although nothing had happened'
}

/** The server's counter against the server's journal: the judge must not believe either alone. */
function* judgeExecutions({ executions, journal }: Evidence): Iterable<string> {
  const accepted = journal.filter(({ body, status }) => {
    const { params } = (body ?? {}) as { params?: { name?: string } }
    return params?.name === 'counter' && (status === 200 || status === 202)
  })
  if (executions !== undefined && executions !== accepted.length) {
    yield `the counter ran ${executions} times for ${accepted.length} accepted requests`
  }
}

/** Nothing is left after the end. */
export function* judgeLeavings({
  exchanges,
  timersLeft,
  listeners,
  closeTook,
}: Pick<Evidence, 'exchanges' | 'timersLeft' | 'listeners' | 'closeTook'>): Iterable<string> {
  if (timersLeft > 0) yield `${timersLeft} timers were left after close()`
  if (listeners > 1) yield `${listeners} listeners were on a signal that many calls share`
  if (closeTook > CLOSING) yield `close() took ${closeTook} ms`
  if (exchanges.length > MOST_REQUESTS) yield `${exchanges.length} requests were sent`
  for (const { n, state, abortedAt, phase } of exchanges) {
    // A network that ignores its signal keeps the request; all that a client can do is abort it.
    if (state === 'pending' && abortedAt === undefined) yield `request ${n} (${phase}) was left pending after close()`
    if (state === 'open') yield `the body of request ${n} (${phase}) was left open after close()`
  }
}
