/** The first official SDK, whose client speaks the revisions before 2026-07-28. */
import { Client, StreamableHTTPClientTransport } from '../peers/sdk-v1/index.mjs'
import type { BenchClient } from './bench-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const client = new Client({ name: 'sdk-v1', version: '1.0.0' })
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
      await client.callTool({ name: 'progress', arguments: {} }, undefined, { onprogress })
      return seen
    },
    close: () => client.close(),
  }
}
