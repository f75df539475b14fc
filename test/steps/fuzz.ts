/** The fuzzer: each target is one test, each input that breaks a promise one failure. */
import type { Outcome, Step } from './step.ts'

/** Inputs of each target that are the same in every run, and as many that no run has had before. */
const INPUTS = 5_000

/** Fresh seeds begin here, above those that anybody has looked at. */
const FRESH = 10_000_000

export const fuzz: Step = {
  name: 'fuzz',
  async run(): Promise<Outcome> {
    const { run } = await import('../fuzz/run.ts')
    const from = FRESH + Math.floor(Math.random() * (2 ** 31 - FRESH - INPUTS))
    const known = await run({ inputs: INPUTS })
    const fresh = await run({ inputs: INPUTS, from })
    const replay = `fresh inputs: npx tsx test/fuzz/run.ts --inputs ${INPUTS} --from ${from}`
    return {
      passed: Math.min(known.passed, fresh.passed),
      failed: known.failed + fresh.failed,
      lines: [replay, ...known.lines, ...fresh.lines],
    }
  },
}
