/** Everything that runs in every runtime: the probes of the engine, and the scenarios of the client. */
import { scenarios } from '../scenarios/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { probes } from './probes.ts'

export const allScenarios: readonly Scenario[] = [...probes, ...scenarios]
