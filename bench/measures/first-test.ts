/** The first example of docs/testing.md: the time from its import to its last line, in a new process. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { findExamples } from '../../test/package/markdown-examples.ts'
import type { ProgramName } from '../compared-clients.ts'
import { cacheDir, rootDir } from '../paths.ts'
import { nodePath } from '../processes.ts'
import { interleave, type Measure } from './measure.ts'
import { type StartUpCost, startUpSeries } from './start-up.ts'

const run = promisify(execFile)

export const firstTestMeasure: Measure = {
  name: 'first-test',
  section: 'Start',
  async run({ plan, names }) {
    if (!names.includes('ours')) return []
    const [example] = findExamples(await readFile(join(rootDir, 'docs/testing.md'), 'utf8'))
    const { code } = await transform(example!.code, { loader: 'ts', format: 'esm', target: 'node20' })
    await writeFile(join(cacheDir, 'first-test-ours.mjs'), code)
    await writeFile(join(cacheDir, 'first-test-empty.mjs'), "import 'empty'")
    const samples = await interleave(['empty', 'ours'], plan.startUp.rounds, runProgram)
    return startUpSeries('first test, with its import', 'difference', samples, { atMost: 100 })
  },
}

async function runProgram(name: ProgramName): Promise<StartUpCost> {
  const timer = `const started = performance.now()
    const usage = process.cpuUsage()
    console.log = () => {}
    await import('./first-test-${name}.mjs')
    const { user, system } = process.cpuUsage(usage)
    process.stdout.write([performance.now() - started, (user + system) / 1_000].join(' '))`
  const { stdout } = await run(nodePath, ['--input-type=module', '-e', timer], { cwd: cacheDir })
  const [wall, cpu] = stdout.split(' ').map(Number)
  if (!wall || !cpu) throw new Error(`Expected first-test-${name} to print two times, got ${JSON.stringify(stdout)}`)
  return { wall, cpu }
}
