/** The program that the suite starts for each scenario of the client in Node. */

import { readScenarioRequest, SCENARIO_TIMEOUT } from '../scenario-request.ts'
import { runScenario } from '../scenarios.ts'

setTimeout(() => process.exit(1), SCENARIO_TIMEOUT).unref()

await runScenario(readScenarioRequest(process.argv.at(-1)!, process.env))
process.exit()
