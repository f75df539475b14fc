/** The program that the suite starts for each scenario of another client over our transport, in Node. */
import { allHosts } from '../../interop/transport/hosts.ts'
import { runScenario } from '../hosts/scenarios.ts'
import { receiveScenario, SCENARIO_TIMEOUT } from '../scenario-request.ts'

const request = await receiveScenario(process.argv.at(-1)!, process.env)
setTimeout(() => process.exit(1), SCENARIO_TIMEOUT).unref()
await runScenario(request, allHosts[process.env.CONFORMANCE_HOST!]!)
process.exit()
