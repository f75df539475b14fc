/** The scenarios with hostile servers, as a suite of their own. */
import { connect } from '../../../src/core/index.ts'
import type { SuiteRequest } from '../../runtimes/runtime.ts'
import { createSuite as createSuiteOf, type Suite } from '../../runtimes/suite.ts'
import { hostile } from '../../scenarios/hostile/index.ts'
import { tokenEndpoint } from '../../scenarios/oauth/token-endpoint.ts'

const list = [...hostile, ...tokenEndpoint]

export function createSuite(request: SuiteRequest): Suite {
  return createSuiteOf(list, connect, request)
}
