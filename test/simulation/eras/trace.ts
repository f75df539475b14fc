/** An era run as text, to find out why a seed failed. */
import { describeError, describeExchange, formatTrace, type TraceLine } from '../trace.ts'
import type { EraEvidence } from './evidence.ts'
import type { StartedListener } from './started-listener.ts'
import type { StartedOperation } from './started-operation.ts'

const MAX_CHANGES = 30

export function describeEraRun(evidence: EraEvidence): string[] {
  const { plan, startedAt, connectedAt, closedAt, connectError, operations, finalCall } = evidence
  const lines = formatTrace(
    [
      [connectedAt, connectError ? `connecting failed: ${connectError}` : 'connected'],
      [closedAt, 'closed'],
      ...plan.acts.map(({ at, act }): TraceLine => [connectedAt + at, `act ${JSON.stringify(act)}`]),
      ...[...operations, ...(finalCall ? [finalCall] : [])].flatMap(describeOperation),
      ...evidence.listeners.flatMap((listener) => describeListener(listener, closedAt)),
      ...evidence.events.map(({ at, event }): TraceLine => [at, `event ${JSON.stringify(event)}`]),
      ...evidence.exchanges.map((exchange) => describeExchange(exchange, startedAt)),
    ],
    startedAt,
  )
  const { operations: _, listeners: __, acts: ___, ...rest } = plan
  return [`seed ${plan.seed} ${JSON.stringify(rest)}`, ...lines]
}

function describeOperation({ plan, startedAt, settledAt, result, error }: StartedOperation): TraceLine[] {
  const { tag, kind, tool, args, retry } = plan
  return [
    [startedAt, `${tag} starts: ${kind} ${tool} ${JSON.stringify(args)}, ${retry}`],
    [settledAt, `${tag} settles: ${result?.text ?? describeError(error)}`],
  ]
}

function describeListener({ plan, startedAt, items, endedAt, error }: StartedListener, closedAt: number): TraceLine[] {
  const { tag, filter } = plan
  return [
    [startedAt, `${tag} starts: ${JSON.stringify(filter)}`],
    ...items.slice(0, MAX_CHANGES).map(({ at, change }): TraceLine => [at, `${tag} gets ${JSON.stringify(change)}`]),
    [endedAt ?? closedAt, `${tag} ends${error ? `: ${error}` : ''}`],
  ]
}
