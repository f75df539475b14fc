/** The official client, told to find out the era by itself, as ours does. */
import { Client, StreamableHTTPClientTransport } from '../peers/official.mjs'
import type { Contestant } from './contestant.ts'

export async function open(url: string): Promise<Contestant> {
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
