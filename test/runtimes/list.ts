/** Every scenario there is: what we rely on in an engine, and what we promise. */
import { scenarios } from '../scenarios/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { probes } from './probes.ts'

export const list: readonly Scenario[] = [...probes, ...scenarios]
