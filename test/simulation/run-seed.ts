/** Runs one seed: creates its plan, runs it and judges the evidence. */
import { judgeApplicationRun } from './applications/judge.ts'
import { createApplicationPlan } from './applications/plan.ts'
import { runApplicationPlan } from './applications/run.ts'
import { describeApplicationRun } from './applications/trace.ts'
import { judgeCallRun } from './calls/judge.ts'
import { createCallPlan } from './calls/plan.ts'
import { runCallPlan } from './calls/run.ts'
import { describeCallRun } from './calls/trace.ts'
import { judgeEraRun } from './eras/judge.ts'
import { createEraPlan } from './eras/plan.ts'
import { runEraPlan } from './eras/run.ts'
import { describeEraRun } from './eras/trace.ts'
import type { TrackedOperation } from './tracked-operation.ts'

export type RunKind = 'calls' | 'eras' | 'applications'

const KINDS = ['eras', 'calls', 'applications'] as const

/** Each third seed is of one kind. */
export function kindOf(seed: number): RunKind {
  return KINDS[seed % 3]!
}

const RUNS = { calls: runCalls, eras: runEras, applications: runApplications }

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
    const { violations, ...rest } = await RUNS[kindOf(seed)](seed)
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

/** One or two tabs of a page, with users, callbacks that call, clocks that are set, and upgrades while calls run. */
async function runApplications(seed: number): Promise<Omit<SeedResult, 'seed'>> {
  const evidence = await runApplicationPlan(createApplicationPlan(seed))
  const { tabs } = evidence
  const operations = tabs.flatMap((tab) => tab.operations)
  return {
    violations: judgeApplicationRun(evidence),
    disturbances: tabs.flatMap((tab) => tab.disturbances),
    requests: tabs.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    calls: operations.length,
    outcomes: outcomesOf(operations, tabs[0]!.connectError),
    trace: () => describeApplicationRun(evidence),
  }
}

function outcomesOf(operations: TrackedOperation<unknown>[], connectError: unknown): string[] {
  if (connectError) return ['not connected']
  return operations.map(({ result, error }) =>
    result ? 'answered' : ((error as { code?: string })?.code ?? 'aborted'),
  )
}
