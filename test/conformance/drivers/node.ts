/** The program that the suite starts for each scenario of the client in Node. */

import { receiveScenario, SCENARIO_TIMEOUT } from '../scenario-request.ts'
import { runScenario } from '../scenarios.ts'

const request = await receiveScenario(process.argv.at(-1)!, process.env)
setTimeout(() => process.exit(1), SCENARIO_TIMEOUT).unref()
await runScenario(request)
process.exit()
