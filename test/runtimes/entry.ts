/** What is bundled once and then run, byte for byte the same, in every runtime. */
import { connect } from '../../src/core/index.ts'
import { list } from './list.ts'
import type { SuiteRequest } from './runtime.ts'
import { createSuite as createSuiteOf, type Suite } from './suite.ts'

export function createSuite(request: SuiteRequest): Suite {
  return createSuiteOf(list, connect, request)
}
