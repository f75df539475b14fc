/** The behaviour of the clients with misbehaving servers: counts, so that one round is enough and there is no baseline. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExperimentName } from '../behaviour/experiments.ts'
import type { ProgramName } from '../compared-clients.ts'
import { benchDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import type { Measure } from './measure.ts'

const run = promisify(execFile)

/** One row per unit. The bare loop is left out: it has neither session replacement nor resumption. */
export function behaviourMeasure(experiment: ExperimentName, title: string, units: readonly string[]): Measure {
  return {
    name: `behaviour-${experiment}`,
    async run({ names }) {
      const measured = names.filter((name) => name !== 'bare')
      const columns = await Promise.all(measured.map((name) => runExperiment(name, experiment)))
      return units.map((unit, row) => ({
        title,
        unit,
        cells: new Map(measured.map((name, column) => [name, columns[column]?.[row] ?? ''])),
      }))
    },
  }
}

/** Passes on the loader options of this process, since the program is TypeScript. */
async function runExperiment(name: ProgramName, experiment: ExperimentName): Promise<string[]> {
  const program = join(benchDir, 'behaviour', 'program.ts')
  const { stdout } = await run(nodePath, [...process.execArgv, '--no-warnings', program, name, experiment])
  return JSON.parse(stdout)
}
