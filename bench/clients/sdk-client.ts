/** What the clients of both official SDKs have in common. They differ in the position of the options of a call. */
import type { BenchClient } from './bench-client.ts'

interface SdkClient {
  listTools(): Promise<unknown>
  close(): Promise<void>
}

interface CallToolResult {
  content: { type: string; text?: string }[]
}

export type CallTool = (
  params: { name: string; arguments: Record<string, unknown> },
  options?: { onprogress(): void },
) => Promise<CallToolResult>

/** `client` is connected. */
export async function toBenchClient(client: SdkClient, callTool: CallTool): Promise<BenchClient> {
  await client.listTools()

  return {
    async call(name, args) {
      const { content } = await callTool({ name, arguments: args })
      return content[0]?.text ?? ''
    },
    async progress() {
      let seen = 0
      const onprogress = () => {
        seen++
      }
      await callTool({ name: 'progress', arguments: {} }, { onprogress })
      return seen
    },
    close: () => client.close(),
  }
}
