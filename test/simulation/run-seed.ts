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
import {
  keepParts,
  type PlanParts,
  partsOf,
  reduceApplicationPlan,
  reduceCallPlan,
  reduceEraPlan,
} from './plan-parts.ts'
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
  /** The run itself threw, and its sentence is the error with its stack. */
  hasThrown: boolean
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
  /** What its plan consists of, and the faults that it met. */
  parts(): PlanParts
}

/** What the run of a kind returns. */
type KindResult = Omit<SeedResult, 'seed' | 'hasThrown'>

const NO_PARTS: PlanParts = { names: new Set(), faults: new Map() }

/** With `parts`, only these parts of the plan are run. */
export async function runSeed(seed: number, parts?: PlanParts): Promise<SeedResult> {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  try {
    const { violations, ...rest }: KindResult = await RUNS[kindOf(seed)](seed, parts)
    return {
      seed,
      hasThrown: false,
      violations: [...violations, ...unhandled.map((reason) => `a rejection was not handled: ${reason}`)],
      ...rest,
    }
  } catch (error) {
    const violations = [`the run threw: ${(error as Error).stack}`]
    const nothing = { disturbances: [], requests: 0, calls: 0, outcomes: [], trace: () => [], parts: () => NO_PARTS }
    return { seed, hasThrown: true, violations, ...nothing }
  } finally {
    process.off('unhandledRejection', onUnhandled)
  }
}

/** Runs a seed with the parts of these names only. Its faults are those of the whole, which is run before. */
export async function runNamedParts(seed: number, names: readonly string[]): Promise<SeedResult> {
  const { faults } = (await runSeed(seed)).parts()
  return runSeed(seed, { names: new Set(names), faults })
}

/** Calls over the legacy transports, their sessions and streams. */
async function runCalls(seed: number, parts?: PlanParts): Promise<KindResult> {
  const plan = createCallPlan(seed)
  const evidence = await runCallPlan(keepParts(plan, reduceCallPlan, parts))
  const { calls, connectError, disturbances, exchanges } = evidence
  return {
    violations: judgeCallRun(evidence),
    disturbances,
    requests: exchanges.length,
    calls: calls.length,
    outcomes: outcomesOf(calls, connectError),
    trace: () => describeCallRun(evidence),
    parts: () => partsOf(plan, reduceCallPlan, exchanges),
  }
}

/** A client that detects the era of the server, its cache and its subscriptions. */
async function runEras(seed: number, parts?: PlanParts): Promise<KindResult> {
  const plan = createEraPlan(seed)
  const evidence = await runEraPlan(keepParts(plan, reduceEraPlan, parts))
  const { operations, connectError, disturbances, exchanges } = evidence
  return {
    violations: judgeEraRun(evidence),
    disturbances,
    requests: exchanges.length,
    calls: operations.length,
    outcomes: outcomesOf(operations, connectError),
    trace: () => describeEraRun(evidence),
    parts: () => partsOf(plan, reduceEraPlan, exchanges),
  }
}

/** One or two tabs of a page, with users, callbacks that call, clocks that are set, and upgrades while calls run. */
async function runApplications(seed: number, parts?: PlanParts): Promise<KindResult> {
  const plan = createApplicationPlan(seed)
  const evidence = await runApplicationPlan(keepParts(plan, reduceApplicationPlan, parts))
  const { tabs } = evidence
  const operations = tabs.flatMap((tab) => tab.operations)
  return {
    violations: judgeApplicationRun(evidence),
    disturbances: tabs.flatMap((tab) => tab.disturbances),
    requests: tabs.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    calls: operations.length,
    outcomes: outcomesOf(operations, tabs[0]!.connectError),
    trace: () => describeApplicationRun(evidence),
    parts: () => {
      return partsOf(
        plan,
        reduceApplicationPlan,
        tabs.flatMap(({ exchanges }) => exchanges),
      )
    },
  }
}

function outcomesOf(operations: TrackedOperation<unknown>[], connectError: unknown): string[] {
  if (connectError) return ['not connected']
  return operations.map(({ result, error }) =>
    result ? 'answered' : ((error as { code?: string })?.code ?? 'aborted'),
  )
}
