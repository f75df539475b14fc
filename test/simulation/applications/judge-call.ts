/** Invariants of each call: it settles once and in time, with its own answer, and its error says what the server did. */
import { isMcpError } from '../../../src/core/errors.ts'
import { isAccepted, isInOrder } from '../calls/judge-call.ts'
import { eraOf } from '../eras/request-era.ts'
import type { StartedOperation } from '../eras/started-operation.ts'
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
    ...judgeSettling(operation, tab, evidence),
    ...judgeOutcome(operation, tab, evidence, sent, accepted),
    ...judgeProgress(operation, evidence, sent),
    ...(kind === 'call' ? judgeSending(operation, tab, evidence, sent, accepted) : []),
  ]
  return violations.map((sentence) => `${tag} (${tool || kind}) ${sentence}`)
}

function* judgeSettling(operation: StartedOperation, { closedAt }: TabEvidence, { plan }: ApplicationEvidence) {
  const { settled, settledAt, startedAt, abortedAt, afterClose } = operation
  const limit = plan.hasGateway ? 100_000 : 40_000
  if (settled !== 1) yield `settled ${settled} times`
  if (settledAt - startedAt > limit) yield `took ${settledAt - startedAt} ms`
  const sleeps = plan.acts.some(({ act }) => 'sleep' in act && act.isCounted)
  const isTimeout = (operation.error as { code?: string } | undefined)?.code === 'timeout'
  // Setting the clock is no passing of time. Getting a session or an era has limits of its own.
  if (isTimeout && !sleeps && settledAt - startedAt < Math.min(operation.plan.timeout, OTHER_LIMITS)) {
    yield `timed out too early, after ${settledAt - startedAt} ms`
  }
  if (abortedAt !== undefined && settledAt !== abortedAt) yield `settled ${settledAt - abortedAt} ms after its abort`
  if (!afterClose && settledAt > closedAt) yield `settled ${settledAt - closedAt} ms after close()`
  if (afterClose && settledAt !== startedAt) yield 'waited although the client was closed'
}

function* judgeOutcome(
  operation: StartedOperation,
  tab: TabEvidence,
  evidence: ApplicationEvidence,
  sent: Exchange[],
  accepted: number,
): Iterable<string> {
  const { result, error, plan, abortedAt, afterClose } = operation
  const isCall = plan.kind === 'call'
  // In the modern era there is no such tool.
  const isUnknown = plan.tool === INTERVIEW
  if (result) {
    if (plan.expected !== undefined && result.text !== plan.expected && !isUnknown)
      yield `got the answer ${result.text}`
    if (afterClose) yield 'was answered by a closed client'
    if (isCall && accepted === 0) yield 'was answered although no server executed it'
    return
  }
  if (abortedAt !== undefined) {
    if (error !== operation.abortReason) yield `was aborted and got ${error} instead of the reason`
    return
  }
  if (error === REFRESH_FAILURE && evidence.plan.refreshFails) return
  if (!isMcpError(error)) yield `got an error that is no McpError: ${error}`
  else if (afterClose && (error.code !== 'closed' || sent.length > 0)) yield `got ${error.code} from a closed client`
  else if (error.delivery === 'not-executed' && accepted > 0) {
    yield 'was reported as not executed, but the server executed it'
  } else if (error.delivery === 'unknown' && isCall && sent.every((exchange) => isKnown(exchange, operation))) {
    yield `was reported as unknown, but no request reached the server: ${error}`
  } else if (error.delivery === 'answered' && isCall && !isAnswered(sent, tab)) {
    yield `was reported as answered, but no answer was read: ${error}`
  } else if (isUndisturbed(evidence) && !isUnknown && error.code !== 'timeout' && error.code !== 'closed') {
    yield `failed although nothing disturbed it: ${error}`
  }
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
