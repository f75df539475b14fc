/** What came of a call: its result is checked against the output schema of the tool, by code that is loaded when needed. */
import type { CallToolResult } from 'mcp-over-fetch'
import { type Exchange, exchangeOfError, type Outcome, outcomeOf, type SchemaMismatch } from '../outcome.ts'
import type { Action, CallOutcome } from './calls.ts'

/** Whether structured content fits its schema; `unusable`: why that cannot be said. */
export type CheckedSchema = { fits: true } | { mismatch: SchemaMismatch } | { unusable: string }

export interface Judgment {
  verdict: Outcome
  schema: CheckedSchema | undefined
  /** For the row of the wire. */
  facts: { isError: boolean; mismatch: SchemaMismatch | undefined } & Pick<Exchange, 'failure'>
}

export async function judge(
  action: Action,
  outcome: CallOutcome,
  schemaOf: (tool: string) => object | undefined,
): Promise<Judgment> {
  if (outcome === 'stopped' || 'error' in outcome) {
    const exchange = outcome === 'stopped' ? { needsAnswer: true, isCanceled: true } : exchangeOfError(outcome.error)
    const facts = { isError: false, mismatch: undefined, failure: exchange.failure }
    return { verdict: outcomeOf(exchange), schema: undefined, facts }
  }
  const { isError, structuredContent } = outcome.result as CallToolResult
  const failed = action.kind === 'tool' && isError === true
  const outputSchema = action.kind === 'tool' && !failed ? schemaOf(action.name) : undefined
  const schema = outputSchema && (await check(outputSchema, structuredContent))
  const mismatch = schema && 'mismatch' in schema ? schema.mismatch : undefined
  const verdict = outcomeOf({ needsAnswer: true, answer: { isError: failed }, mismatch })
  return { verdict, schema, facts: { isError: failed, mismatch, failure: undefined } }
}

async function check(schema: object, value: unknown): Promise<CheckedSchema> {
  try {
    const { findMismatch } = await import('../output-check.ts')
    const mismatch = findMismatch(schema, value)
    return mismatch ? { mismatch } : { fits: true }
  } catch (error) {
    return { unusable: String(error) }
  }
}
