/** Node: the one that npm itself runs on, which is the machine's own. */
import { runInProcess } from './process-suite.ts'
import { runProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'

// In npm scripts `node` is the newer one that the tools need; a user's is what counts here.
const program = process.env.npm_node_execpath ?? process.execPath

export const node: Runtime = {
  name: 'node',
  version: async () => (await runProcess(program, ['--version'])).trim().slice(1),
  run: (request) => runInProcess('node', program, [], request),
}
