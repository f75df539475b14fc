/** Invariants of each call: it settles once and in time, with its own answer, and is executed at most once. */
import { isMcpError } from '../../../src/core/errors.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import { judgeSettling } from '../judge-settling.ts'
import type { Exchange } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'
import { MAX_TIMEOUT } from './plan.ts'
import type { StartedCall } from './started-call.ts'

/** A session may be lost once, and each of the two requests may be answered once with `Retry-After`. */
const MAX_SENDS = 4

/** Milliseconds that an answer waits for progress that is still due. */
const LAST_PROGRESS_TIME = 50

export function judgeCall(call: StartedCall, evidence: CallEvidence): string[] {
  const sent = evidence.exchanges.filter(({ tag, rpc }) => tag === call.plan.tag && rpc === 'tools/call')
  const accepted = evidence.journal.filter((entry) => isAccepted(entry, call.plan.tag))
  const violations = [
    ...judgeSettling(call, evidence, evidence.plan.client.maxTotalTimeout ?? MAX_TIMEOUT),
    ...judgeOutcome(call, evidence, sent, accepted.length),
    ...judgeProgress(call, evidence),
    ...judgeResends(sent, accepted.length),
    ...judgePromptness(call, evidence, sent),
  ]
  return violations.map((sentence) => `${call.plan.tag} (${call.plan.tool}) ${sentence}`)
}

/** Whether the server executed this call, by its journal. */
export function isAccepted({ rpcMethod, body, status }: JournalEntry, tag: string): boolean {
  if (rpcMethod !== 'tools/call' || (status !== 200 && status !== 202)) return false
  return (body as { params: { arguments?: { tag?: string } } }).params.arguments?.tag === tag
}

function* judgeOutcome(
  call: StartedCall,
  evidence: CallEvidence,
  sent: Exchange[],
  accepted: number,
): Iterable<string> {
  const { result, error, plan, abortedAt, afterClose } = call
  if (result) {
    const text = result.content?.[0]?.text
    if (plan.expected !== undefined && text !== plan.expected) yield `got the answer ${JSON.stringify(text)}`
    const stored = sent.map(({ id }) => evidence.eventStore.answerTo(id)).find((answer) => answer !== undefined)
    if (stored && !stored.includes(JSON.stringify(result.content))) yield `got an answer that is not its own: ${text}`
    if (afterClose) yield 'was answered by a closed client'
    if (accepted === 0) yield 'was answered although no server executed it'
    return
  }
  if (abortedAt !== undefined) {
    if (error !== call.abortReason) yield `was aborted and got ${error} instead of the reason`
    return
  }
  if (!isMcpError(error)) yield `got an error that is no McpError: ${error}`
  else if (afterClose && (error.code !== 'closed' || sent.length > 0)) yield `got ${error.code} from a closed client`
  else if (error.delivery === 'not-executed' && accepted > 0) {
    yield 'was reported as not executed, but the server executed it'
  } else if (isUndisturbed(evidence) && error.code !== 'timeout' && error.code !== 'closed') {
    yield `failed although nothing disturbed it: ${error}`
  }
}

function isUndisturbed({ disturbances }: CallEvidence): boolean {
  return disturbances.every((what) => what.startsWith('close @'))
}

/** Progress is counted from 1, so what arrived must be the first numbers; with the answer, all of them. */
function* judgeProgress(
  { progress, lateProgress, result, plan }: StartedCall,
  evidence: CallEvidence,
): Iterable<string> {
  if (lateProgress > 0) yield 'got progress after its answer'
  const isStreamed = evidence.plan.server.answer === 'sse'
  if (!isInOrder(progress, isStreamed)) yield `got the progress ${progress}`
  if (result && plan.progress && isStreamed && progress.length !== plan.args.to) {
    yield `was answered with the progress ${progress} of ${plan.args.to}`
  }
}

/** Where calls are answered by JSON, progress comes on the GET stream, which may not have been open all the time. */
export function isInOrder(progress: readonly number[], isComplete: boolean): boolean {
  return progress.every((value, index) => (isComplete ? value === index + 1 : value > (progress[index - 1] ?? 0)))
}

function* judgeResends(sent: Exchange[], accepted: number): Iterable<string> {
  if (accepted > 1) yield `was executed ${accepted} times`
  if (sent.length > MAX_SENDS) yield `was sent ${sent.length} times`
  for (const earlier of sent.slice(0, -1)) {
    if (!wasRefused(earlier)) yield `was sent again after request ${earlier.number}, which may have been executed`
  }
}

/** Whether the response proves that nothing was executed. */
export function wasRefused({ status, retryAfter, fault }: Exchange): boolean {
  if (status === undefined) return fault === 'refused'
  return [401, 404, 410, 429].includes(status) || (status === 503 && retryAfter)
}

/** A call ends with its last request if that cannot be resumed: no response, or a stream without an event id. */
function* judgePromptness(call: StartedCall, { plan }: CallEvidence, sent: Exchange[]): Iterable<string> {
  const last = sent.at(-1)
  if (!last || last.endedAt === undefined || plan.client.transport === 'sse' || wasRefused(last)) return
  const isOver = last.state === 'failed' || last.state === 'read'
  const isResumable = last.status === 200 && /^id: ?\S/m.test(last.text)
  // The last report of progress may come on another stream, shortly after the answer.
  const isAnswered = !call.error || (isMcpError(call.error) && call.error.delivery === 'answered')
  const mayWait = call.plan.progress && isAnswered ? LAST_PROGRESS_TIME : 0
  if (isOver && !isResumable && call.settledAt > last.endedAt + mayWait) {
    yield `settled ${call.settledAt - last.endedAt} ms after request ${last.number} had ended and could not be resumed`
  }
}
