/** The types of the AI SDK's client that the bench uses, so that type checking needs no install in this folder. */
interface MCPClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: {
    name: string
    arguments?: Record<string, unknown>
    options?: { timeout?: number }
  }): Promise<{ content: { type: string; text?: string }[] }>
  close(): Promise<void>
}

export function createMCPClient(config: { transport: { type: 'http' | 'sse'; url: string } }): Promise<MCPClient>
