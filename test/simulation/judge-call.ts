/** What must hold for each call: it settles once and in time, with its own answer, and is run at most once. */
import { isMcpError } from '../../src/core/errors.ts'
import type { JournalEntry } from '../../src/testing/index.ts'
import type { Evidence } from './evidence.ts'
import type { Exchange } from './exchange.ts'
import { MAX_TIMEOUT } from './plan.ts'
import type { PlayedCall } from './played-call.ts'

/** A request may be refused once for its session, and in each of the two once for haste. */
const MOST_SENDS = 4

export function judgeCall(call: PlayedCall, evidence: Evidence): string[] {
  const sent = evidence.exchanges.filter(({ tag, rpc }) => tag === call.plan.tag && rpc === 'tools/call')
  const accepted = evidence.journal.filter((entry) => isAccepted(entry, call.plan.tag))
  const broken = [
    ...judgeSettling(call, evidence),
    ...judgeOutcome(call, evidence, sent, accepted.length),
    ...judgeProgress(call, evidence),
    ...judgeSending(sent, accepted.length),
    ...judgePromptness(call, evidence, sent),
  ]
  return broken.map((sentence) => `${call.plan.tag} (${call.plan.tool}) ${sentence}`)
}

/** The server ran it, by its own account. */
export function isAccepted({ rpc, body, status }: JournalEntry, tag: string): boolean {
  if (rpc !== 'tools/call' || (status !== 200 && status !== 202)) return false
  return (body as { params: { arguments?: { tag?: string } } }).params.arguments?.tag === tag
}

function* judgeSettling(call: PlayedCall, { closedAt }: Evidence): Iterable<string> {
  const { settled, settledAt, startedAt, abortedAt, late } = call
  if (settled !== 1) yield `settled ${settled} times`
  if (settledAt - startedAt > MAX_TIMEOUT) yield `took ${settledAt - startedAt} ms`
  if (abortedAt !== undefined && settledAt !== abortedAt) yield `settled ${settledAt - abortedAt} ms after its abort`
  if (!late && settledAt > closedAt) yield `settled ${settledAt - closedAt} ms after close()`
  if (late && settledAt !== startedAt) yield 'waited although the client was closed'
}

function* judgeOutcome(call: PlayedCall, evidence: Evidence, sent: Exchange[], accepted: number): Iterable<string> {
  const { result, error, plan, abortedAt, late } = call
  if (result) {
    const text = result.content?.[0]?.text
    if (plan.expected !== undefined && text !== plan.expected) yield `got the answer ${JSON.stringify(text)}`
    const kept = sent.map(({ id }) => evidence.record.answerTo(id)).find((answer) => answer !== undefined)
    if (kept && !kept.includes(JSON.stringify(result.content))) yield `got an answer that is not its own: ${text}`
    if (late) yield 'was answered by a closed client'
    if (accepted === 0) yield 'was answered although no server ran it'
    return
  }
  if (abortedAt !== undefined) {
    if (error !== call.reason) yield `was aborted and got ${error} instead of the reason`
    return
  }
  if (!isMcpError(error)) yield `got an error without a type: ${error}`
  else if (late && (error.code !== 'closed' || sent.length > 0)) yield `got ${error.code} from a closed client`
  else if (error.delivery === 'not-executed' && accepted > 0) yield 'was called not executed, but the server ran it'
  else if (isUndisturbed(evidence) && error.code !== 'timeout' && error.code !== 'closed') {
    yield `failed although nothing had happened: ${error}`
  }
}

function isUndisturbed({ struck }: Evidence): boolean {
  return struck.every((what) => what.startsWith('close @'))
}

/** The server's events have an order, so what arrived is always the beginning; with the answer, all of it. */
function* judgeProgress({ progress, progressTooLate, result, plan }: PlayedCall, evidence: Evidence): Iterable<string> {
  if (progressTooLate > 0) yield 'got progress after its answer'
  if (progress.some((value, index) => value !== index + 1)) yield `got the progress ${progress}`
  const isStreamed = evidence.plan.server.answer === 'sse'
  if (result && plan.progress && isStreamed && progress.length !== plan.args.to) {
    yield `was answered with the progress ${progress} of ${plan.args.to}`
  }
}

function* judgeSending(sent: Exchange[], accepted: number): Iterable<string> {
  if (accepted > 1) yield `was run ${accepted} times`
  if (sent.length > MOST_SENDS) yield `was sent ${sent.length} times`
  for (const earlier of sent.slice(0, -1)) {
    if (!wasRefused(earlier)) yield `was sent again after request ${earlier.n}, which may have run`
  }
}

/** The client has proof that nothing was run. */
export function wasRefused({ status, retryAfter, fault }: Exchange): boolean {
  if (status === undefined) return fault === 'refused'
  return [401, 404, 410, 429].includes(status) || (status === 503 && retryAfter)
}

/** Nothing to wait for: no response, or one that ended without the answer and without a place to resume from. */
function* judgePromptness(call: PlayedCall, { plan }: Evidence, sent: Exchange[]): Iterable<string> {
  const only = sent.at(-1)
  if (!only || only.endedAt === undefined || plan.client.transport === 'sse' || wasRefused(only)) return
  const isFinal = only.state === 'failed' || only.state === 'read'
  const isResumable = only.status === 200 && /^id: ?\S/m.test(only.text)
  if (isFinal && !isResumable && call.settledAt > only.endedAt) {
    yield `settled ${call.settledAt - only.endedAt} ms after request ${only.n} had ended for good`
  }
}
