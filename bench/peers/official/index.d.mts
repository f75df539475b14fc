/** The types of the official clients that the bench uses, so that type checking needs no install in this folder. */
interface CallToolResult {
  content: { type: string; text?: string }[]
}

export type Transport = object

export class StreamableHTTPClientTransport {
  constructor(url: URL)
}

export class Client {
  constructor(info: { name: string; version: string }, options?: { versionNegotiation?: { mode?: 'legacy' | 'auto' } })
  connect(transport: Transport): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: { onprogress?: (progress: { progress: number }) => void; timeout?: number },
  ): Promise<CallToolResult>
  close(): Promise<void>
}
