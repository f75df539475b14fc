/** The first official SDK, whose client speaks the revisions before 2026-07-28. */
import { Client, StreamableHTTPClientTransport } from '../peers/sdk-v1/index.mjs'
import type { BenchClient } from './bench-client.ts'
import { toBenchClient } from './sdk-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const client = new Client({ name: 'sdk-v1', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return toBenchClient(client, (params, options) => client.callTool(params, undefined, options))
}
