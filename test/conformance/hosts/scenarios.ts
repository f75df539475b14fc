/** What an application does in each scenario of the official suite, with the client of another SDK over our transport. */
import { fetchTransport } from '../../../src/transport/index.ts'
import type { ConnectedHost, ConnectHost, HostOptions } from '../../interop/transport/hosts.ts'
import type { ScenarioRequest } from '../scenarios.ts'
import { runAuthScenario } from './auth-scenarios.ts'

interface Scenario {
  options?: HostOptions
  run(host: ConnectedHost, context: Record<string, unknown>): Promise<unknown>
}

const accept = (content: object): HostOptions => ({
  handlers: { 'elicitation/create': () => ({ action: 'accept', content }) },
})

// A server that announces no tools may refuse the list.
const listTools: Scenario = { run: (host) => host.tools().catch(() => undefined) }

const scenarios: Record<string, Scenario> = {
  initialize: listTools,
  'request-metadata': listTools,
  'json-schema-ref-no-deref': listTools,
  tools_call: { run: (host) => callAll(host, { a: 5, b: 3 }) },
  'sse-retry': { run: (host) => callAll(host) },
  'elicitation-sep1034-client-defaults': { options: accept({}), run: (host) => callAll(host) },
  'sep-2322-client-request-state': { options: accept({ confirmed: true }), run: (host) => callAll(host) },
  'http-standard-headers': { run: useEverything },
  'http-custom-headers': { run: makeCalls },
  'http-invalid-tool-headers': { run: (host) => callAll(host, { region: 'us-west1' }) },
  'json-schema-2020-12-preservation': { run: echoSchema },
}

/** Rejects when the application fails, and for an unknown scenario. */
export async function runScenario(
  { scenario: name, url, context = {} }: ScenarioRequest,
  connect: ConnectHost,
): Promise<void> {
  if (name.startsWith('auth/')) return runAuthScenario(name, url, context, connect)
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  // Some scenarios pass for a client that does nothing.
  if (!scenario) throw new Error(`There is nothing to do for ${name}`)
  const host = await connect(fetchTransport(url), scenario.options)
  try {
    await scenario.run(host, context)
  } finally {
    await host.close()
  }
}

async function callAll(host: ConnectedHost, args: object = {}): Promise<void> {
  for (const { name } of await host.tools()) await host.call(name, args)
}

async function useEverything(host: ConnectedHost): Promise<void> {
  await callAll(host)
  for (const { uri } of (await host.client.listResources()).resources) await host.client.readResource({ uri })
  for (const { name } of (await host.client.listPrompts()).prompts) await host.client.getPrompt({ name })
}

async function makeCalls(host: ConnectedHost, { toolCalls }: Record<string, unknown>): Promise<void> {
  await host.tools()
  const calls = toolCalls as { name: string; arguments: object }[]
  for (const { name, arguments: args } of calls) await host.call(name, args)
}

async function echoSchema(host: ConnectedHost): Promise<void> {
  const [tool, echo] = await host.tools()
  await host.call(echo!.name, { schema: tool!.inputSchema })
}
