/** Builds the package. */
import { root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import type { Outcome } from './step.ts'

export async function run(): Promise<Outcome> {
  await runProcess('npm', ['run', 'build'], { cwd: root })
  return { passed: 0, failed: 0, lines: [] }
}
