/** The compared clients, reduced to one tool call with a timeout. */

export interface Connected {
  /** Calls the only tool of the server with this timeout in milliseconds. */
  call(timeout: number): Promise<unknown>
  list(): Promise<unknown>
  close(): Promise<unknown>
}

/** `transport` is `sse` where a program has to choose HTTP+SSE by itself. */
export type ConnectClient = (url: string, transport?: 'sse') => Promise<Connected>

type Name = 'bare' | 'ours' | 'official' | 'sdk-v1' | 'ai-sdk'

const tool = { name: 'work', arguments: {} }

/** Each imports its client lazily, since the others may not be installed. */
export const connectors: Record<Name, ConnectClient> = {
  async bare(url) {
    const { open } = await import('../clients/bare.ts')
    const client = await open(url)
    // Opening has listed the tools.
    return { call: () => client.call('work', {}), list: async () => {}, close: client.close }
  },
  async ours(url) {
    const { connect } = await import('../../src/core/index.ts')
    const client = await connect(url)
    return {
      call: (timeout) => client.callTool('work', {}, { timeout }),
      list: () => client.listTools(),
      close: () => client.close(),
    }
  },
  async official(url, transport) {
    const { Client, StreamableHTTPClientTransport } = await import('../peers/official/index.mjs')
    const { SSEClientTransport } = await import('../peers/official/sse.mjs')
    const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const Transport = transport ? SSEClientTransport : StreamableHTTPClientTransport
    await client.connect(new Transport(new URL(url)))
    return {
      call: (timeout) => client.callTool(tool, { timeout }),
      list: () => client.listTools(),
      close: () => client.close(),
    }
  },
  async 'sdk-v1'(url, transport) {
    const { Client, StreamableHTTPClientTransport } = await import('../peers/sdk-v1/index.mjs')
    const { SSEClientTransport } = await import('../peers/sdk-v1/sse.mjs')
    const client = new Client({ name: 'sdk-v1', version: '1.0.0' })
    const Transport = transport ? SSEClientTransport : StreamableHTTPClientTransport
    await client.connect(new Transport(new URL(url)))
    return {
      call: (timeout) => client.callTool(tool, undefined, { timeout }),
      list: () => client.listTools(),
      close: () => client.close(),
    }
  },
  async 'ai-sdk'(url, transport) {
    const { createMCPClient } = await import('../peers/ai-sdk/index.mjs')
    const client = await createMCPClient({ transport: { type: transport ?? 'http', url } })
    return {
      call: (timeout) => client.callTool({ ...tool, options: { timeout } }),
      list: () => client.listTools(),
      close: () => client.close(),
    }
  },
}
