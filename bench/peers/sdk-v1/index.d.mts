/** The types of the first official SDK that the bench uses, so that type checking needs no install in this folder. */
import type { Transport } from '../official/index.mjs'

interface CallToolResult {
  content: { type: string; text?: string }[]
}

export class StreamableHTTPClientTransport {
  constructor(url: URL)
}

export class Client {
  constructor(info: { name: string; version: string })
  connect(transport: Transport): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: { onprogress?: (progress: { progress: number }) => void; timeout?: number },
  ): Promise<CallToolResult>
  close(): Promise<void>
}
