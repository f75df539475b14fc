/** What the suite starts for each scenario of a client, in Node. */

import { PATIENCE, readTold } from './scenario-request.ts'
import { runScenario } from './scenarios.ts'

setTimeout(() => process.exit(1), PATIENCE).unref()

await runScenario(readTold(process.argv.at(-1)!, process.env))
process.exit()
