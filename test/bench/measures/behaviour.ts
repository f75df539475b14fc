/** How the clients behave towards servers that treat them badly: counts, so there is no baseline and one round is enough. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExperimentName } from '../behaviour/experiments.ts'
import type { ProgramName } from '../contestants.ts'
import { benchDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import type { Measure } from './measure.ts'

const run = promisify(execFile)

/** One row per unit. The bare loop knows neither sessions nor resumption, and does not take part. */
export function behaviourMeasure(experiment: ExperimentName, title: string, units: readonly string[]): Measure {
  return {
    name: `behaviour-${experiment}`,
    async run({ names }) {
      const taking = names.filter((name) => name !== 'bare')
      const columns = await Promise.all(taking.map((name) => runExperiment(name, experiment)))
      return units.map((unit, row) => ({
        title,
        unit,
        cells: new Map(taking.map((name, column) => [name, columns[column]?.[row] ?? ''])),
      }))
    },
  }
}

/** The programs are TypeScript, so this process's loader goes along to the machine's own Node. */
async function runExperiment(name: ProgramName, experiment: ExperimentName): Promise<string[]> {
  const program = join(benchDir, 'behaviour', 'program.ts')
  const { stdout } = await run(nodePath, [...process.execArgv, '--no-warnings', program, name, experiment])
  return JSON.parse(stdout)
}
