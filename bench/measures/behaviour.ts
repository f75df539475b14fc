/** The behaviour of the clients with misbehaving servers: counts, so that one round is enough and there is no baseline. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExperimentName } from '../behaviour/experiments.ts'
import { canCall, type ProgramName } from '../compared-clients.ts'
import { benchDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import { showStatus } from '../status.ts'
import type { Measure } from './measure.ts'

const run = promisify(execFile)

/** One row per unit. The bare loop is left out: it has neither session replacement nor resumption. */
export function behaviourMeasure(experiment: ExperimentName, title: string, units: readonly string[]): Measure {
  return {
    name: `behaviour-${experiment}`,
    section: 'Servers that misbehave',
    async run({ names }) {
      const measured = names.filter((name) => name !== 'bare' && canCall(name))
      const columns: string[][] = []
      for (const name of measured) {
        showStatus(name)
        columns.push(await runExperiment(name, experiment))
      }
      return units.map((unit, row) => ({
        title,
        unit,
        cells: new Map(measured.map((name, column) => [name, columns[column]?.[row] ?? ''])),
      }))
    },
  }
}

/** Passes on the loader options of this process, since the program is TypeScript. */
export async function runExperiment(name: ProgramName, experiment: ExperimentName): Promise<string[]> {
  const program = join(benchDir, 'behaviour', 'program.ts')
  const args = [...process.execArgv, '--no-warnings', program, name, experiment]
  const { stdout } = await run(nodePath, args, { timeout: 60_000 })
  return JSON.parse(stdout)
}
