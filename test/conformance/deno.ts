/** What the suite starts for each scenario of a client, in Deno. */

import { PATIENCE, readTold } from './scenario-request.ts'
import { runScenario } from './scenarios.ts'

declare const Deno: { args: string[]; env: { toObject(): Record<string, string> }; exit(code: number): never }

setTimeout(() => Deno.exit(1), PATIENCE)

await runScenario(readTold(Deno.args.at(-1)!, Deno.env.toObject()))
Deno.exit(0)
