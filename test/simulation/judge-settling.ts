/** Invariants of every operation, whatever it asks for: it settles once and in time, with an outcome that is its own. */
import { type AnyMcpError, isMcpError } from '../../src/core/errors.ts'
import type { StartedOperation } from './eras/started-operation.ts'
import type { TrackedOperation } from './tracked-operation.ts'

/** `closedAt`: when the client was closed. `limit`: the milliseconds that it may take. */
export function* judgeSettling(
  { settled, settledAt, startedAt, abortedAt, afterClose }: TrackedOperation<unknown>,
  { closedAt }: { closedAt: number },
  limit: number,
): Iterable<string> {
  if (settled !== 1) yield `settled ${settled} times`
  if (settledAt - startedAt > limit) yield `took ${settledAt - startedAt} ms`
  if (abortedAt !== undefined && settledAt !== abortedAt) yield `settled ${settledAt - abortedAt} ms after its abort`
  if (!afterClose && settledAt > closedAt) yield `settled ${settledAt - closedAt} ms after close()`
  if (afterClose && settledAt !== startedAt) yield 'waited although the client was closed'
}

export interface OutcomeRules {
  /** How many requests were sent for it. */
  sent: number
  /** How many of them the server executed, by its journal. */
  accepted: number
  /** Another answer than the expected one is right too. */
  mayDiffer: boolean
  /** Whether it is an error of the application, which passes as it is. */
  isOwn(error: unknown): boolean
  /** What the error says and what is not so. */
  judgeError(error: AnyMcpError): string | undefined
}

export function* judgeOutcome(
  { result, error, plan, abortedAt, abortReason, afterClose }: StartedOperation,
  { sent, accepted, mayDiffer, isOwn, judgeError }: OutcomeRules,
): Iterable<string> {
  if (result) {
    const isExpected = plan.expected === undefined || result.text === plan.expected
    if (!isExpected && !mayDiffer) yield `got the answer ${result.text}`
    if (afterClose) yield 'was answered by a closed client'
    if (plan.kind === 'call' && accepted === 0) yield 'was answered although no server executed it'
  } else if (abortedAt !== undefined) {
    if (error !== abortReason) yield `was aborted and got ${error} instead of the reason`
  } else if (isOwn(error)) return
  else if (!isMcpError(error)) yield `got an error that is no McpError: ${error}`
  else if (afterClose && (error.code !== 'closed' || sent > 0)) yield `got ${error.code} from a closed client`
  else {
    const sentence = judgeError(error)
    if (sentence) yield sentence
  }
}
