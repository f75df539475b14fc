/** What an engine is, and what the client relies on in its fetch and streams, shown without the client. */
import type { Scenario } from '../scenarios/scenario.ts'
import { answering } from './probes/answering.ts'
import { breaking } from './probes/breaking.ts'
import { environment } from './probes/environment.ts'
import { leaving } from './probes/leaving.ts'
import { ledger } from './probes/ledger.ts'

export const probes: Scenario[] = [...environment, ...leaving, ...breaking, ...answering, ...ledger]
