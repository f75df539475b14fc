/** What must hold for those who listen: no change goes unnoticed, and nothing is told after the end. */
import type { Change } from '../../../src/core/index.ts'
import { type Exchange, framesOf } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { WATCHED } from './plan.ts'
import type { PlayedListener } from './started-listener.ts'

type News = EraEvidence['news'][number]['what']

/** Changes that may wait to be taken. */
const MOST_WAITING = 1_000

/** A connection that dies like this is not noticed by who only listens. */
const SILENT = ['half-open', 'no head', 'held', 'flood', 'late cut']

export function judgeListening(evidence: EraEvidence): string[] {
  return evidence.listeners.flatMap((listener) =>
    [
      ...judgeOrder(listener),
      ...judgeEnd(listener, evidence),
      ...judgeGaps(listener, evidence),
      ...judgeNews(listener, evidence),
    ].map((sentence) => `${listener.plan.tag} ${sentence}`),
  )
}

function* judgeOrder({ items, plan, error, endedAt }: PlayedListener): Iterable<string> {
  const types = items.map(({ change }) => change.type)
  if (!plan.lazy && types.length > 0 && types[0] !== 'subscribed') yield `was told ${types[0]} before anything else`
  const closed = types.indexOf('closed')
  if (closed >= 0 && (closed < types.length - 1 || plan.reopen)) yield 'was told more after the end'
  if (closed >= 0 && (error !== undefined || endedAt === undefined)) yield 'did not end with its end'
  if (plan.lazy && types.length > MOST_WAITING) yield `had ${types.length} changes waiting`
}

function* judgeEnd(listener: PlayedListener, evidence: EraEvidence): Iterable<string> {
  const { closedAt: left } = evidence
  const { items, closedAt = Number.POSITIVE_INFINITY, endedAt } = listener
  const end = Math.min(closedAt, left)
  if (!listener.plan.lazy && items.some(({ at }) => at > end)) yield 'was told something after it had been closed'
  if (listener.plan.lazy) return
  for (const { n, endedAt: over, abortedAt } of streamsOf(listener.plan.tag, evidence)) {
    if ((over ?? left) > end && (abortedAt ?? left) > end) yield `left request ${n} open when it had been closed`
  }
  if (endedAt === undefined || endedAt > end) yield `ended ${(endedAt ?? Number.NaN) - end} ms after it had been closed`
}

/** Whenever the server promised anew, something may have been missed before. */
function* judgeGaps({ items, plan, closedAt, endedAt }: PlayedListener, evidence: EraEvidence): Iterable<string> {
  if (plan.lazy) return
  const end = Math.min(closedAt ?? evidence.closedAt, endedAt ?? evidence.closedAt)
  const promises = streamsOf(plan.tag, evidence).filter((exchange) => (promisedAt(exchange) ?? end) < end)
  const gaps = items.filter(({ change }) => change.type === 'may-have-changed').length
  if (gaps < promises.length - 1) yield `was told of ${gaps} gaps, but there were ${promises.length - 1}`
}

function streamsOf(tag: string, { exchanges }: EraEvidence): Exchange[] {
  return exchanges.filter(({ rpc, message }) => {
    const { resourceSubscriptions } = (message?.params?.notifications ?? {}) as { resourceSubscriptions?: string[] }
    return rpc === 'subscriptions/listen' && resourceSubscriptions?.includes(tag)
  })
}

/** When the server's promise was read. */
function promisedAt({ text, reads }: Exchange): number | undefined {
  const [first] = framesOf(text)
  if (!first?.data.includes('subscriptions/acknowledged')) return undefined
  return reads.find(({ length }) => framesOf(text.slice(0, length)).length > 0)?.at
}

/** Each change that was promised to be told is told, or that there may have been some. */
function* judgeNews(listener: PlayedListener, evidence: EraEvidence): Iterable<string> {
  const { plan, items, closedAt, endedAt } = listener
  const { connection, exchanges, news } = evidence
  const isOver = closedAt !== undefined || (endedAt ?? 0) < evidence.closedAt
  // Only where everything had the time to come right, and nothing was lost without a trace.
  if (!connection || isOver || plan.lazy || exchanges.some(isLostSilently)) return
  if (connection.listening === 'unavailable' || connection.listening === 'degraded') return
  const first = items.find(({ change }) => change.type === 'subscribed')
  if (!first) yield 'was never told what it is subscribed to'
  const isForgotten = (what: News) => what === 'resource' && forgetsSubscriptions(evidence)
  for (const { at, what } of first ? news : []) {
    const promise = items.findLast((item) => item.change.type === 'subscribed' && item.at < at)?.change
    const told = items.some((item) => item.at >= at && (isNotice(item.change, what) || isRefused(item.change, what)))
    if (promise && !isRefused(promise, what) && !told && !isForgotten(what)) {
      yield `did not notice that ${what} changed ${at - first!.at} ms later`
    }
  }
}

/** The server said that it will not tell this. */
function isRefused(change: Change, what: News): boolean {
  if (change.type !== 'subscribed') return false
  const { toolsListChanged, resourceSubscriptions } = change.granted
  return what === 'tools' ? !toolsListChanged : !resourceSubscriptions?.includes(WATCHED)
}

/** A server without sessions cannot say that it forgot who subscribed. */
function forgetsSubscriptions({ plan, struck }: EraEvidence): boolean {
  return plan.server.session?.issue === false && struck.length > 0
}

function isLostSilently({ fault, rpc, http }: Exchange): boolean {
  return SILENT.includes(fault ?? '') && (http === 'GET' || rpc === 'subscriptions/listen')
}

function isNotice({ type }: Change, what: News): boolean {
  return type === what || type === 'may-have-changed' || type === 'closed'
}
