/** The steps before all tests: find or install the browsers, and build the package. */
import type { Runtime } from '../runtimes/runtime.ts'
import type { Program } from '../runtimes/setup.ts'
import type { PlannedStep } from './step.ts'

const programs: Partial<Record<Runtime['name'], Program[]>> = {
  chromium: ['chromium'],
  firefox: ['firefox'],
  webkit: ['webkit', 'xvfb'],
}

export function setup(runtimes: readonly Runtime[]): PlannedStep {
  const needed = runtimes.flatMap(({ name }) => programs[name] ?? [])
  return { name: 'setup', module: 'steps/setup.ts', parameters: { needed } }
}

export const build: PlannedStep = { name: 'build', module: 'steps/build.ts' }
