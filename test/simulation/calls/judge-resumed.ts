/** What must hold for calls that another client continued: the two of them got everything, and nothing twice. */

import { framesOf } from '../network/exchange.ts'
import type { Evidence } from './evidence.ts'
import type { ResumedCall } from './resume-elsewhere.ts'

export function judgeResumed(evidence: Evidence): string[] {
  const { resumed, plan } = evidence
  const { session, get } = plan.server
  const isLosing = plan.acts.some(({ act }) => 'expireSessions' in act || 'restart' in act)
  const keeps = session?.issue !== false && get === 'accept'
  const forgets = isLosing || !keeps || plan.faults.kinds.includes('session lost')
  const fair = resumed.filter((call) => !mayRepeat(call, evidence))
  return fair.flatMap((call) =>
    [...judgeOne(call, forgets)].map((sentence) => `${call.call.plan.tag}, resumed elsewhere, ${sentence}`),
  )
}

/** A server that repeats the last event under another id than the token has: only the first client could notice. */
function mayRepeat({ call }: ResumedCall, { plan, exchanges }: Evidence): boolean {
  const frames = exchanges.flatMap(({ text }) => framesOf(text))
  const isPlace = frames.some(({ id, data }) => id === call.token?.lastEventId && data === '')
  return plan.server.replay === 'duplicate' && isPlace
}

function* judgeOne({ call, text, error, progress }: ResumedCall, forgets: boolean): Iterable<string> {
  const { plan } = call
  const all = [...call.progress, ...progress]
  if (all.some((value, index) => value !== index + 1)) yield `got the progress ${call.progress} and then ${progress}`
  if (text === undefined) {
    if (!forgets) yield `was lost although the server kept it: ${error}`
    return
  }
  if (plan.expected !== undefined && text !== plan.expected) yield `got the answer ${text}`
  if (plan.progress && all.length !== plan.args.to) yield `was answered with the progress ${all} of ${plan.args.to}`
}
