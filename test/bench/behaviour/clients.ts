/** The compared clients, reduced to one tool call with a timeout. */

/** Calls the only tool of the server with this timeout in milliseconds. */
export type CallTool = (timeout: number) => Promise<unknown>

export type ConnectClient = (url: string) => Promise<CallTool>

/** Each imports its client lazily, since the official one may not be installed. */
export const connectors: Record<'ours' | 'official', ConnectClient> = {
  async ours(url) {
    const { connect } = await import('../../../src/core/index.ts')
    const client = await connect(url)
    return (timeout) => client.callTool('work', {}, { timeout })
  },
  async official(url) {
    const { Client, StreamableHTTPClientTransport } = await import('../peers/official.mjs')
    const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    return (timeout) => client.callTool({ name: 'work', arguments: {} }, { timeout })
  },
}
