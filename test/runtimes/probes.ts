/** Probes of an engine: what the client relies on in its fetch and streams, tested without the client. */
import type { Scenario } from '../scenarios/scenario.ts'
import { brokenConnections } from './probes/broken-connections.ts'
import { cancellation } from './probes/cancellation.ts'
import { environment } from './probes/environment.ts'
import { ledger } from './probes/ledger.ts'
import { responses } from './probes/responses.ts'

export const probes: Scenario[] = [...environment, ...cancellation, ...brokenConnections, ...responses, ...ledger]
