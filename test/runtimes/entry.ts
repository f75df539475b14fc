/** The entry of the bundle that runs, byte for byte the same, in every runtime. */
import { connect } from '../../src/core/index.ts'
import { scenarios } from '../scenarios/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { brokenConnections } from './probes/broken-connections.ts'
import { cancellation } from './probes/cancellation.ts'
import { environment } from './probes/environment.ts'
import { ledger } from './probes/ledger.ts'
import { responses } from './probes/responses.ts'
import type { SuiteRequest } from './runtime.ts'
import { selectScenarios } from './select.ts'
import { createSuite as createSuiteOf, type Suite } from './suite.ts'

/** What the client relies on in the fetch and the streams of an engine, tested without the client. */
const probes: readonly Scenario[] = [...environment, ...cancellation, ...brokenConnections, ...responses, ...ledger]

export const allScenarios: readonly Scenario[] = [...probes, ...scenarios]

export function createSuite(request: SuiteRequest): Suite {
  return createSuiteOf(allScenarios, connect, request)
}

/** What such a suite must report. */
export function expectedScenarios(request: SuiteRequest): Scenario[] {
  return selectScenarios(allScenarios, request.runtime, request)
}
