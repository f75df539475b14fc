/** The program that the suite starts for each scenario of the client in workerd: forwards it to the Worker. */
import { receiveScenario, SCENARIO_TIMEOUT } from '../scenario-request.ts'

const { CONFORMANCE_WORKER: worker } = process.env

const request = await receiveScenario(process.argv.at(-1)!, process.env)
const response = await fetch(worker!, {
  method: 'POST',
  body: JSON.stringify(request),
  signal: AbortSignal.timeout(SCENARIO_TIMEOUT),
})
const text = await response.text()
if (!response.ok) throw new Error(text)
