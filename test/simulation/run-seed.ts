/** One seed: planned, played and judged. */

import { judge } from './calls/judge.ts'
import { createPlan } from './calls/plan.ts'
import { play } from './calls/run.ts'
import { describe } from './calls/trace.ts'
import { judgeEraRun } from './eras/judge.ts'
import { createEraPlan } from './eras/plan.ts'
import { playEras } from './eras/run.ts'
import { describeEras } from './eras/trace.ts'
import type { Tracked } from './tracked-operation.ts'

export interface Verdict {
  seed: number
  /** What did not hold; empty if the seed passed. */
  broken: string[]
  struck: string[]
  requests: number
  calls: number
  /** How the calls ended: `answered`, or the code of the error. */
  outcomes: string[]
  /** What happened, line by line. */
  trace(): string[]
}

export async function trySeed(seed: number): Promise<Verdict> {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const { broken, ...rest } = seed % 3 === 0 ? await tryEras(seed) : await tryStreams(seed)
    return {
      seed,
      broken: [...broken, ...unhandled.map((reason) => `a rejection was not handled: ${reason}`)],
      ...rest,
    }
  } catch (error) {
    const broken = [`the run threw: ${(error as Error).stack}`]
    return { seed, broken, struck: [], requests: 0, calls: 0, outcomes: [], trace: () => [] }
  } finally {
    process.off('unhandledRejection', note)
  }
}

/** A client that shakes hands, and its streams. */
async function tryStreams(seed: number): Promise<Omit<Verdict, 'seed'>> {
  const evidence = await play(createPlan(seed))
  const { calls, connectError, struck, exchanges } = evidence
  return {
    broken: judge(evidence),
    struck,
    requests: exchanges.length,
    calls: calls.length,
    outcomes: outcomesOf(calls, connectError),
    trace: () => describe(evidence),
  }
}

/** A client that finds out what the server speaks. */
async function tryEras(seed: number): Promise<Omit<Verdict, 'seed'>> {
  const evidence = await playEras(createEraPlan(seed))
  const { verbs, connectError, struck, exchanges } = evidence
  return {
    broken: judgeEraRun(evidence),
    struck,
    requests: exchanges.length,
    calls: verbs.length,
    outcomes: outcomesOf(verbs, connectError),
    trace: () => describeEras(evidence),
  }
}

function outcomesOf(calls: Tracked<unknown>[], connectError: unknown): string[] {
  if (connectError) return ['not connected']
  return calls.map(({ result, error }) => (result ? 'answered' : ((error as { code?: string })?.code ?? 'aborted')))
}
