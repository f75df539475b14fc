/** Invariants of subscriptions: no change is missed, and nothing is delivered after the end. */
import type { Change } from '../../../src/core/index.ts'
import { type Exchange, eventsIn } from '../network/exchange.ts'
import type { ChangeSubject } from './era-server.ts'
import type { EraEvidence } from './evidence.ts'
import { WATCHED_URI } from './plan.ts'
import type { StartedListener } from './started-listener.ts'

/** How many changes a subscription may queue. */
const MAX_QUEUED = 1_000

/** A client that only listens cannot notice these faults. */
const SILENT_FAULTS = ['half-open', 'no response', 'stays open', 'flood', 'late cut']

export function judgeListening(evidence: EraEvidence): string[] {
  return evidence.listeners.flatMap((listener) =>
    [
      ...judgeOrder(listener),
      ...judgeEnd(listener, evidence),
      ...judgeGaps(listener, evidence),
      ...judgeSubscriptions(listener, evidence),
      ...judgeMissedChanges(listener, evidence),
    ].map((sentence) => `${listener.plan.tag} ${sentence}`),
  )
}

function* judgeOrder({ items, plan, error, endedAt }: StartedListener): Iterable<string> {
  const types = items.map(({ change }) => change.type)
  if (!plan.readsLate && types.length > 0 && types[0] !== 'subscribed') yield `got ${types[0]} before 'subscribed'`
  const closed = types.indexOf('closed')
  if (closed >= 0 && (closed < types.length - 1 || plan.reopen)) yield "got more after 'closed'"
  if (closed >= 0 && (error !== undefined || endedAt === undefined)) yield "did not end with 'closed'"
  if (plan.readsLate && types.length > MAX_QUEUED) yield `had ${types.length} changes in its queue`
}

function* judgeEnd(listener: StartedListener, evidence: EraEvidence): Iterable<string> {
  if (listener.plan.readsLate) return
  const { closedAt: clientClosedAt } = evidence
  const { items, closedAt = Number.POSITIVE_INFINITY, endedAt } = listener
  const end = Math.min(closedAt, clientClosedAt)
  if (items.some(({ at }) => at > end)) yield 'got a change after it had been closed'
  for (const { number, endedAt: streamEndedAt, abortedAt } of streamsOf(listener.plan.tag, evidence)) {
    if ((streamEndedAt ?? clientClosedAt) > end && (abortedAt ?? clientClosedAt) > end) {
      yield `left request ${number} open when it had been closed`
    }
  }
  if (endedAt === undefined || endedAt > end) yield `ended ${(endedAt ?? Number.NaN) - end} ms after it had been closed`
}

/** Each acknowledgement after the first follows a gap in which changes may have been missed. */
function* judgeGaps({ items, plan, closedAt, endedAt }: StartedListener, evidence: EraEvidence): Iterable<string> {
  if (plan.readsLate) return
  const end = Math.min(closedAt ?? evidence.closedAt, endedAt ?? evidence.closedAt)
  const acknowledged = streamsOf(plan.tag, evidence).filter((exchange) => (acknowledgedAt(exchange) ?? end) < end)
  const expected = acknowledged.length - 1
  const gaps = items.filter(({ change }) => change.type === 'may-have-changed').length
  if (gaps < expected) yield `got 'may-have-changed' ${gaps} times for ${expected} gaps`
}

/** A session is asked once for the resource that only this listener wants. */
function* judgeSubscriptions({ plan }: StartedListener, { exchanges }: EraEvidence): Iterable<string> {
  const sessions = exchanges
    .filter(({ rpc, message, status }) => {
      return rpc === 'resources/subscribe' && message?.params?.uri === plan.tag && status === 200
    })
    .flatMap(({ session }) => session ?? [])
  if (new Set(sessions).size < sessions.length) yield 'was subscribed to twice in one session'
}

function streamsOf(tag: string, { exchanges }: EraEvidence): Exchange[] {
  return exchanges.filter(({ rpc, message }) => {
    const { resourceSubscriptions } = (message?.params?.notifications ?? {}) as { resourceSubscriptions?: string[] }
    return rpc === 'subscriptions/listen' && resourceSubscriptions?.includes(tag)
  })
}

function acknowledgedAt({ text, reads }: Exchange): number | undefined {
  const [first] = eventsIn(text)
  if (!first?.data.includes('subscriptions/acknowledged')) return undefined
  return reads.find(({ length }) => eventsIn(text.slice(0, length)).length > 0)?.at
}

/** Each announced change that was granted is delivered, or a 'may-have-changed' in its place. */
function* judgeMissedChanges(listener: StartedListener, evidence: EraEvidence): Iterable<string> {
  const { plan, items, closedAt, endedAt } = listener
  const { connection, listeningAtEnd, exchanges, announcements } = evidence
  const isOver = closedAt !== undefined || (endedAt ?? 0) < evidence.closedAt
  // Only where the connection had time to recover, and no stream was lost without a trace.
  if (!connection || isOver || plan.readsLate || exchanges.some(isLostSilently)) return
  // The client says that it does not listen.
  const seen = [connection.listening, listeningAtEnd]
  if (seen.includes('unavailable') || seen.includes('degraded')) return
  const first = items.find(({ change }) => change.type === 'subscribed')
  if (!first) yield "never got 'subscribed'"
  for (const { at, subject } of first ? announcements : []) {
    if (subject === 'resource' && mayForgetSubscriptions(evidence)) continue
    const subscribed = items.findLast((item) => item.change.type === 'subscribed' && item.at < at)?.change
    const isDelivered = items.some(
      (item) => item.at >= at && (covers(item.change, subject) || isNotGranted(item.change, subject)),
    )
    if (subscribed && !isNotGranted(subscribed, subject) && !isDelivered) {
      yield `missed a change of ${subject} ${at - first!.at} ms later`
    }
  }
}

function isNotGranted(change: Change, subject: ChangeSubject): boolean {
  if (change.type !== 'subscribed') return false
  const { toolsListChanged, resourceSubscriptions } = change.granted
  return subject === 'tools' ? !toolsListChanged : !resourceSubscriptions?.includes(WATCHED_URI)
}

/** A server without sessions has no way to tell the client that it has forgotten its subscriptions. */
function mayForgetSubscriptions({ plan, disturbances }: EraEvidence): boolean {
  return plan.server.session?.issue === false && disturbances.length > 0
}

function isLostSilently({ fault, rpc, http }: Exchange): boolean {
  return SILENT_FAULTS.includes(fault ?? '') && (http === 'GET' || rpc === 'subscriptions/listen')
}

function covers({ type }: Change, subject: ChangeSubject): boolean {
  return type === subject || type === 'may-have-changed' || type === 'closed'
}
