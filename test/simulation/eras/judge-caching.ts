/** Invariants of cached answers: of the right partition, fresh, and from after the last announced change. */
import { type Exchange, findAnswer } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { WATCHED_URI } from './plan.ts'
import { eraOf } from './request-era.ts'
import type { StartedOperation } from './started-operation.ts'

/** With these faults the time of a read does not tell when the client handled it. */
const DELAYING_FAULTS = ['pieces', 'late response', 'ignores abort']

export function judgeCaching(evidence: EraEvidence): string[] {
  const reads = evidence.operations.filter(({ plan, result }) => plan.kind === 'read' && result)
  return reads.flatMap((read) => [...judgeRead(read, evidence)].map((sentence) => `${read.plan.tag} ${sentence}`))
}

/** A response that an answer may have come from. */
interface Source {
  exchange: Exchange
  partition: string
  readAt: number
}

function* judgeRead(read: StartedOperation, evidence: EraEvidence): Iterable<string> {
  const { startedAt, settledAt, result, plan } = read
  const sources = sourcesIn(evidence).filter(
    ({ exchange, readAt }) => exchange.text.includes(`"text":"${result?.text}"`) && readAt <= settledAt,
  )
  const isOwn = ({ at, rpc }: Exchange) => rpc === 'resources/read' && at >= startedAt && at <= settledAt
  const own = evidence.exchanges.filter(isOwn)
  // In the legacy eras an answer may come on another response than that of its request.
  if (own.some((exchange) => eraOf(exchange) !== 'modern')) return
  if (sources.some(({ exchange }) => own.includes(exchange))) return
  if (sources.length === 0) yield `got ${result?.text}, which no response contained`
  if (plan.cacheMode === 'refresh') yield 'got a cached answer although it asked for a fresh one'
  const { ttl, scope } = evidence.plan
  // In the instant of a change, either one may have been asked for.
  const partitions = evidence.partitions
    .filter(({ at }, index, all) => at <= startedAt && (all[index + 1]?.at ?? startedAt) >= startedAt)
    .map(({ partition }) => partition)
  const cached = sources.filter(({ exchange }) => eraOf(exchange) === 'modern')
  const allowed = cached.filter((source) => scope === 'public' || partitions.includes(source.partition))
  if (allowed.length === 0) yield `got ${result?.text}, which was cached for another partition`
  const isOutage = evidence.events.some(
    ({ at, event }) =>
      event.type === 'warning' && event.message.includes('out of date') && at >= startedAt && at <= settledAt,
  )
  const fresh = allowed.filter(({ readAt }) => isOutage || readAt + ttl > startedAt)
  if (allowed.length > 0 && fresh.length === 0) yield `got ${result?.text} after its time to live`
  const changedAt = lastChangeBefore(startedAt, evidence)
  if (fresh.length > 0 && fresh.every(({ exchange }) => exchange.at < changedAt)) {
    yield `got ${result?.text}, which was requested before a change was announced`
  }
}

function sourcesIn({ exchanges, otherExchanges, partitions }: EraEvidence): Source[] {
  const toSource = (exchange: Exchange, partition: string): Source[] => {
    const answer = exchange.rpc === 'resources/read' ? findAnswer(exchange, exchange.id) : undefined
    return answer ? [{ exchange, partition, readAt: answer.at }] : []
  }
  const partitionAt = (time: number) => partitions.findLast(({ at }) => at <= time)?.partition ?? ''
  return [
    ...exchanges.flatMap((exchange) => toSource(exchange, partitionAt(exchange.at))),
    ...otherExchanges.flatMap((exchange) => toSource(exchange, 'other')),
  ]
}

/** When the client last read, before that time, that the resource changed or may have changed. */
function lastChangeBefore(time: number, { exchanges }: EraEvidence): number {
  const streams = exchanges.filter(
    ({ rpc, fault, message }) =>
      rpc === 'subscriptions/listen' &&
      JSON.stringify(message).includes(WATCHED_URI) &&
      !DELAYING_FAULTS.includes(fault ?? ''),
  )
  const changes = streams.flatMap(({ text, reads }) =>
    reads
      .filter((read, index) => {
        const part = text.slice(reads[index - 1]?.length ?? 0, read.length)
        return part.endsWith('\n\n') && (part.includes('resources/updated') || part.includes('acknowledged'))
      })
      .map(({ at }) => at),
  )
  return Math.max(0, ...changes.filter((at) => at < time))
}
