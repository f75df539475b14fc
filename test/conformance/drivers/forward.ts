/** The program that the suite starts for a client that runs elsewhere, in workerd or in a page: forwards the scenario. */
import { receiveScenario, SCENARIO_TIMEOUT } from '../scenario-request.ts'

const { CONFORMANCE_FORWARD_TO: target } = process.env

const request = await receiveScenario(process.argv.at(-1)!, process.env)
const response = await fetch(target!, {
  method: 'POST',
  body: JSON.stringify(request),
  signal: AbortSignal.timeout(SCENARIO_TIMEOUT),
})
const text = await response.text()
if (!response.ok) throw new Error(text)
