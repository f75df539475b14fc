/** What happened to an exchange. One function decides, for results, rows of the wire, the history and its filters. */
import { type AnyMcpError, isMcpError } from 'mcp-over-fetch'

/** Where a result violates the output schema of its tool, and how, in words. */
export interface SchemaMismatch {
  /** Such as `items[0].price`; empty for the whole value. */
  path: string
  reason: string
  /** How many more problems there are. */
  more: number
}

/** What a JSON-RPC answer says, as far as it matters here. */
export interface Answer {
  isError?: boolean | undefined
  error?: { code: unknown; message: unknown } | undefined
}

/** The facts about one exchange; those that are not known yet are left out. */
export interface Exchange {
  isOpen?: boolean
  /** False for notifications, answers, and streams that only listen: HTTP accepts them, and nothing else happens. */
  needsAnswer: boolean
  answer?: Answer | undefined
  mismatch?: SchemaMismatch | undefined
  status?: number | undefined
  /** By the person, or by the client when it did not need the rest. */
  isCanceled?: boolean
  /** Another request reads on. */
  isContinued?: boolean
  /** The refusal was expected: the client asks for a protocol version in this way. */
  isProbe?: boolean
  /** There is no answer, and this is why, or what the client found wrong. */
  failure?: { kind: 'no-answer' | 'invalid' | 'failed'; reason: string } | undefined
}

export type OutcomeKind =
  | 'ok'
  | 'tool-error'
  | 'rpc'
  | 'schema'
  | 'no-answer'
  | 'invalid'
  | 'http'
  | 'failed'
  | 'canceled'
  | 'continued'
  | 'accepted'
  | 'probe'
  | 'pending'

export interface Outcome {
  kind: OutcomeKind
  /** Green is for what succeeded, and for nothing else. */
  tone: 'good' | 'warning' | 'bad' | 'quiet'
  /** Such as `RPC -32602`. */
  headline: string
  /** The same for a narrow column. */
  badge: string
  /** What is wrong, as a sentence; empty where the headline says it all. */
  reason: string
}

export function outcomeOf(exchange: Exchange): Outcome {
  const { answer, mismatch, status, failure } = exchange
  const quiet = (kind: OutcomeKind, headline: string, badge: string | number, reason = ''): Outcome => ({
    kind,
    tone: 'quiet',
    headline,
    badge: String(badge),
    reason,
  })
  if (exchange.isProbe) {
    const reason = 'as expected of a server of 2025-11-25 or before: the client sends initialize next'
    return quiet('probe', `HTTP ${status}`, status ?? '', reason)
  }
  if (answer?.error) {
    const { code, message } = answer.error
    return bad('rpc', `RPC ${code}`, `${code}`, text(message))
  }
  if (answer?.isError) {
    return {
      kind: 'tool-error',
      tone: 'warning',
      headline: 'TOOL ERROR',
      badge: 'isError',
      reason: 'The tool ran and reports in its result that it failed.',
    }
  }
  if (mismatch) return bad('schema', 'SCHEMA MISMATCH', 'schema', describeMismatch(mismatch))
  if (answer) return { kind: 'ok', tone: 'good', headline: 'OK', badge: String(status ?? 'OK'), reason: '' }
  if (failure) return bad(failure.kind, headlines[failure.kind], badges[failure.kind], failure.reason)
  if (status !== undefined && status >= 400) return bad('http', `HTTP ${status}`, `${status}`, '')
  if (exchange.isOpen) return quiet('pending', 'PENDING', exchange.needsAnswer ? '…' : (status ?? '…'))
  if (exchange.isContinued) return quiet('continued', 'RESUMED', 'resumed', 'Another request reads on.')
  if (exchange.isCanceled) return quiet('canceled', 'CANCELED', 'canceled')
  if (status === undefined) return bad('no-answer', headlines['no-answer'], 'no answer', 'The request failed.')
  if (exchange.needsAnswer)
    return bad('no-answer', headlines['no-answer'], 'no answer', 'The response ended without an answer.')
  return quiet('accepted', 'ACCEPTED', status)
}

const headlines = { 'no-answer': 'NO ANSWER', invalid: 'INVALID RESPONSE', failed: 'FAILED' } as const
const badges = { 'no-answer': 'no answer', invalid: 'invalid', failed: 'failed' } as const

function bad(kind: OutcomeKind, headline: string, badge: string, reason: string): Outcome {
  return { kind, tone: 'bad', headline, badge, reason }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the filter "Errors" lists. */
export function isFailure({ tone }: Outcome): boolean {
  return tone === 'bad' || tone === 'warning'
}

export function describeMismatch({ path, reason, more }: SchemaMismatch): string {
  const where = path === '' ? 'structuredContent' : `structuredContent.${path}`.replace('.[', '[')
  return `${where} ${reason}${more > 0 ? `, and ${more} more` : ''}.`
}

/** The error with which the client ended a call, as facts about its exchange. */
export function exchangeOfError(error: unknown): Exchange {
  const shared = { needsAnswer: true }
  if (!isMcpError(error)) return { ...shared, failure: { kind: 'failed', reason: String(error) } }
  const known = error as AnyMcpError
  if (known.code === 'rpc') return { ...shared, answer: { error: { code: known.rpcCode, message: known.rpcMessage } } }
  if (known.code === 'http') return { ...shared, status: known.status }
  const kind = noAnswer.has(known.code) ? 'no-answer' : known.code === 'invalid-message' ? 'invalid' : 'failed'
  return { ...shared, failure: { kind, reason: known.message } }
}

const noAnswer = new Set<string>(['timeout', 'connection', 'connect', 'closed', 'session-lost', 'not-mcp-endpoint'])
