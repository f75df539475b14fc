/** Runs one seed: creates its plan, runs it and judges the evidence. */
import { judgeCallRun } from './calls/judge.ts'
import { createCallPlan } from './calls/plan.ts'
import { runCallPlan } from './calls/run.ts'
import { describeCallRun } from './calls/trace.ts'
import { judgeEraRun } from './eras/judge.ts'
import { createEraPlan } from './eras/plan.ts'
import { runEraPlan } from './eras/run.ts'
import { describeEraRun } from './eras/trace.ts'
import type { TrackedOperation } from './tracked-operation.ts'

export type RunKind = 'calls' | 'eras'

/** Each third seed is an era run. */
export function kindOf(seed: number): RunKind {
  return seed % 3 === 0 ? 'eras' : 'calls'
}

export interface SeedResult {
  seed: number
  /** The judge's sentences about what did not hold; empty if the seed passed. */
  violations: string[]
  /** Each as `what @ where`. */
  disturbances: string[]
  requests: number
  calls: number
  /** How the calls ended: `answered`, or the code of the error. */
  outcomes: string[]
  /** What happened, line by line. */
  trace(): string[]
}

export async function runSeed(seed: number): Promise<SeedResult> {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  try {
    const { violations, ...rest } = await (kindOf(seed) === 'eras' ? runEras : runCalls)(seed)
    return {
      seed,
      violations: [...violations, ...unhandled.map((reason) => `a rejection was not handled: ${reason}`)],
      ...rest,
    }
  } catch (error) {
    const violations = [`the run threw: ${(error as Error).stack}`]
    return { seed, violations, disturbances: [], requests: 0, calls: 0, outcomes: [], trace: () => [] }
  } finally {
    process.off('unhandledRejection', onUnhandled)
  }
}

/** Calls over the legacy transports, their sessions and streams. */
async function runCalls(seed: number): Promise<Omit<SeedResult, 'seed'>> {
  const evidence = await runCallPlan(createCallPlan(seed))
  const { calls, connectError, disturbances, exchanges } = evidence
  return {
    violations: judgeCallRun(evidence),
    disturbances,
    requests: exchanges.length,
    calls: calls.length,
    outcomes: outcomesOf(calls, connectError),
    trace: () => describeCallRun(evidence),
  }
}

/** A client that detects the era of the server, its cache and its subscriptions. */
async function runEras(seed: number): Promise<Omit<SeedResult, 'seed'>> {
  const evidence = await runEraPlan(createEraPlan(seed))
  const { operations, connectError, disturbances, exchanges } = evidence
  return {
    violations: judgeEraRun(evidence),
    disturbances,
    requests: exchanges.length,
    calls: operations.length,
    outcomes: outcomesOf(operations, connectError),
    trace: () => describeEraRun(evidence),
  }
}

function outcomesOf(operations: TrackedOperation<unknown>[], connectError: unknown): string[] {
  if (connectError) return ['not connected']
  return operations.map(({ result, error }) =>
    result ? 'answered' : ((error as { code?: string })?.code ?? 'aborted'),
  )
}
