/** How each example of docs/ is run, TypeScript and JavaScript. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/paths.ts'
import { type Example, findExamples } from '../markdown-examples.ts'

/** In Node or Deno, or in Node with the open server of the README (documentation.test.ts), in Chromium (example-pages.test.ts), by a test of its own, or not, for a reason. */
export type Way = 'node' | 'deno' | 'open server' | 'chromium' | { test: string } | { notRun: string }

const ownRuntime = { test: 'test/unit/oauth/documented-examples.test.ts' }
const models = { test: 'test/interop/tools/documented-examples.test.ts' }
const transports = { test: 'test/interop/transport/documented-examples.test.ts' }
const userInterfaces = { test: 'test/interop/ui/bundle.ts' }
const apps = { test: 'test/browser/apps/documented-examples.test.ts' }
const relays = { test: 'test/browser/relay/documented-examples.test.ts' }
const workers = { test: 'test/package/workers-page.test.ts' }
const exampleServer = { test: 'test/package/example-server.test.ts' }
const commonJs = { test: 'test/package/commonjs.test.ts' }

/** A text that is in this example and in no other of its page. */
export type Marks = Readonly<Record<string, Way>>

export const ways: Readonly<Record<string, Marks>> = {
  'apps.md': {
    'viewOf(tool)': apps,
    'export default': apps,
    staticAppProxy: apps,
  },
  'browsers.md': {
    'storageEraCache(': 'chromium',
    'popup()': 'chromium',
  },
  'client.md': {
    "listPage('tools')": 'open server',
    'client.notify(': 'open server',
    'const kept =': 'open server',
    'trace: (': 'open server',
    'isInputRequired(outcome)': 'open server',
    'here.snapshot()': 'open server',
    'let token:': 'open server',
    'approvalKey(skill': 'node',
    'listTasks(client)': 'open server',
    expandUriTemplate: 'open server',
  },
  'commonjs.md': {
    "require('mcp-over-fetch')": commonJs,
    transformIgnorePatterns: commonJs,
  },
  'discover.md': {
    'listTools()).length': 'node',
    'const left:': 'node',
    "'from the user'": 'node',
    'discovery: {': 'node',
    'const REGISTRY': 'node',
  },
  'durable.md': {
    'memoryStore()': 'open server',
  },
  'errors.md': {
    'switch (error.code)': 'open server',
  },
  'getting-started.md': {
    'client.connection.protocolVersion': 'open server',
    'greet: { run:': 'open server',
    'globalThis.fetch': exampleServer,
    "stop.abort('the user left')": 'open server',
    "callTool('send'": 'open server',
    'client.complete(': 'open server',
    jsonSchemaValidator: 'open server',
    'elicit: (': 'open server',
    'client.listen(': 'open server',
  },
  'group.md': {
    'old: {': 'node',
    "group.add('old'": 'node',
    'modelTools(group': 'node',
    'group.snapshot()': 'node',
  },
  'migration.md': {
    'sdk/client/streamableHttp.js': transports,
    'clientInfo: {': transports,
    "mode: 'auto'": transports,
    'handlers: { elicit: (': transports,
    'createMCPClient({': transports,
    'aiSdkTools(await': transports,
  },
  'model-safety.md': {
    'async function ask': models,
    'clean: cleanTools': models,
    'scaleImages({': models,
    'repairArguments({': models,
    'approvals({': models,
    "keep: ['weather']": models,
    'budget: 200, signature': models,
  },
  'oauth-servers.md': {
    'webFlow({': ownRuntime,
    'clientCredentials({': 'node',
    'Please open': 'deno',
    createServer: ownRuntime,
    'Bun.serve': ownRuntime,
  },
  'oauth.md': {
    'async function show()': 'chromium',
    'finishRedirect(auth)': 'chromium',
    'clientMetadataDocument(options)': 'node',
    'dpop: dpop()': 'chromium',
    "why === 'unauthorized'": 'chromium',
  },
  'options.md': {
    'client.subscribe(': 'open server',
    "headers: { authorization: 'Bearer secret' }": 'open server',
  },
  'recorder.md': {
    'error.recording()': 'open server',
    'saveOnError(flight': 'open server',
  },
  'relay.md': {
    'In the page, leave out': 'open server',
    'https://login.example.com': relays,
    'Deno.serve': relays,
    'Bun.serve': relays,
    createServer: relays,
    createRelayKeys: 'open server',
  },
  'revisions.md': {
    'connection.era': 'open server',
    VersionError: 'open server',
  },
  'runtimes.md': {
    'listTools()).length': 'deno',
    'await using': 'deno',
    ECONNREFUSED: 'open server',
    'expo/fetch': { notRun: 'it needs React Native; a scenario has a fetch without streams' },
  },
  'security.md': {
    'const secret =': 'open server',
  },
  'streams.md': {
    "transport: 'http+sse'": 'open server',
    'closes-to-be-polled': 'open server',
    'ends-early': 'open server',
    'holds-open': 'open server',
    'server.restart()': 'open server',
  },
  'testing.md': {
    "server.fault('http-503'": 'node',
    'server.expireTokens()': 'node',
    'server.restart()': 'node',
    'server.script(': 'node',
    'stop.abort(': 'node',
    'server.configure(': 'node',
    'clock.advance(': 'node',
    'tools.map(viewOf)': 'node',
    'record(server.fetch)': 'node',
  },
  'tools.md': {
    "deny: ['train']": models,
    'aiSdkTools(await': models,
    'openaiResponsesTools(await': models,
    'openaiChatTools(await': models,
    'anthropicTools(await': models,
    'geminiTools(await': models,
    'langchainTools(await': models,
    'openaiAgentsServer(await': models,
    'registerWebMcpTools(tools)': { test: 'test/interop/tools/chromium.test.ts' },
  },
  'transport.md': {
    'sdk/client/index.js': transports,
    'params.message': transports,
    createMCPClient: transports,
    isMcpError: transports,
    'oauthFrom(authProvider': transports,
  },
  'types.md': {
    'connect<Tools>': 'open server',
    'connectGroup<': 'node',
    'InferSchema<typeof': 'open server',
    'signature(tool)': 'open server',
    'watchDrift(await': 'open server',
  },
  'ui.md': {
    'A component would': 'open server',
    'const [question] =': 'open server',
    'popup()': 'chromium',
    studio__render: 'open server',
    onUnmounted: userInterfaces,
    'readable(': userInterfaces,
    createSignal: userInterfaces,
  },
  'workers.md': {
    'waitUntil(client.close())': workers,
    'TOOLS: Fetcher': workers,
    'connectGroup(': workers,
    'extends DurableObject': workers,
    'kvStore(env.MCP_CACHE)': workers,
    'progressResponse((options)': workers,
    'extends CallObject': workers,
  },
}

export interface DocumentedExample {
  page: string
  example: Example
  /** The texts of `ways` that it has, which should be one. */
  marks: string[]
}

/** Every example of docs/. */
export async function documentedExamples(): Promise<DocumentedExample[]> {
  const directory = join(root, 'docs')
  const pages = (await readdir(directory)).filter((name) => name.endsWith('.md')).sort()
  const examples = pages.map(async (page) => {
    const marks = Object.keys(ways[page] ?? {})
    return findExamples(await readFile(join(directory, page), 'utf8'), ['ts', 'js']).map((example) => {
      return { page, example, marks: marks.filter((text) => example.code.includes(text)) }
    })
  })
  return (await Promise.all(examples)).flat()
}

/** The examples that are run in this way. */
export async function examplesFor(way: Way): Promise<DocumentedExample[]> {
  return (await documentedExamples()).filter(({ page, marks }) => marks.some((text) => ways[page]![text] === way))
}
