/** The planted faults: each is one test, passed if the judge finds it by its sentence. */
import type { Outcome, Step } from './step.ts'

export const planted: Step = {
  name: 'planted faults',
  async run(): Promise<Outcome> {
    const { runPlanted } = await import('../simulation/planted/run.ts')
    const { passed, failed, lines } = await runPlanted({ threads: 1 })
    return { passed, failed, lines: lines.filter((line) => line.startsWith('✗')) }
  },
}
