/** The entry of the bundle that runs, byte for byte the same, in every runtime. */
import { connect } from '../../src/core/index.ts'
import { allScenarios } from './all-scenarios.ts'
import type { SuiteRequest } from './runtime.ts'
import { createSuite as createSuiteOf, type Suite } from './suite.ts'

export function createSuite(request: SuiteRequest): Suite {
  return createSuiteOf(allScenarios, connect, request)
}
