/** What the official suite starts for each scenario of a client: it does what an application does, and nothing more. */
import { connect } from '../../src/index.ts'

/** Longer than any scenario that ends by itself. */
const PATIENCE = 20_000

const url = process.argv.at(-1)
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''

/** The arguments for the one tool of the scenario, if there is something to call. */
const calls: Record<string, Record<string, unknown> | undefined> = {
  initialize: undefined,
  tools_call: { a: 5, b: 3 },
  'sse-retry': {},
}

setTimeout(() => process.exit(1), PATIENCE).unref()

// A scenario that nobody knows must not count as passed because nothing happened.
if (!url || !Object.hasOwn(calls, scenario)) process.exit(1)

const client = await connect(url, { clientInfo: { name: 'conformance', version: '1.0.0' } })
const [tool] = await client.listTools()
const args = calls[scenario]
if (tool && args) await client.callTool(tool.name, args)
await client.close()
