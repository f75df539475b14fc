/** What the client does in the recorded trace: the same when it is recorded and at each replay. */
import { connect, type Fetch, type WireEvent } from 'mcp-over-fetch'

const traceUrl = 'https://mock.example/mcp'

interface Wire {
  fetch: Fetch
  onEvent?(event: WireEvent): void
}

export async function act({ fetch, onEvent }: Wire, beforeLastCall?: () => void): Promise<void> {
  const client = await connect(traceUrl, {
    fetch,
    versions: ['2025-11-25'],
    cache: false,
    ...(onEvent && { onEvent }),
    clientInfo: { name: 'mcp-over-fetch inspector', version: '0.1.0' },
  })
  await client.listTools()
  await client.callTool('render', { scene: 'teapot' })
  await client.callTool('greet', { name: 'Ada' })
  beforeLastCall?.()
  await client.callTool('greet', { name: 'Grace' })
  await client.close()
}
