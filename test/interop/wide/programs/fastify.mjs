/** fastify-mcp: `node fastify.mjs <stateful|stateless> <port>`. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { fastify } from 'fastify'
import { Sessions, streamableHttp } from 'fastify-mcp'
import { z } from 'zod'

const [mode, port] = process.argv.slice(2)
const app = fastify()
const options = { stateful: mode === 'stateful', mcpEndpoint: '/mcp', createServer }
app.register(streamableHttp, mode === 'stateful' ? { ...options, sessions: new Sessions() } : options)
await app.listen({ port: Number(port), host: '127.0.0.1' })

function createServer() {
  const server = new McpServer({ name: 'interop', version: '1.0.0' })
  const echo = { description: 'Repeats a text', inputSchema: { text: z.string() } }
  server.registerTool('echo', echo, ({ text }) => ({ content: [{ type: 'text', text }] }))
  return server.server
}
