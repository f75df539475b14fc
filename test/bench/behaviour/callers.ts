/** The compared clients, reduced to one call with a limit of time. */

/** Calls the only tool, and gives up after so many milliseconds. */
export type Caller = (timeout: number) => Promise<unknown>

export type OpenCaller = (url: string) => Promise<Caller>

/** Each imports its client when opened, since the other may not be installed. */
export const callers: Record<'ours' | 'official', OpenCaller> = {
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
