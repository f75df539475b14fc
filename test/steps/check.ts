/** Formatting and lint (Biome), and types (tsc) of the sources and of the command, one test each. */
import { installed, root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import type { Step } from './step.ts'

export const check: Step = {
  name: 'check',
  async run() {
    const checks = await Promise.allSettled([
      runProcess(installed('biome'), ['check', '.'], { cwd: root }),
      runProcess(installed('tsc'), ['-p', 'test/tsconfig.json'], { cwd: root }),
      runProcess(installed('tsc'), ['-p', 'bin/tsconfig.json'], { cwd: root }),
    ])
    const failures = checks.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
    const lines = failures.flatMap((error) => error.message.split('\n').slice(0, 60))
    return { passed: checks.length - failures.length, failed: failures.length, lines }
  },
}
