/** What an application does in each scenario of the official suite, in any runtime. */
import { type Client, type ConnectOptions, connect } from '../../src/core/index.ts'
import { listSkills, readSkillFile } from '../../src/skills/index.ts'
import { runAuthScenario } from './auth-scenarios.ts'

/** The scenario that the suite asks the client to run. */
export interface ScenarioRequest {
  scenario: string
  url: string
  /** Settings that an application would have, in some scenarios. */
  context?: Record<string, unknown> | undefined
}

interface Scenario {
  options?: ConnectOptions
  run(client: Client, context: Record<string, unknown>): Promise<unknown>
}

const clientInfo = { name: 'conformance', version: '1.0.0' }

const listTools: Scenario = { run: (client) => client.listTools() }

const scenarios: Record<string, Scenario> = {
  initialize: listTools,
  'request-metadata': listTools,
  'json-schema-ref-no-deref': listTools,
  tools_call: { run: (client) => callAll(client, { a: 5, b: 3 }) },
  'sse-retry': { run: (client) => callAll(client) },
  'elicitation-sep1034-client-defaults': {
    options: { handlers: { elicit: () => ({ action: 'accept', content: {} }) } },
    run: (client) => callAll(client),
  },
  'sep-2322-client-request-state': {
    options: { handlers: { elicit: () => ({ action: 'accept', content: { confirmed: true } }) } },
    run: (client) => callAll(client),
  },
  'http-standard-headers': { run: useEverything },
  'http-custom-headers': { run: makeCalls },
  'http-invalid-tool-headers': { run: (client) => callAll(client, { region: 'us-west1' }) },
  'json-schema-2020-12-preservation': { run: echoSchema },
  'sep-2640-client-no-prefetch': { run: (client) => listSkills(client) },
  'sep-2640-client-verify-digest': { run: readSkills },
  'sep-2640-client-verify-size': { run: readSkills },
  'sep-2640-client-verify-frontmatter': { run: readSkills },
}

/** Rejects when the application fails, and for an unknown scenario. */
export async function runScenario({ scenario: name, url, context = {} }: ScenarioRequest): Promise<void> {
  if (name.startsWith('auth/')) return runAuthScenario(name, url, context, connect)
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  // Some scenarios pass for a client that does nothing.
  if (!scenario) throw new Error(`There is nothing to do for ${name}`)
  const client = await connect(url, { clientInfo, ...scenario.options })
  try {
    await scenario.run(client, context)
  } finally {
    await client.close()
  }
}

async function callAll(client: Client, args: Record<string, unknown> = {}): Promise<void> {
  for (const { name } of await client.listTools()) await client.callTool(name, args)
}

async function useEverything(client: Client): Promise<void> {
  await callAll(client)
  for (const { uri } of await client.listResources()) await client.readResource(uri)
  for (const { name } of await client.listPrompts()) await client.getPrompt(name)
}

async function makeCalls(client: Client, { toolCalls }: Record<string, unknown>): Promise<void> {
  await client.listTools()
  const calls = toolCalls as { name: string; arguments: Record<string, unknown> }[]
  for (const { name, arguments: args } of calls) await client.callTool(name, args)
}

async function echoSchema(client: Client): Promise<void> {
  const [tool, echo] = await client.listTools()
  await client.callTool(echo!.name, { schema: tool!.inputSchema })
}

async function readSkills(client: Client): Promise<void> {
  for (const skill of await listSkills(client)) {
    await readSkillFile(client, skill)
    await readSkillFile(client, skill, 'references/FORMS.md')
  }
}
