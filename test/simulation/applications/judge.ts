/** All invariants of an application run. */
import { judgeClosing, judgeConnecting } from '../judge-lifecycle.ts'
import type { ApplicationEvidence, TabEvidence } from './evidence.ts'
import { judgeApplicationCall, sleepGrace } from './judge-call.ts'
import { judgeDialogs } from './judge-dialogs.ts'
import { judgePrivacy } from './judge-privacy.ts'
import { judgeRequests } from './judge-requests.ts'

/** Returns one sentence for each violation. */
export function judgeApplicationRun(evidence: ApplicationEvidence): string[] {
  const { tabs, mostRenewals } = evidence
  const stuck = tabs.find((tab) => tab.stuck)
  if (stuck) return [`the run did not end: ${stuck.stuck}`]
  return [
    ...tabs.flatMap((tab) => [
      ...judgeConnecting(tab),
      ...tab.operations.flatMap((operation) => judgeApplicationCall(operation, tab, evidence)),
      ...judgeEnd(tab, evidence),
      ...judgeListener(tab, evidence),
      ...judgeDialogs(tab),
      ...judgeRequests(tab, evidence),
      ...judgeClosing(tab, sleepGrace(tab.closedAt, tab.closedAt + tab.closeTook, evidence)),
    ]),
    ...judgeViews(evidence),
    ...judgePrivacy(evidence),
    ...(mostRenewals > 1 ? [`${mostRenewals} renewals of the headers ran at once in one client`] : []),
  ]
}

function* judgeEnd({ finalCall, connection, disturbances, exchanges }: TabEvidence, { plan }: ApplicationEvidence) {
  if (!finalCall || finalCall.result) return
  const isUnknown = plan.server.session?.issue === false && plan.acts.some(({ act }) => 'offer' in act)
  const mayFail = connection?.status === 'failed' && disturbances.length > 0
  // What a probe was told by mistake is believed, since nothing contradicts it later.
  const isMisled = exchanges.some(({ fault, rpc }) => fault === 'not found' && rpc === 'server/discover')
  if (!isUnknown && !mayFail && !isMisled) yield `the connection did not recover: the final call got ${finalCall.error}`
}

/** A store and a group follow their server through an outage: they work again, and still hear of changes. */
function* judgeViews({ views, announcedAt = 0 }: ApplicationEvidence): Iterable<string> {
  for (const { kind, status, error, exchanges } of views) {
    if (status !== 'ready') yield `the ${kind} shows ${status} after everything had recovered: ${error}`
    const lists = exchanges.filter(({ rpc, status }) => rpc === 'tools/list' && (status === 200 || status === 202))
    if (!lists.some(({ at }) => at >= announcedAt)) yield `the ${kind} missed a change after an outage`
  }
}

/** A client that only listens cannot notice these faults. */
const SILENT_FAULTS = ['half-open', 'no response', 'stays open', 'flood', 'late cut', 'closes-to-be-polled', 'slow']

/** After everything, a change still reaches the listener, and the end of the client ends it quietly. */
function* judgeListener(tab: TabEvidence, { plan }: ApplicationEvidence): Iterable<string> {
  const { listener, announcedAt, closedAt, connection, exchanges, finalCall } = tab
  if (!listener) return
  const { error, endedAt, items } = listener
  if (error !== undefined && (endedAt ?? 0) >= closedAt) yield `listening threw when the client was closed: ${error}`
  if (announcedAt === undefined || !finalCall?.result || closedAt < announcedAt) return
  if (endedAt !== undefined && endedAt < announcedAt) return
  if (connection?.listening === 'unavailable' || connection?.listening === 'degraded') return
  const isSilenced = exchanges.some(
    ({ fault, rpc, http }) => SILENT_FAULTS.includes(fault ?? '') && (http === 'GET' || rpc === 'subscriptions/listen'),
  )
  // Sleep shows only in the date, which a clock that is set back at the same time hides.
  const isHidden = plan.acts.some(({ act }) => 'setClock' in act && act.setClock < 0)
  const mayForget = plan.server.session?.issue === false
  const isDelivered = items.some(({ at }) => at >= announcedAt)
  if (!isSilenced && !isHidden && !mayForget && !isDelivered)
    yield 'listening missed a change after everything had recovered'
}
