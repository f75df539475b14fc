/** The program that the suite starts for each scenario of the client in Deno. */

import { receiveScenario, SCENARIO_TIMEOUT } from '../scenario-request.ts'
import { runScenario } from '../scenarios.ts'

declare const Deno: { args: string[]; env: { toObject(): Record<string, string> }; exit(code: number): never }

const request = await receiveScenario(Deno.args.at(-1)!, Deno.env.toObject())
setTimeout(() => Deno.exit(1), SCENARIO_TIMEOUT)
await runScenario(request)
Deno.exit(0)
