/** A run about eras as text, for the one who has to understand why a seed failed. */
import { describeError, describeExchange } from '../calls/trace.ts'
import type { EraEvidence } from './evidence.ts'

export function describeEras(evidence: EraEvidence): string[] {
  const { plan, startedAt, connectedAt, closedAt, connectError, verbs, last, listeners, exchanges, events } = evidence
  const time = (at: number | undefined) => (at === undefined ? 'never' : `${at - startedAt}`)
  const happened: [number, string][] = [
    [connectedAt, `connected${connectError ? `: no, ${connectError}` : ''}`],
    [closedAt, 'closed'],
    ...plan.acts.map(({ at, act }): [number, string] => [connectedAt + at, `act ${JSON.stringify(act)}`]),
    ...[...verbs, ...(last ? [last] : [])].flatMap(({ plan: verb, ...tracked }): [number, string][] => [
      [tracked.startedAt, `${verb.tag} starts: ${verb.kind} ${verb.tool} ${JSON.stringify(verb.args)}, ${verb.retry}`],
      [tracked.settledAt, `${verb.tag} settles: ${tracked.result?.text ?? describeError(tracked.error)}`],
    ]),
    ...listeners.flatMap(({ plan: { tag, filter }, items, ...listener }): [number, string][] => [
      [listener.startedAt, `${tag} starts: ${JSON.stringify(filter)}`],
      ...items.slice(0, 30).map(({ at, change }): [number, string] => [at, `${tag} is told ${JSON.stringify(change)}`]),
      [listener.endedAt ?? closedAt, `${tag} ends${listener.error ? `: ${listener.error}` : ''}`],
    ]),
    ...events.map(({ at, event }): [number, string] => [at, `event ${JSON.stringify(event)}`]),
    ...exchanges.map((exchange): [number, string] => [exchange.at, describeExchange(exchange, time)]),
  ]
  const lines = happened.sort(([a], [b]) => a - b).map(([at, line]) => `${time(at).padStart(8)} ${line}`)
  const { verbs: _, listeners: __, acts: ___, ...rest } = plan
  return [`seed ${plan.seed} ${JSON.stringify(rest)}`, ...lines]
}
