/** The client of the AI SDK, which probes for 2026-07-28 by itself and has no callback for progress. */
import { createMCPClient } from '../peers/ai-sdk/index.mjs'
import type { BenchClient } from './bench-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const client = await createMCPClient({ transport: { type: 'http', url } })
  await client.listTools()

  return {
    async call(name, args) {
      const { content } = await client.callTool({ name, arguments: args })
      return content[0]?.text ?? ''
    },
    async progress() {
      await client.callTool({ name: 'progress', arguments: {} })
      return undefined
    },
    close: () => client.close(),
  }
}
