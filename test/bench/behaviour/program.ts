/** One experiment with one client in a process of its own, which also ends what the client would go on doing. */
import { callers } from './callers.ts'
import { type ExperimentName, experiments } from './experiments.ts'

const [name, experiment] = process.argv.slice(2) as [keyof typeof callers, ExperimentName]
const cells = await experiments[experiment](callers[name])
process.stdout.write(JSON.stringify(cells), () => process.exit())
