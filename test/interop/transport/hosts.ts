/** The clients of other SDKs over `fetchTransport()`, behind one small interface. */
import type { FetchTransport } from '../../../src/transport/index.ts'
import { load } from '../../mock-server/peers/other-clients.ts'

type Handler = (params: Record<string, unknown>) => unknown

export interface HostOptions {
  /** By JSON-RPC method; each declares its capability. */
  handlers?: Record<string, Handler>
  onNotification?: (method: string, params: Record<string, unknown>) => void
  onError?: (error: Error) => void
  /** Further options of the client itself. */
  more?: object
}

export interface CallOptions {
  signal?: AbortSignal
  onProgress?: (progress: object) => void
  /** Only of the official clients. */
  onresumptiontoken?: (token: string) => void
  resumptionToken?: string
}

export interface ListedTool {
  name: string
  inputSchema: object
}

export interface ConnectedHost {
  client: Pick<OfficialClient, 'listResources' | 'readResource' | 'listPrompts' | 'getPrompt'>
  tools(): Promise<ListedTool[]>
  toolNames(): Promise<string[]>
  call(name: string, args?: object, options?: CallOptions): Promise<{ content?: unknown; structuredContent?: unknown }>
  /** The server as the host sees it. */
  server(): { name?: string | undefined; capabilities?: object | undefined }
  close(): Promise<void>
}

/** What only the official clients have. */
export interface OfficialHost extends ConnectedHost {
  client: OfficialClient
}

export type ConnectHost<T extends ConnectedHost = ConnectedHost> = (
  transport: FetchTransport,
  options?: HostOptions,
) => Promise<T>

interface OfficialClient {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ tools: ListedTool[] }>
  callTool(params: object, ...rest: unknown[]): Promise<object>
  readResource(params: { uri: string }): Promise<{ contents: object[] }>
  listResources(): Promise<{ resources: { uri: string }[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(params: object): Promise<{ messages: object[] }>
  complete(params: object): Promise<{ completion: { values: string[] } }>
  subscribeResource(params: { uri: string }): Promise<object>
  unsubscribeResource(params: { uri: string }): Promise<object>
  setLoggingLevel(level: string): Promise<object>
  sendRootsListChanged(): Promise<void>
  ping(): Promise<object>
  close(): Promise<void>
  getServerVersion(): { name: string } | undefined
  getServerCapabilities(): object | undefined
  setRequestHandler(kind: unknown, handler: (request: { params: Record<string, unknown> }) => unknown): void
  fallbackNotificationHandler: (notification: { method: string; params?: Record<string, unknown> }) => Promise<void>
  onerror: (error: Error) => void
}

type Constructor = new (info: object, options: object) => OfficialClient

const info = { name: 'host', version: '1.2.3' }

const CAPABILITIES: Record<string, object> = {
  'elicitation/create': { elicitation: { form: {}, url: {} } },
  'sampling/createMessage': { sampling: {} },
  'roots/list': { roots: { listChanged: true } },
}

async function connectOfficial(
  Client: Constructor,
  kindOf: (method: string) => unknown,
  callRest: (options: object) => unknown[],
  transport: FetchTransport,
  { handlers = {}, onNotification, onError, more }: HostOptions,
): Promise<OfficialHost> {
  const capabilities = Object.assign({}, ...Object.keys(handlers).map((method) => CAPABILITIES[method]))
  const client = new Client(info, { capabilities, ...more })
  for (const [method, handler] of Object.entries(handlers)) {
    if (CAPABILITIES[method]) client.setRequestHandler(kindOf(method), async ({ params }) => handler(params))
  }
  client.fallbackNotificationHandler = async ({ method, params = {} }) => onNotification?.(method, params)
  client.onerror = (error) => onError?.(error)
  await client.connect(transport)
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}, { onProgress: onprogress, ...callOptions } = {}) =>
      client.callTool({ name, arguments: args }, ...callRest({ onprogress, ...callOptions })),
    server: () => ({ name: client.getServerVersion()?.name, capabilities: client.getServerCapabilities() }),
    close: () => client.close(),
  }
}

export const sdk1: ConnectHost<OfficialHost> = async (transport, options = {}) => {
  const { Client } = await load<{ Client: Constructor }>('@modelcontextprotocol/sdk/client/index.js')
  const schemas = await load<Record<string, unknown>>('@modelcontextprotocol/sdk/types.js')
  const kinds: Record<string, unknown> = {
    'elicitation/create': schemas.ElicitRequestSchema,
    'sampling/createMessage': schemas.CreateMessageRequestSchema,
    'roots/list': schemas.ListRootsRequestSchema,
  }
  const callRest = (callOptions: object) => [undefined, callOptions]
  return connectOfficial(Client, (method) => kinds[method], callRest, transport, options)
}

export const client2: ConnectHost<OfficialHost> = async (transport, options = {}) => {
  const { Client } = await load<{ Client: Constructor }>('@modelcontextprotocol/client')
  return connectOfficial(
    Client,
    (method) => method,
    (callOptions) => [callOptions],
    transport,
    options,
  )
}

interface AiClient extends Pick<OfficialClient, 'listResources' | 'readResource' | 'listPrompts' | 'getPrompt'> {
  listTools(): Promise<{ tools: ListedTool[] }>
  tools(): Promise<Record<string, AiTool>>
  serverInfo: { name: string }
  initializeResult: { capabilities: object }
  onElicitationRequest(schema: unknown, handler: (request: { params: Record<string, unknown> }) => unknown): void
  close(): Promise<void>
}

interface AiTool {
  execute(args: object, options: object): Promise<object>
}

export const aiSdk: ConnectHost = async (transport, { handlers = {}, onError, more } = {}) => {
  const { createMCPClient, ElicitationRequestSchema } = await load<{
    createMCPClient(options: object): Promise<AiClient>
    ElicitationRequestSchema: unknown
  }>('@ai-sdk/mcp')
  const elicit = handlers['elicitation/create']
  const capabilities = elicit ? { elicitation: {} } : {}
  const client = await createMCPClient({ transport, capabilities, onUncaughtError: onError, ...more })
  if (elicit) client.onElicitationRequest(ElicitationRequestSchema, async ({ params }) => elicit(params))
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    toolNames: async () => Object.keys(await client.tools()),
    async call(name, args = {}, { signal } = {}) {
      const { [name]: tool } = await client.tools()
      return tool!.execute(args, { toolCallId: '1', messages: [], abortSignal: signal })
    },
    server: () => ({ name: client.serverInfo.name, capabilities: client.initializeResult.capabilities }),
    close: () => client.close(),
  }
}

export const officialHosts = { '@modelcontextprotocol/sdk 1.x': sdk1, '@modelcontextprotocol/client 2.x': client2 }

export const allHosts: Record<string, ConnectHost> = { ...officialHosts, '@ai-sdk/mcp': aiSdk }
