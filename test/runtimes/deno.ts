/** Runs the scenarios in Deno, whose only permission is the loopback network. */
import { installed } from './paths.ts'
import { runInProcess } from './process-suite.ts'
import { runProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'

const program = installed('deno')
const options = ['run', '--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm']

export const deno: Runtime = {
  name: 'deno',
  version: async () => (await runProcess(program, ['--version'])).split(' ')[1] ?? '',
  run: (request) => runInProcess('deno', program, [...options, '--allow-net=127.0.0.1,localhost'], request),
}
