/** Runs the scenarios in Bun. */
import { installed } from './paths.ts'
import { runInProcess } from './process-suite.ts'
import { runProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'

const program = installed('bun')

export const bun: Runtime = {
  name: 'bun',
  version: async () => (await runProcess(program, ['--version'])).trim(),
  run: (request) => runInProcess('bun', program, [], request),
}
