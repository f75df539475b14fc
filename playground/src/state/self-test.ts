/** Runs the test scenarios in this page. A separate chunk, loaded when the self-test is started. */
import { connect } from 'mcp-over-fetch'
import type { Result } from '../../../test/runtimes/runtime.ts'
import { createSuite } from '../../../test/runtimes/suite.ts'
import { scenarios } from '../../../test/scenarios/index.ts'

export interface SelfTestRequest {
  url: string
  controlUrl: string
  filter: string
}

/** Resolves with the number of scenarios that match the filter. */
export async function runScenarios(
  request: SelfTestRequest,
  signal: AbortSignal,
  report: (result: Result, total: number) => void,
): Promise<number> {
  const suite = createSuite(scenarios, connect, { ...request, runtime: browserName() })
  for (const index of suite.scenarios.keys()) {
    if (signal.aborted) break
    report(await suite.run(index), suite.scenarios.length)
  }
  return suite.scenarios.length
}

function browserName(): 'chromium' | 'firefox' | 'webkit' {
  const { userAgent } = navigator
  if (userAgent.includes('Firefox/')) return 'firefox'
  return userAgent.includes('Chrome/') ? 'chromium' : 'webkit'
}
