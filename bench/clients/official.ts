/** The official client, with automatic version negotiation as in ours. */
import { Client, StreamableHTTPClientTransport } from '../peers/official/index.mjs'
import type { BenchClient } from './bench-client.ts'
import { toBenchClient } from './sdk-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return toBenchClient(client, (params, options) => client.callTool(params, options))
}
