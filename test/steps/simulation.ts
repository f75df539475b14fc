/** The deterministic simulation: all its seeds together are one test, each failing seed is one failure. */
import type { Outcome, Step } from './step.ts'

/** The seeds that are the same in every run, and as many that no run has had before. */
const SEEDS = 10_000

/**
 * The kinds of fresh seeds. The judge of applications is younger and now and then refuses what is right, so that fresh
 * seeds of that kind are run by hand: `npx tsx test/simulation/run.ts --kind applications --from <any>`.
 */
const FRESH_KINDS = ['eras', 'calls'] as const

/** Each kind has every third seed of a range. */
const RANGE = (3 * SEEDS) / FRESH_KINDS.length

/** Fresh seeds begin here, above those that anybody has looked at. */
const FRESH = 10_000_000

export const simulation: Step = {
  name: 'simulation',
  async run(): Promise<Outcome> {
    const { run } = await import('../simulation/run.ts')
    const from = FRESH + Math.floor(Math.random() * (2 ** 31 - FRESH - RANGE))
    const results = [await run({ seeds: SEEDS, threads: 1 })]
    for (const kind of FRESH_KINDS) results.push(await run({ seeds: RANGE, from, threads: 1, kind }))
    const failed = results.reduce((sum, result) => sum + result.failed, 0)
    const replay = `fresh seeds: npx tsx test/simulation/run.ts --seeds ${RANGE} --from ${from} --kind `
    const lines = results.flatMap((result) => (result.failed ? result.lines : result.lines.slice(0, 2)))
    return { passed: failed ? 0 : 1, failed, lines: [replay + FRESH_KINDS.join(' or '), ...lines] }
  },
}
