/** How the suite tells a client what to do: the address as the last argument, the rest in variables. */
import type { Told } from './scenarios.ts'

/** Longer than any scenario that ends by itself. */
export const PATIENCE = 20_000

export function readTold(url: string, variables: Record<string, string | undefined>): Told {
  const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context } = variables
  return { url, scenario, context: context === undefined ? undefined : JSON.parse(context) }
}
