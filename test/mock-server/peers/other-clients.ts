/** The clients of others behind one small interface. They are installed in `peers/`, so they are loaded by path. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { MockServer } from '../../../src/testing/index.ts'
import { install } from '../../interop/install.ts'

export interface ConnectedClient {
  toolNames(): Promise<string[]>
  call(name: string, args: object): Promise<unknown>
  close(): Promise<void>
}

export type OtherClient = (server: MockServer) => Promise<ConnectedClient>

/** What the official clients of both generations have in common. */
interface OfficialClient {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(request: { name: string; arguments: object }): Promise<unknown>
  close(): Promise<void>
}

type Constructor<T> = new (...args: unknown[]) => T

/** Installs the clients unless they are installed as locked. */
export const installClients = (): Promise<void> => install([import.meta.dirname])

export async function load<T>(name: string): Promise<T> {
  const require = createRequire(new URL('package.json', import.meta.url))
  return (await import(pathToFileURL(require.resolve(name)).href)) as T
}

const info = { name: 'other', version: '1.0.0' }

async function official(
  Client: Constructor<OfficialClient>,
  Transport: Constructor<unknown>,
  { url, fetch }: MockServer,
): Promise<ConnectedClient> {
  const client = new Client(info)
  await client.connect(new Transport(new URL(url), { fetch }))
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  }
}

export const officialClient: OtherClient = async (server) => {
  const { Client, StreamableHTTPClientTransport } = await load<{
    Client: Constructor<OfficialClient>
    StreamableHTTPClientTransport: Constructor<unknown>
  }>('@modelcontextprotocol/client')
  return official(Client, StreamableHTTPClientTransport, server)
}

export const sdk1: OtherClient = async (server) => {
  const { Client } = await load<{ Client: Constructor<OfficialClient> }>('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await load<{ StreamableHTTPClientTransport: Constructor<unknown> }>(
    '@modelcontextprotocol/sdk/client/streamableHttp.js',
  )
  return official(Client, StreamableHTTPClientTransport, server)
}

interface AiClient {
  tools(): Promise<Record<string, { execute(args: object, options: object): Promise<unknown> }>>
  close(): Promise<void>
}

export const aiSdk: OtherClient = async ({ url, fetch }) => {
  const { createMCPClient } = await load<{ createMCPClient(options: object): Promise<AiClient> }>('@ai-sdk/mcp')
  const client = await createMCPClient({ transport: { type: 'http', url, fetch } })
  return {
    toolNames: async () => Object.keys(await client.tools()),
    async call(name, args) {
      const tools = await client.tools()
      return tools[name]!.execute(args, { toolCallId: '1', messages: [] })
    },
    close: () => client.close(),
  }
}
