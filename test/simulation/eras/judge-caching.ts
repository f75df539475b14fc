/** What must hold for answers that were kept: theirs who get them, fresh, and older than no change that was announced. */
import { answerIn, type Exchange } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { WATCHED } from './plan.ts'
import { formOf } from './request-era.ts'
import type { PlayedVerb } from './started-operation.ts'

/** Where a response is held back, nobody can tell when its parts were heard. */
const DELAYED = ['pieces', 'late', 'deaf']

export function judgeCaching(evidence: EraEvidence): string[] {
  const reads = evidence.verbs.filter(({ plan, result }) => plan.kind === 'read' && result)
  return reads.flatMap((read) => [...judgeRead(read, evidence)].map((sentence) => `${read.plan.tag} ${sentence}`))
}

/** Where an answer may have come from. */
interface Source {
  exchange: Exchange
  partition: string
  readAt: number
}

function* judgeRead(read: PlayedVerb, evidence: EraEvidence): Iterable<string> {
  const { startedAt, settledAt, result, plan } = read
  const sources = sourcesOf(evidence).filter(
    ({ exchange, readAt }) => exchange.text.includes(`"text":"${result?.text}"`) && readAt <= settledAt,
  )
  const isOwn = ({ at, rpc }: Exchange) => rpc === 'resources/read' && at >= startedAt && at <= settledAt
  const asked = evidence.exchanges.filter(isOwn)
  // Streams that are resumed or shared bring answers elsewhere than on the response.
  if (asked.some((exchange) => formOf(exchange) !== 'modern')) return
  if (sources.some(({ exchange }) => asked.includes(exchange))) return
  if (sources.length === 0) yield `was told ${result?.text}, which no server said`
  if (plan.fresh) yield 'was told what was kept, although it asked anew'
  const { ttl, scope } = evidence.plan
  const partition = evidence.partitions.findLast(({ at }) => at <= startedAt)?.partition
  const kept = sources.filter(({ exchange }) => formOf(exchange) === 'modern')
  const allowed = kept.filter((source) => scope === 'public' || source.partition === partition)
  if (allowed.length === 0) yield `was told ${result?.text}, which was kept for somebody else`
  const isOutage = evidence.events.some(
    ({ at, event }) =>
      event.type === 'warning' && event.message.includes('out of date') && at >= startedAt && at <= settledAt,
  )
  const fresh = allowed.filter(({ readAt }) => isOutage || readAt + ttl > startedAt)
  if (allowed.length > 0 && fresh.length === 0) yield `was told ${result?.text}, which is out of date`
  const heard = heardBefore(startedAt, evidence)
  if (fresh.length > 0 && fresh.every(({ exchange }) => exchange.at < heard)) {
    yield `was told ${result?.text}, although a change had been announced since`
  }
}

function sourcesOf({ exchanges, others, partitions }: EraEvidence): Source[] {
  const from = (exchange: Exchange, partition: string): Source[] => {
    const answer = exchange.rpc === 'resources/read' ? answerIn(exchange, exchange.id) : undefined
    return answer ? [{ exchange, partition, readAt: answer.at }] : []
  }
  const partitionAt = (time: number) => partitions.findLast(({ at }) => at <= time)?.partition ?? ''
  return [
    ...exchanges.flatMap((exchange) => from(exchange, partitionAt(exchange.at))),
    ...others.flatMap((exchange) => from(exchange, 'other')),
  ]
}

/** When the client last heard, before that time, that the resource may have changed. */
function heardBefore(time: number, { exchanges }: EraEvidence): number {
  const streams = exchanges.filter(
    ({ rpc, fault, message }) =>
      rpc === 'subscriptions/listen' && JSON.stringify(message).includes(WATCHED) && !DELAYED.includes(fault ?? ''),
  )
  const heard = streams.flatMap(({ text, reads }) =>
    reads
      .filter((read, index) => {
        const part = text.slice(reads[index - 1]?.length ?? 0, read.length)
        return part.endsWith('\n\n') && (part.includes('resources/updated') || part.includes('acknowledged'))
      })
      .map(({ at }) => at),
  )
  return Math.max(0, ...heard.filter((at) => at < time))
}
