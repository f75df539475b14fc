/** Invariants of calls that a second client resumed: together, both clients got every event once. */
import type { CallEvidence } from './evidence.ts'
import type { ResumedCall } from './resume-with-second-client.ts'

export function judgeResumed(evidence: CallEvidence): string[] {
  const { resumed, plan } = evidence
  const { session, get } = plan.server
  const losesSessions = plan.acts.some(({ act }) => 'expireSessions' in act || 'restart' in act)
  const canResume = session?.issue !== false && get === 'accept'
  const mayForget = losesSessions || !canResume || plan.faults.kinds.includes('session lost')
  return resumed.flatMap((call) =>
    [...judgeOne(call, mayForget, plan.server.replay === 'duplicate')].map(
      (sentence) => `${call.call.plan.tag}, resumed by a second client, ${sentence}`,
    ),
  )
}

function* judgeOne(
  { call, text, error, progress }: ResumedCall,
  mayForget: boolean,
  repeatsLast: boolean,
): Iterable<string> {
  const { plan } = call
  // Only the first client knows that it has seen the message that the server repeats.
  const isRepeated = repeatsLast && progress.length > 0 && progress[0] === call.progress.at(-1)
  const all = [...call.progress, ...progress.slice(isRepeated ? 1 : 0)]
  if (all.some((value, index) => value !== index + 1)) yield `got the progress ${call.progress} and then ${progress}`
  if (text === undefined) {
    if (!mayForget) yield `was lost although the server had stored it: ${error}`
    return
  }
  if (plan.expected !== undefined && text !== plan.expected) yield `got the answer ${text}`
  if (plan.progress && all.length !== plan.args.to) yield `was answered with the progress ${all} of ${plan.args.to}`
}
