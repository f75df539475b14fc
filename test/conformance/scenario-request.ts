/** Reads how the suite calls a client: the URL is the last argument, the rest is in environment variables. */
import type { ScenarioRequest } from './scenarios.ts'

/** Milliseconds; longer than any scenario that ends by itself. */
export const SCENARIO_TIMEOUT = 120_000

/** Waits until the gate lets this program go on. */
export async function receiveScenario(
  url: string,
  variables: Record<string, string | undefined>,
): Promise<ScenarioRequest> {
  const {
    MCP_CONFORMANCE_SCENARIO: scenario = '',
    MCP_CONFORMANCE_CONTEXT: context,
    CONFORMANCE_GATE: gate,
  } = variables
  await (await fetch(gate!)).text()
  return { url, scenario, context: context === undefined ? undefined : JSON.parse(context) }
}
