/** Invariants of calls that a second client resumed: together, both clients got every event once. */
import { eventsIn } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'
import type { ResumedCall } from './resume-with-second-client.ts'

export function judgeResumed(evidence: CallEvidence): string[] {
  const { resumed, plan } = evidence
  const { session, get } = plan.server
  const losesSessions = plan.acts.some(({ act }) => 'expireSessions' in act || 'restart' in act)
  const canResume = session?.issue !== false && get === 'accept'
  const mayForget = losesSessions || !canResume || plan.faults.kinds.includes('session lost')
  const judged = resumed.filter((call) => !mayRepeat(call, evidence))
  return judged.flatMap((call) =>
    [...judgeOne(call, mayForget)].map((sentence) => `${call.call.plan.tag}, resumed by a second client, ${sentence}`),
  )
}

/** The server repeats the last message under an id that is not in the token: only the first client could notice. */
function mayRepeat({ call }: ResumedCall, { plan, exchanges }: CallEvidence): boolean {
  const events = exchanges.flatMap(({ text }) => eventsIn(text))
  const isWithoutData = events.some(({ id, data }) => id === call.token?.lastEventId && data === '')
  return plan.server.replay === 'duplicate' && isWithoutData
}

function* judgeOne({ call, text, error, progress }: ResumedCall, mayForget: boolean): Iterable<string> {
  const { plan } = call
  const all = [...call.progress, ...progress]
  if (all.some((value, index) => value !== index + 1)) yield `got the progress ${call.progress} and then ${progress}`
  if (text === undefined) {
    if (!mayForget) yield `was lost although the server had stored it: ${error}`
    return
  }
  if (plan.expected !== undefined && text !== plan.expected) yield `got the answer ${text}`
  if (plan.progress && all.length !== plan.args.to) yield `was answered with the progress ${all} of ${plan.args.to}`
}
