/** What must hold for each thing that was asked for: it settles once and in time, truthfully, and runs no more than allowed. */
import { isMcpError } from '../../../src/core/errors.ts'
import { isAccepted, wasRefused } from '../calls/judge-call.ts'
import type { Exchange } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { isUntold } from './judge-eras.ts'
import { formOf } from './request-era.ts'
import type { PlayedVerb } from './started-operation.ts'
import { FAILURE } from './user.ts'

/** Of one request, in milliseconds; what takes rounds or pages has it for each. */
const MAX_TIMEOUT = 40_000
const MOST_REQUESTS_EACH = 6

export function judgeVerb(verb: PlayedVerb, evidence: EraEvidence): string[] {
  const { tag, kind, tool } = verb.plan
  const sent = evidence.exchanges.filter((exchange) => exchange.tag === tag && exchange.rpc === 'tools/call')
  const accepted = evidence.journal.filter((entry) => isAccepted(entry, tag))
  const broken = [
    ...judgeSettling(verb, evidence),
    ...judgeOutcome(verb, evidence, sent, accepted.length),
    ...judgeProgress(verb, evidence, sent),
    ...judgeSending(verb, evidence, sent),
    ...judgeEnd(verb, sent),
  ]
  return broken.map((sentence) => `${tag} (${kind} ${tool}) ${sentence}`)
}

function* judgeSettling(verb: PlayedVerb, { closedAt }: EraEvidence): Iterable<string> {
  const { settled, settledAt, startedAt, abortedAt, late } = verb
  if (settled !== 1) yield `settled ${settled} times`
  if (settledAt - startedAt > MOST_REQUESTS_EACH * MAX_TIMEOUT) yield `took ${settledAt - startedAt} ms`
  if (abortedAt !== undefined && settledAt !== abortedAt) yield `settled ${settledAt - abortedAt} ms after its abort`
  if (!late && settledAt > closedAt) yield `settled ${settledAt - closedAt} ms after close()`
  if (late && settledAt !== startedAt) yield 'waited although the client was closed'
}

function* judgeOutcome(verb: PlayedVerb, evidence: EraEvidence, sent: Exchange[], accepted: number): Iterable<string> {
  const { result, error, plan, abortedAt, late } = verb
  if (result) {
    const excused = result.isError && plan.tool === 'ask' && mayFailToAsk(evidence, sent)
    if (plan.expected !== undefined && result.text !== plan.expected && !excused) yield `got the answer ${result.text}`
    if (late) yield 'was answered by a closed client'
    if (plan.kind === 'call' && accepted === 0) yield 'was answered although no server ran it'
    return
  }
  if (abortedAt !== undefined) {
    if (error !== verb.reason) yield `was aborted and got ${error} instead of the reason`
    return
  }
  if (error === FAILURE && plan.tool === 'ask' && evidence.plan.user === 'fails') return
  if (!isMcpError(error)) yield `got an error without a type: ${error}`
  else if (late && (error.code !== 'closed' || sent.length > 0)) yield `got ${error.code} from a closed client`
  else if (error.delivery === 'not-executed' && accepted > 0 && !isAnswered(sent, accepted)) {
    yield 'was called not executed, but the server ran it'
  } else if (error.delivery === 'answered' && plan.kind === 'call' && !sent.some(hasResponse)) {
    yield `was called answered, but nothing was: ${error}`
  } else if (isUndisturbed(evidence) && error.code !== 'timeout' && error.code !== 'closed') {
    yield `failed although nothing had happened: ${error}`
  }
}

function isUndisturbed({ struck, plan }: EraEvidence): boolean {
  return struck.length === 0 && !isUntold(plan)
}

/** A server with a handshake asks on a stream that may be gone, and without a session forgets what a client declared. */
function mayFailToAsk({ plan, struck }: EraEvidence, sent: Exchange[]): boolean {
  if (plan.user === 'fails') return true
  const isForgetful = plan.server.session?.issue === false || struck.length > 0
  return isForgetful && sent.some((exchange) => formOf(exchange) !== 'modern')
}

/** Every round that ran brought its question back, so that only the next one was not executed. */
function isAnswered(sent: Exchange[], accepted: number): boolean {
  return sent.filter(hasResponse).length >= accepted
}

function hasResponse({ text, id }: Exchange): boolean {
  return text.includes(`"id":${JSON.stringify(id)},"result"`) || text.includes('"error":')
}

function* judgeProgress(verb: PlayedVerb, { plan: { server } }: EraEvidence, sent: Exchange[]): Iterable<string> {
  const { progress, progressTooLate, result, plan } = verb
  if (progressTooLate > 0) yield 'got progress after its answer'
  if (sent.length > 1) return
  if (progress.some((value, index) => value !== index + 1)) yield `got the progress ${progress}`
  if (result && plan.progress && server.answer === 'sse' && progress.length !== plan.args.to) {
    yield `was answered with the progress ${progress} of ${plan.args.to}`
  }
}

/** Each request after the first has a reason, and none of them may let something run twice that must not. */
function* judgeSending(verb: PlayedVerb, evidence: EraEvidence, sent: Exchange[]): Iterable<string> {
  let repeats = 0
  for (const [index, later] of sent.slice(1).entries()) {
    const earlier = sent[index]!
    const reason = reasonFor(earlier, later)
    if (reason === 'a round' && later.id === earlier.id) yield `goes on under the id of request ${earlier.n}`
    if (reason) continue
    repeats++
    const { harmless, retry } = verb.plan
    const isListed = evidence.exchanges.some(({ rpc, at }) => rpc === 'tools/list' && at <= later.at)
    const isKnown = isListed || evidence.plan.snapshotOf !== undefined || evidence.plan.otherReads.length > 0
    if (!harmless || retry !== 'safe' || !isKnown) yield `was sent again after request ${earlier.n}, which may have run`
    else if (later.id === earlier.id) yield `was sent again under the id of request ${earlier.n}, which may have run`
  }
  if (repeats > 1) yield `was sent again ${repeats} times although it may have run`
}

function reasonFor(earlier: Exchange, later: Exchange): string | undefined {
  const { status = 0, text } = earlier
  if (text.includes('"resultType":"input_required"')) return 'a round'
  if (wasRefused(earlier)) return 'a refusal'
  if (status === 400 && text.includes('-32020')) return 'a mismatch'
  // What one era does not know was not executed by it.
  const isRefused = status >= 400 && status < 500
  return isRefused && formOf(earlier) !== formOf(later) ? 'another era' : undefined
}

/** Nobody reads on for a call that has ended without an answer; and a stream that has ended keeps no call. */
function* judgeEnd({ settledAt, result }: PlayedVerb, sent: Exchange[]): Iterable<string> {
  for (const exchange of sent) {
    const { n, endedAt, abortedAt } = exchange
    if (formOf(exchange) === 'http-sse' || hasResponse(exchange)) continue
    const end = Math.min(endedAt ?? Number.POSITIVE_INFINITY, abortedAt ?? Number.POSITIVE_INFINITY)
    if (!result && end > settledAt) yield `left request ${n} open`
  }
  const only = sent.at(-1)
  if (!only || formOf(only) !== 'modern' || only.status !== 200 || hasResponse(only)) return
  const isOver = only.state === 'read' || only.state === 'failed'
  if (isOver && settledAt > only.endedAt!) yield `settled ${settledAt - only.endedAt!} ms after its stream had ended`
}
