/** Runs one experiment with one client in its own process; the exit also ends whatever the client keeps running. */
import { connectors } from './clients.ts'
import { type ExperimentName, experiments } from './experiments.ts'

const [name, experiment] = process.argv.slice(2) as [keyof typeof connectors, ExperimentName]
const cells = await experiments[experiment](connectors[name])
process.stdout.write(JSON.stringify(cells), () => process.exit())
