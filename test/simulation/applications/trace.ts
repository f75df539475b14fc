/** An application run as text, to find out why a seed failed. */
import type { Exchange } from '../network/exchange.ts'
import { describeError, describeExchange, formatTrace, type TraceLine } from '../trace.ts'
import type { ApplicationEvidence, TabEvidence } from './evidence.ts'

export function describeApplicationRun({ plan, tabs, views }: ApplicationEvidence): string[] {
  const { startedAt } = tabs[0]!
  const { connectedAt } = tabs.at(-1)!
  const lines = formatTrace(
    [
      ...plan.acts.map(({ at, act }): TraceLine => [connectedAt + at, `act ${JSON.stringify(act)}`]),
      ...tabs.flatMap((tab, index) => describeTab(tab, index, startedAt)),
      ...views.flatMap(({ kind, exchanges }) => exchanges.map((exchange) => prefix(`${kind}:`, exchange, startedAt))),
    ],
    startedAt,
  )
  const { acts: _, tabs: __, ...rest } = plan
  return [`seed ${plan.seed} ${JSON.stringify(rest)}`, ...lines]
}

function describeTab(tab: TabEvidence, index: number, start: number): TraceLine[] {
  const { connectedAt, closedAt, connectError, operations, finalCall, listener, dialogs, exchanges, plan } = tab
  const name = `tab ${index}:`
  const calls = [...operations, ...(finalCall ? [finalCall] : [])].flatMap((operation): TraceLine[] => {
    const { tag, kind, tool, args, timeout } = operation.plan
    const { startedAt, settledAt, abortedAt, result, error } = operation
    return [
      [startedAt, `${name} ${tag} starts: ${kind} ${tool} ${JSON.stringify(args)}, timeout ${timeout}`],
      ...(abortedAt === undefined ? [] : [[abortedAt, `${name} ${tag} is aborted`] as TraceLine]),
      [settledAt, `${name} ${tag} settles: ${result?.text ?? describeError(error)}`],
    ]
  })
  const changes = (listener?.items ?? []).map(
    ({ at, change }): TraceLine => [at, `${name} listens: ${JSON.stringify(change)}`],
  )
  return [
    [
      connectedAt,
      `${name} ${connectError ? `connecting failed: ${connectError}` : 'connected'}, calls from ${plan.callsFrom}`,
    ],
    [closedAt, `${name} closed`],
    ...calls,
    ...changes.slice(0, 30),
    ...dialogs.map(({ startedAt, answeredAt, abortedAt }): TraceLine => {
      return [startedAt, `${name} a question, answered ${answeredAt ?? 'never'}, aborted ${abortedAt ?? 'never'}`]
    }),
    ...exchanges.map((exchange) => prefix(name, exchange, start)),
  ]
}

function prefix(name: string, exchange: Exchange, start: number): TraceLine {
  const [at, text] = describeExchange(exchange, start)
  return [at, `${name} ${text}`]
}
