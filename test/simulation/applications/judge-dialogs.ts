/** Invariants of the questions of a server: a few at a time, and none after the call that they belong to. */
import { eraOf } from '../eras/request-era.ts'
import type { TabEvidence } from './evidence.ts'
import { INTERVIEW } from './plan-call.ts'

/** How many handlers of one call run at once. */
const MAX_AT_ONCE = 4

/** Milliseconds in which an answer goes out, with the headers of the application, once more after a 401. */
const SENDING_TIME = 150

export function* judgeDialogs({ dialogs, operations, exchanges, closedAt }: TabEvidence): Iterable<string> {
  const interview = operations.find(({ plan }) => plan.tool === INTERVIEW)
  const sent = exchanges.findLast(({ tag, rpc }) => rpc === 'tools/call' && tag === interview?.plan.tag)
  // Over HTTP+SSE the server does not say which call its request belongs to.
  if (!interview || !sent || eraOf(sent) === 'http-sse') return
  const endOf = ({ answeredAt, abortedAt }: (typeof dialogs)[number]) =>
    Math.min(answeredAt ?? Number.POSITIVE_INFINITY, abortedAt ?? Number.POSITIVE_INFINITY)
  const atOnce = dialogs.map(
    ({ startedAt }) => dialogs.filter((other) => other.startedAt <= startedAt && endOf(other) > startedAt).length,
  )
  const most = Math.max(0, ...atOnce)
  if (most > MAX_AT_ONCE) yield `${most} questions of one call were asked at once`
  const late = dialogs.filter((dialog) => endOf(dialog) > interview.settledAt).length
  if (late > 0) yield `${late} questions were left open after their call had settled`
  const answers = exchanges.filter(({ rpc, id }) => rpc === undefined && id === 'question')
  // Each answer goes out where its question came from, also after a change of the era.
  const given = dialogs.filter(
    ({ answeredAt = Infinity }) => answeredAt + SENDING_TIME < Math.min(interview.settledAt, closedAt),
  ).length
  if (answers.length < given) yield `${answers.length} answers were sent for ${given} questions`
  const lateAnswers = answers.filter(({ at }) => at > interview.settledAt).length
  if (lateAnswers > 0) yield `${lateAnswers} questions were answered after their call had settled`
}
