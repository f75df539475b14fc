/** All invariants of a call run. */
import { judgeClosing, judgeConnecting } from '../judge-lifecycle.ts'
import type { CallEvidence } from './evidence.ts'
import { judgeCall } from './judge-call.ts'
import { judgeHttpSse } from './judge-http-sse.ts'
import { judgeResumed } from './judge-resumed.ts'
import { judgeSessions } from './judge-sessions.ts'
import { judgeStreams } from './judge-streams.ts'
import { judgeWire } from './judge-wire.ts'
import { judgeHabit } from './server-habits.ts'

/** Returns one sentence for each violation. */
export function judgeCallRun(evidence: CallEvidence): string[] {
  if (evidence.stuck) return [`the run did not end: ${evidence.stuck}`]
  return [
    ...judgeConnecting(evidence),
    ...evidence.calls.flatMap((call) => judgeCall(call, evidence)),
    ...judgeFinalCall(evidence),
    ...judgeExecutions(evidence),
    ...judgeWire(evidence),
    ...(evidence.plan.client.transport === 'sse'
      ? judgeHttpSse(evidence)
      : [...judgeSessions(evidence), ...judgeStreams(evidence)]),
    ...judgeResumed(evidence),
    ...judgeHabit(evidence),
    ...judgeClosing(evidence),
  ]
}

function* judgeFinalCall(evidence: CallEvidence): Iterable<string> {
  const { finalCall, finalStatus, plan } = evidence
  if (!finalCall || finalCall.result || fellSilentLate(evidence, finalCall.startedAt)) return
  if (finalStatus !== 'failed') yield `the connection did not recover: the final call got ${finalCall.error}`
  else if (plan.faults.rate === 0 && plan.acts.length === 0) yield 'the connection failed although nothing disturbed it'
}

/** The one stream of HTTP+SSE is found dead when neither a ping nor the list after it got an answer. */
const KEEPALIVE_TIMEOUT = 30_000

/** A half-open stream may break off by the answers to pings, so late that keepalive has not noticed it before the final call. */
function fellSilentLate({ exchanges, plan }: CallEvidence, startedAt: number): boolean {
  const { keepAlive, transport } = plan.client
  if (!keepAlive || transport !== 'sse') return false
  const noticed = (keepAlive.interval ?? 0) + 2 * KEEPALIVE_TIMEOUT
  return exchanges.some(
    ({ http, fault, reads }) =>
      http === 'GET' && fault === 'half-open' && startedAt - (reads.at(-1)?.at ?? startedAt) < noticed,
  )
}

/** Compares the server's counter with the server's journal, so that neither is trusted alone. */
function* judgeExecutions({ executions, journal }: CallEvidence): Iterable<string> {
  const accepted = journal.filter(({ body, status }) => {
    const { params } = (body ?? {}) as { params?: { name?: string } }
    return params?.name === 'counter' && (status === 200 || status === 202)
  })
  if (executions !== undefined && executions !== accepted.length) {
    yield `the counter ran ${executions} times for ${accepted.length} accepted requests`
  }
}
