/** One seed: planned, played and judged. */
import type { Evidence } from './evidence.ts'
import { judge } from './judge.ts'
import { createPlan } from './plan.ts'
import { play } from './play.ts'
import { describe } from './trace.ts'

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
    const evidence = await play(createPlan(seed))
    const broken = [...judge(evidence), ...unhandled.map((reason) => `a rejection was not handled: ${reason}`)]
    const { struck, exchanges, calls } = evidence
    const outcomes = outcomesOf(evidence)
    return {
      seed,
      broken,
      struck,
      requests: exchanges.length,
      calls: calls.length,
      outcomes,
      trace: () => describe(evidence),
    }
  } catch (error) {
    const broken = [`the run threw: ${(error as Error).stack}`]
    return { seed, broken, struck: [], requests: 0, calls: 0, outcomes: [], trace: () => [] }
  } finally {
    process.off('unhandledRejection', note)
  }
}

function outcomesOf({ calls, connectError }: Evidence): string[] {
  if (connectError) return ['not connected']
  return calls.map(({ result, error }) => (result ? 'answered' : ((error as { code?: string })?.code ?? 'aborted')))
}
