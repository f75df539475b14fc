/** The deterministic simulation: all its seeds together are one test, each failing seed is one failure. */
import type { Outcome, Step } from './step.ts'

/** The seeds that are the same in every run, and as many that no run has had before. */
const SEEDS = 10_000

/** Fresh seeds begin here, above those that anybody has looked at. */
const FRESH = 10_000_000

export const simulation: Step = {
  name: 'simulation',
  async run(): Promise<Outcome> {
    const { run } = await import('../simulation/run.ts')
    const from = FRESH + Math.floor(Math.random() * (2 ** 31 - FRESH - SEEDS))
    const results = [await run({ seeds: SEEDS, threads: 1 }), await run({ seeds: SEEDS, from, threads: 1 })]
    const failed = results.reduce((sum, result) => sum + result.failed, 0)
    const replay = `fresh seeds: npx tsx test/simulation/run.ts --seeds ${SEEDS} --from ${from}`
    const lines = results.flatMap((result) => (result.failed ? result.lines : result.lines.slice(0, 2)))
    return { passed: failed ? 0 : 1, failed, lines: [replay, ...lines] }
  },
}
