/** A call run as text, to find out why a seed failed. */
import { describeError, describeExchange, formatTrace, type TraceLine } from '../trace.ts'
import type { CallEvidence } from './evidence.ts'
import type { StartedCall } from './started-call.ts'

export function describeCallRun(evidence: CallEvidence): string[] {
  const { plan, startedAt, connectedAt, closedAt, connectError, calls, finalCall, exchanges } = evidence
  const { seed, server, client, faults } = plan
  const lines = formatTrace(
    [
      [connectedAt, connectError ? `connecting failed: ${connectError}` : 'connected'],
      [closedAt, 'closed'],
      ...plan.acts.map(({ at, act }): TraceLine => [connectedAt + at, `act ${JSON.stringify(act)}`]),
      ...[...calls, ...(finalCall ? [finalCall] : [])].flatMap((call) => describeCall(call)),
      ...exchanges.map((exchange) => describeExchange(exchange, startedAt)),
    ],
    startedAt,
  )
  return [`seed ${seed} ${JSON.stringify({ server, client, faults })}`, ...lines]
}

function describeCall({ plan, startedAt, settledAt, abortedAt, result, error, progress }: StartedCall): TraceLine[] {
  const { tag, tool, args, timeout } = plan
  const outcome = result ? JSON.stringify(result.content) : describeError(error)
  const ended = `${tag} settles: ${outcome}${progress.length > 0 ? `, progress ${progress}` : ''}`
  const aborted: TraceLine[] = abortedAt === undefined ? [] : [[abortedAt, `${tag} is aborted`]]
  return [
    [startedAt, `${tag} starts: ${tool} ${JSON.stringify(args)}, timeout ${timeout}`],
    ...aborted,
    [settledAt, ended],
  ]
}
