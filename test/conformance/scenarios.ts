/** What an application does in each scenario of the official suite; it runs wherever the package runs. */
import { type Client, type ConnectOptions, connect } from '../../src/core/index.ts'
import { listSkills, readSkillFile } from '../../src/skills/index.ts'
import { runAuthScenario } from './auth-driver.ts'

/** What the suite tells the client. */
export interface Told {
  scenario: string
  url: string
  /** What an application would have been configured with; some scenarios have it. */
  context?: Record<string, unknown> | undefined
}

interface Play {
  options?: ConnectOptions
  run(client: Client, context: Record<string, unknown>): Promise<unknown>
}

const clientInfo = { name: 'conformance', version: '1.0.0' }

const listTools: Play = { run: (client) => client.listTools() }

const plays: Record<string, Play> = {
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

/** Rejects when the application could not do what it wanted, and for a scenario that nobody knows. */
export async function runScenario({ scenario, url, context = {} }: Told): Promise<void> {
  if (scenario.startsWith('auth/')) return runAuthScenario(scenario, url, context, connect)
  const play = Object.hasOwn(plays, scenario) ? plays[scenario] : undefined
  // Some scenarios would count a client that does nothing as a good one.
  if (!play) throw new Error(`There is nothing to do for ${scenario}`)
  const client = await connect(url, { clientInfo, ...play.options })
  try {
    await play.run(client, context)
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
