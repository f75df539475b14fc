/** The application under test: it adds two numbers with the tool of an MCP server. */
import { connect } from 'mcp-over-fetch'

export async function sum(url, a, b, fetch = globalThis.fetch) {
  const client = await connect(url, { fetch })
  try {
    const { structuredContent } = await client.callTool('add', { a, b })
    return structuredContent.sum
  } finally {
    await client.close()
  }
}
