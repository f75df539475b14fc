/** Invariants of each call: it settles once and in time, with its own answer, and its error says what the server did. */
import { isAccepted, isInOrder } from '../calls/judge-call.ts'
import { eraOf } from '../eras/request-era.ts'
import type { StartedOperation } from '../eras/started-operation.ts'
import { judgeOutcome, judgeSettling } from '../judge-settling.ts'
import type { Exchange } from '../network/exchange.ts'
import { REFRESH_FAILURE } from './credentials.ts'
import type { ApplicationEvidence, TabEvidence } from './evidence.ts'
import { tellsLoss } from './front.ts'
import { INTERVIEW } from './plan-call.ts'

/** Milliseconds of the shortest limit besides the timeout of a call. */
const OTHER_LIMITS = 10_000

/** Milliseconds that the headers of a request may take, once more after a 401. */
const HEADERS_TIME = 150

/** Milliseconds for which the body of an error is read. */
const ERROR_TIME = 260

export function judgeApplicationCall(
  operation: StartedOperation,
  tab: TabEvidence,
  evidence: ApplicationEvidence,
): string[] {
  const { tag, kind, tool } = operation.plan
  const sent = tab.exchanges.filter((exchange) => exchange.tag === tag && exchange.rpc === 'tools/call')
  const accepted = evidence.journal.filter((entry) => isAccepted(entry, tag)).length
  const violations = [
    ...judgeSettling(operation, tab, limitOf(operation, evidence)),
    ...judgeTimeout(operation, evidence),
    ...judgeCallOutcome(operation, tab, evidence, sent, accepted),
    ...judgeProgress(operation, evidence, sent),
    ...(kind === 'call' ? judgeSending(operation, tab, evidence, sent, accepted) : []),
  ]
  return violations.map((sentence) => `${tag} (${tool || kind}) ${sentence}`)
}

/** Milliseconds that a limit gets after a sleep, so that what arrived meanwhile is read first. */
const GRACE = 100

/** By how many milliseconds a limit may be exceeded that ran from one time to the other. */
export function sleepGrace(from: number, to: number, { sleeps }: ApplicationEvidence): number {
  return sleeps.some((at) => at >= from && at <= to) ? GRACE : 0
}

function limitOf({ startedAt, settledAt }: StartedOperation, evidence: ApplicationEvidence): number {
  return (evidence.plan.hasGateway ? 100_000 : 40_000) + sleepGrace(startedAt, settledAt, evidence)
}

/** Setting the clock is no passing of time. Getting a session or an era has limits of its own. */
function* judgeTimeout(
  { plan, error, startedAt, settledAt }: StartedOperation,
  { plan: { acts } }: ApplicationEvidence,
) {
  const took = settledAt - startedAt
  const sleeps = acts.some(({ act }) => 'sleep' in act && act.isCounted)
  const isTimeout = (error as { code?: string } | undefined)?.code === 'timeout'
  if (isTimeout && !sleeps && took < Math.min(plan.timeout, OTHER_LIMITS)) yield `timed out too early, after ${took} ms`
}

function judgeCallOutcome(
  operation: StartedOperation,
  tab: TabEvidence,
  evidence: ApplicationEvidence,
  sent: Exchange[],
  accepted: number,
): Iterable<string> {
  const isCall = operation.plan.kind === 'call'
  // In the modern era there is no such tool.
  const isUnknown = operation.plan.tool === INTERVIEW
  return judgeOutcome(operation, {
    sent: sent.length,
    accepted,
    mayDiffer: isUnknown,
    isOwn: (error) => error === REFRESH_FAILURE && evidence.plan.refreshFails,
    judgeError(error) {
      const { code, delivery } = error
      if (delivery === 'not-executed' && accepted > 0) return 'was reported as not executed, but the server executed it'
      if (delivery === 'unknown' && isCall && sent.every((exchange) => isKnown(exchange, operation))) {
        return `was reported as unknown, but no request reached the server: ${error}`
      }
      if (delivery === 'answered' && isCall && !isAnswered(sent, tab)) {
        return `was reported as answered, but no answer was read: ${error}`
      }
      const isFailure = !isUnknown && code !== 'timeout' && code !== 'closed'
      return isFailure && isUndisturbed(evidence) ? `failed although nothing disturbed it: ${error}` : undefined
    },
  })
}

/** What one tab meets may disturb the other too: all sessions of the server may be lost. */
function isUndisturbed({ tabs }: ApplicationEvidence): boolean {
  return tabs.every(({ disturbances }) => disturbances.length === 0)
}

/** The answer may have come on another response: on the stream of HTTP+SSE, or on one that was resumed. */
function isAnswered(sent: Exchange[], { exchanges }: TabEvidence): boolean {
  const ids = sent.map(({ id }) => `"id":${JSON.stringify(id)}`)
  return (
    sent.some(({ text, status = 0 }) => text.includes('"error":') || status >= 400) ||
    exchanges.some(({ text }) => ids.some((id) => text.includes(id)))
  )
}

/** Whether the client knew when it settled that nothing was executed. */
function isKnown(exchange: Exchange, { settledAt }: StartedOperation): boolean {
  const isRead = exchange.state === 'read' || exchange.state === 'failed' ? exchange.endedAt! < settledAt : false
  // Of a body that breaks off, only the status counts.
  return isRead && wasRefused(exchange.state === 'failed' ? { ...exchange, text: '' } : exchange, true)
}

