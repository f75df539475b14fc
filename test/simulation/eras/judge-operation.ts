/** Invariants of each operation: it settles once and in time, with its own answer, and is repeated only where allowed. */
import { isAccepted, isInOrder, wasRefused } from '../calls/judge-call.ts'
import { judgeOutcome, judgeSettling } from '../judge-settling.ts'
import type { Exchange } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { isUnannouncedChange } from './judge-eras.ts'
import { eraOf } from './request-era.ts'
import type { StartedOperation } from './started-operation.ts'
import { HANDLER_FAILURE } from './user.ts'

/** Milliseconds for one request; an operation with several rounds or pages has it for each. */
const MAX_TIMEOUT = 40_000
const MAX_REQUESTS_EACH = 6

/** Milliseconds for which the response to a cancelled request may stay open in the legacy eras: those of a drain. */
const CANCEL_TIME = 255

export function judgeOperation(operation: StartedOperation, evidence: EraEvidence): string[] {
  const { tag, kind, tool } = operation.plan
  const sent = evidence.exchanges.filter((exchange) => exchange.tag === tag && exchange.rpc === 'tools/call')
  const accepted = evidence.journal.filter((entry) => isAccepted(entry, tag))
  const violations = [
    ...judgeSettling(operation, evidence, MAX_REQUESTS_EACH * MAX_TIMEOUT),
    ...judgeEraOutcome(operation, evidence, sent, accepted.length),
    ...judgeProgress(operation, evidence, sent),
    ...judgeResends(operation, evidence, sent),
    ...judgeEnd(operation, sent),
  ]
  return violations.map((sentence) => `${tag} (${kind} ${tool}) ${sentence}`)
}

function judgeEraOutcome(operation: StartedOperation, evidence: EraEvidence, sent: Exchange[], accepted: number) {
  const { result, plan } = operation
  return judgeOutcome(operation, {
    sent: sent.length,
    accepted,
    mayDiffer: result?.isError === true && plan.tool === 'ask' && mayFailToAsk(evidence, sent),
    isOwn: (error) => error === HANDLER_FAILURE && plan.tool === 'ask' && evidence.plan.user === 'fails',
    judgeError(error) {
      if (error.delivery === 'not-executed' && accepted > 0 && !areAnswered(sent, accepted)) {
        return 'was reported as not executed, but the server executed it'
      }
      if (error.delivery === 'answered' && plan.kind === 'call' && !sent.some(hasAnswer)) {
        return `was reported as answered, but no answer was read: ${error}`
      }
      const isFailure = error.code !== 'timeout' && error.code !== 'closed'
      return isFailure && isUndisturbed(evidence) ? `failed although nothing disturbed it: ${error}` : undefined
    },
  })
}

function isUndisturbed({ disturbances, plan }: EraEvidence): boolean {
  return disturbances.length === 0 && !isUnannouncedChange(plan)
}

/** A legacy server asks on a stream that may be gone, and without a session it forgets the client's capabilities. */
function mayFailToAsk({ plan, disturbances }: EraEvidence, sent: Exchange[]): boolean {
  if (plan.user === 'fails') return true
  const mayForget = plan.server.session?.issue === false || disturbances.length > 0
  const legacy = sent.filter((exchange) => eraOf(exchange) !== 'modern')
  // The first revisions have no elicitation; the very first sends no version either.
  const hasNone = legacy.some(({ headers }) => !((headers['mcp-protocol-version'] ?? '') >= '2025-06-18'))
  return hasNone || (mayForget && legacy.length > 0)
}

/** Every round that was executed was answered with its input requests, so only the next one was not executed. */
function areAnswered(sent: Exchange[], accepted: number): boolean {
  return sent.filter(hasAnswer).length >= accepted
}

function hasAnswer({ text, id }: Exchange): boolean {
  return text.includes(`"id":${JSON.stringify(id)},"result"`) || text.includes('"error":')
}

/** A repeated call counts its progress from 1 again, so only single requests are judged. */
function* judgeProgress(
  { progress, lateProgress, result, plan }: StartedOperation,
  { plan: { server } }: EraEvidence,
  sent: Exchange[],
): Iterable<string> {
  if (lateProgress > 0) yield 'got progress after its answer'
  if (sent.length > 1) return
  if (!isInOrder(progress, server.answer === 'sse')) yield `got the progress ${progress}`
  if (result && plan.progress && server.answer === 'sse' && progress.length !== plan.args.to) {
    yield `was answered with the progress ${progress} of ${plan.args.to}`
  }
}

/** A request is sent again only for a reason, or once if that is harmless and was asked for by `retry: 'safe'`. */
function* judgeResends(operation: StartedOperation, evidence: EraEvidence, sent: Exchange[]): Iterable<string> {
  let repeats = 0
  for (const [index, later] of sent.slice(1).entries()) {
    const earlier = sent[index]!
    const reason = reasonFor(earlier, later, evidence)
    if (reason === 'a round' && later.id === earlier.id) yield `reuses the id of request ${earlier.number} in a round`
    if (reason) continue
    repeats++
    const { harmless, retry } = operation.plan
    const isListed = evidence.exchanges.some(({ rpc, at }) => rpc === 'tools/list' && at <= later.at)
    const isKnown = isListed || evidence.plan.snapshotOf !== undefined || evidence.plan.otherReads.length > 0
    if (!harmless || retry !== 'safe' || !isKnown) {
      yield `was sent again after request ${earlier.number}, which may have been executed`
    } else if (later.id === earlier.id) yield `was sent again under the id of request ${earlier.number}`
  }
  if (repeats > 1) yield `was repeated ${repeats} times although it may have been executed`
}

function reasonFor(earlier: Exchange, later: Exchange, { events }: EraEvidence): string | undefined {
  const { status = 0, text } = earlier
  if (text.includes('"resultType":"input_required"')) return 'a round'
  if (wasRefused(earlier)) return 'a refusal'
  if (status === 400 && text.includes('-32020')) return 'a mismatch'
  // A request of an era that the server does not speak was not executed.
  const isRefused = status >= 400 && status < 500
  // The client may have left that era and come back to it before the refusal arrived.
  const isLeft = events.some(
    ({ at, event }) => event.type === 'era' && event.era !== eraOf(earlier) && at >= earlier.at && at <= later.at,
  )
  return isRefused && (isLeft || eraOf(earlier) !== eraOf(later)) ? 'another era' : undefined
}

/** No stream outlives an operation that has failed, and no operation outlives its last stream. */
function* judgeEnd({ settledAt, result }: StartedOperation, sent: Exchange[]): Iterable<string> {
  for (const exchange of sent) {
    const { number, endedAt, abortedAt } = exchange
    if (eraOf(exchange) === 'http-sse' || hasAnswer(exchange)) continue
    const end = Math.min(endedAt ?? Number.POSITIVE_INFINITY, abortedAt ?? Number.POSITIVE_INFINITY)
    const allowed = eraOf(exchange) === 'modern' ? 0 : CANCEL_TIME
    if (!result && end > settledAt + allowed) yield `left request ${number} open`
  }
  const last = sent.at(-1)
  if (!last || eraOf(last) !== 'modern' || last.status !== 200 || hasAnswer(last)) return
  const isOver = last.state === 'read' || last.state === 'failed'
  if (isOver && settledAt > last.endedAt!) yield `settled ${settledAt - last.endedAt!} ms after its stream had ended`
}
