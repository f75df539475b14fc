/** The steps before all tests: find or install the browsers, and build the package. */
import { root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { type Program, setUp } from '../runtimes/setup.ts'
import type { Step } from './step.ts'

const programs: Partial<Record<Runtime['name'], Program[]>> = {
  chromium: ['chromium'],
  firefox: ['firefox'],
  webkit: ['webkit', 'xvfb'],
}

export function setup(runtimes: readonly Runtime[]): Step {
  return {
    name: 'setup',
    async run() {
      const installed = await setUp(runtimes.flatMap(({ name }) => programs[name] ?? []))
      return { passed: 0, failed: 0, lines: installed.length > 0 ? [`installed ${installed.join(', ')}`] : [] }
    },
  }
}

export const build: Step = {
  name: 'build',
  async run() {
    await runProcess('npm', ['run', 'build'], { cwd: root })
    return { passed: 0, failed: 0, lines: [] }
  },
}
