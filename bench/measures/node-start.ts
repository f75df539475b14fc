/** The time that importing a client adds to the start of Node. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ProgramName } from '../compared-clients.ts'
import { cacheDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import { interleave, type Measure } from './measure.ts'
import { type StartUpCost, startUpSeries } from './start-up.ts'

const run = promisify(execFile)

/** `import` loads the packages as installed, `bundle` a minified bundle of the smallest program. */
export function nodeStartMeasure(kind: 'import' | 'bundle'): Measure {
  return {
    name: kind === 'import' ? 'import' : 'bundled-start',
    section: 'Start',
    async run({ plan, names }) {
      const samples = await interleave(
        ['empty', ...names],
        kind === 'import' ? plan.startUp.rounds : plan.startUp.bundledRounds,
        (name) => startNode(kind, name),
      )
      const title = `Node start, ${kind === 'import' ? 'as installed' : 'bundled'}`
      return startUpSeries(title, 'ratio', samples, kind === 'import' ? { atMost: 1.15 } : undefined)
    },
  }
}

async function startNode(kind: string, name: ProgramName): Promise<StartUpCost> {
  const { stdout } = await run(nodePath, [join(cacheDir, `${kind}-${name}.mjs`)])
  const [wall, cpu] = stdout.split(' ').map(Number)
  if (!wall || !cpu) throw new Error(`Expected ${kind}-${name} to print two times, got ${JSON.stringify(stdout)}`)
  return { wall, cpu }
}
