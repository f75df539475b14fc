/** What the suite starts for each scenario of a client in workerd: it passes on what it was told, and what came of it. */
import { PATIENCE, readTold } from './scenario-request.ts'

const { CONFORMANCE_WORKER: worker } = process.env

const response = await fetch(worker!, {
  method: 'POST',
  body: JSON.stringify(readTold(process.argv.at(-1)!, process.env)),
  signal: AbortSignal.timeout(PATIENCE),
})
const text = await response.text()
if (!response.ok) throw new Error(text)
