/** The application that every bundler builds: it calls a tool of a mock server, and uses entries of all kinds. */
import { connect, isMcpError } from 'mcp-over-fetch'
import { connectGroup } from 'mcp-over-fetch/group'
import { oauth } from 'mcp-over-fetch/oauth'
import { createMockServer } from 'mcp-over-fetch/testing'
import { modelTools } from 'mcp-over-fetch/tools'

/** "Hello, <name>! 2 tools", if everything works. */
export async function greet(name) {
  const greeter = { description: 'Greets', run: ({ name }) => `Hello, ${name}!` }
  const server = createMockServer({ tools: { greet: greeter, fail: { run: () => 'no' } } })
  const auth = oauth({ server: server.url, redirectUri: 'https://app.example/callback', fetch: server.fetch })
  const client = await connect(server.url, { fetch: auth.fetch })
  const { content } = await client.callTool('greet', { name })
  const error = await client.callTool('nothing').catch((reason) => reason)
  if (!isMcpError(error)) throw error
  await client.close()
  const group = await connectGroup({ one: { url: server.url, fetch: server.fetch } })
  const { list } = await modelTools(group)
  await group.close()
  return `${content[0].text} ${list.length} tools`
}
