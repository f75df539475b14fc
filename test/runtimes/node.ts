/** Runs the scenarios in the machine's own Node, the one that npm runs on. */
import { runInProcess } from './process-suite.ts'
import { runProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'

// In npm scripts `node` is the newer version that the tools need; the scenarios run in the one that users have.
const program = process.env.npm_node_execpath ?? process.execPath

export const node: Runtime = {
  name: 'node',
  version: async () => (await runProcess(program, ['--version'])).trim().slice(1),
  run: (request) => runInProcess('node', program, [], request),
}