/** Whether the response proves that nothing was executed. */
function wasRefused(exchange: Exchange, isWhole = false): boolean {
  const { status, retryAfter, fault, session, text } = exchange
  if (status === undefined) return fault === 'refused'
  if (status === 401 || status === 429 || status === 307 || status === 308) return true
  // The revision is not supported.
  if (status === 400 && text.includes('-32022')) return true
  return (session !== undefined && tellsLoss(exchange, isWhole)) || (status === 503 && retryAfter)
}

function* judgeProgress(
  { progress, lateProgress, result, plan }: StartedOperation,
  { plan: { server } }: ApplicationEvidence,
  sent: Exchange[],
): Iterable<string> {
  if (lateProgress > 0) yield 'got progress after its answer'
  if (!isInOrder(progress, server.answer === 'sse')) yield `got the progress ${progress}`
  if (result && plan.progress && server.answer === 'sse' && progress.length !== plan.args.to && sent.length === 1) {
    yield `was answered with the progress ${progress} of ${plan.args.to}`
  }
}

function* judgeSending(
  operation: StartedOperation,
  tab: TabEvidence,
  evidence: ApplicationEvidence,
  sent: Exchange[],
  accepted: number,
): Iterable<string> {
  if (accepted > 1) yield `was executed ${accepted} times`
  for (const [index, earlier] of sent.slice(0, -1).entries()) {
    // The server speaks another era than the client was told.
    const { status = 0 } = earlier
    const isMoved = eraOf(earlier) !== eraOf(sent[index + 1]!) && status >= 400 && status < 500
    const isRefused = wasRefused(earlier) || ([400, 404, 405].includes(earlier.status ?? 0) && mayBeOther(evidence))
    if (!isMoved && !isRefused && earlier.status !== 404 && earlier.status !== 410) {
      yield `was sent again after request ${earlier.number}, which may have been executed`
    }
  }
  yield* judgeWaiting(operation, tab, sent[0])
  yield* judgePromptness(operation, tab, sent.at(-1))
  yield* judgeCancelling(operation, tab, sent.at(-1))
}

/** Whether a refusal may have been one of the other era. */
function mayBeOther({ offers, plan }: ApplicationEvidence): boolean {
  return offers.length > 1 || plan.faults.kinds.includes('unsupported-version')
}

/** A call that is made when the status becomes 'reconnecting' waits for the next session. */
function* judgeWaiting({ plan, startedAt }: StartedOperation, { exchanges }: TabEvidence, first: Exchange | undefined) {
  if (!plan.tag.includes('-status-') || !first?.session) return
  const isOld = exchanges.some(({ session, at }) => session === first.session && at < startedAt)
  if (isOld) yield 'was sent under the session that was being replaced'
}

/** A call ends with its answer, whatever that is, and with the status of an error, whatever its body does. */
function* judgePromptness(operation: StartedOperation, tab: TabEvidence, last: Exchange | undefined): Iterable<string> {
  if (!last || operation.settledAt === 0 || eraOf(last) === 'http-sse') return
  const { number, fault, text, id, reads, respondedAt, status = 0 } = last
  const { settledAt } = operation
  if (fault === 'malformed answer') {
    const read = reads.find(({ length }) => text.slice(0, length).includes(`"id":${id},"`))
    if (read && settledAt > read.at) yield `settled ${settledAt - read.at} ms after request ${number} was answered`
  }
  // Meanwhile the client may find out whether the server is one of the other era, or get new headers.
  const isWaiting = tab.exchanges.some(({ at, http, rpc }) => {
    return at > last.at && at <= settledAt && (http === 'GET' || rpc === 'server/discover' || rpc === 'initialize')
  })
  // A lost session is replaced first, after a delay that grows if the one before it never worked.
  const isLost = last.session !== undefined && (status === 404 || status === 410)
  const isFinal = status >= 400 && status !== 401 && !isLost && !isWaiting
  if (fault === 'endless error' && isFinal && respondedAt !== undefined) {
    const late = settledAt - respondedAt
    if (late > ERROR_TIME) yield `settled ${late} ms after request ${number} had got the status ${status}`
  }
}

/** A call of the legacy era that is aborted while it runs is cancelled where it was sent. */
function* judgeCancelling(operation: StartedOperation, tab: TabEvidence, last: Exchange | undefined): Iterable<string> {
  const { abortedAt } = operation
  if (abortedAt === undefined || !last?.session || eraOf(last) !== 'legacy') return
  if (abortedAt >= tab.closedAt - HEADERS_TIME) return
  const { id, session, status, respondedAt, endedAt, fault } = last
  const isRunning = status === 200 && respondedAt! < abortedAt && (endedAt === undefined || endedAt >= abortedAt)
  const isReplaced = tab.exchanges.some((other) => {
    const isLoss = other.session === session && (other.status ?? 0) >= 400 && other.at <= abortedAt
    return isLoss || (eraOf(other) === 'legacy' && other.rpc === 'initialize' && other.number > last.number)
  })
  if (!isRunning || isReplaced || fault !== undefined || last.text.includes(`"id":${id},"`)) return
  const isCancelled = tab.exchanges.some(
    ({ rpc, message, session: used }) =>
      rpc === 'notifications/cancelled' && message?.params?.requestId === id && used === session,
  )
  if (!isCancelled) yield 'was aborted, but not cancelled in its session'
}
