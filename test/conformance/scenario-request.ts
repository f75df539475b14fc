/** Reads how the suite calls a client: the URL is the last argument, the rest is in environment variables. */
import type { ScenarioRequest } from './scenarios.ts'

/** Milliseconds; longer than any scenario that ends by itself. */
export const SCENARIO_TIMEOUT = 20_000

export function readScenarioRequest(url: string, variables: Record<string, string | undefined>): ScenarioRequest {
  const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context } = variables
  return { url, scenario, context: context === undefined ? undefined : JSON.parse(context) }
}
