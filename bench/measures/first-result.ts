/** Requests and connections from a URL to the first result, by kind of server. */
import type { ExperimentName } from '../behaviour/experiments.ts'
import { canCall, type ProgramName } from '../compared-clients.ts'
import { runExperiment } from './behaviour.ts'
import type { Measure } from './measure.ts'

const kinds: readonly [title: string, experiment: ExperimentName][] = [
  ['2025-11-25, JSON', 'first-2025-json'],
  ['2025-11-25, SSE', 'first-2025-sse'],
  ['2026-07-28', 'first-2026'],
  ['HTTP+SSE at an unknown URL', 'first-http-sse'],
]

export const firstResultMeasure: Measure = {
  name: 'first-result',
  section: 'From the URL to the first result',
  async run({ names }) {
    const rows = []
    for (const [title, experiment] of kinds) {
      const cells = new Map<ProgramName, string>()
      for (const name of names.filter(canCall)) {
        // The bare loop is told which revision the server speaks and has no fallback.
        if (name === 'bare' && experiment === 'first-http-sse') continue
        cells.set(name, (await runExperiment(name, experiment))[0]!)
      }
      rows.push({ title, unit: 'requests · connections', cells })
    }
    return rows
  },
}
