/** The program that the suite starts for each scenario of another client over our transport, in Node. */
import { allHosts } from '../../transport/hosts.ts'
import { runScenario } from '../hosts/scenarios.ts'
import { readScenarioRequest, SCENARIO_TIMEOUT } from '../scenario-request.ts'

setTimeout(() => process.exit(1), SCENARIO_TIMEOUT).unref()

const connect = allHosts[process.env.CONFORMANCE_HOST!]!
await runScenario(readScenarioRequest(process.argv.at(-1)!, process.env), connect)
process.exit()
