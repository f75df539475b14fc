/** The official client, with automatic version negotiation as in ours. */
import { Client, StreamableHTTPClientTransport } from '../peers/official/index.mjs'
import type { BenchClient } from './bench-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  await client.listTools()

  return {
    async call(name, args) {
      const { content } = await client.callTool({ name, arguments: args })
      return content[0]?.text ?? ''
    },
    async progress() {
      let seen = 0
      const onprogress = () => {
        seen++
      }
      await client.callTool({ name: 'progress', arguments: {} }, { onprogress })
      return seen
    },
    close: () => client.close(),
  }
}
