/** `@hono/mcp`: `node hono.mjs <readme|sessions|one-session> <port>`. */
import { randomUUID } from 'node:crypto'
import { StreamableHTTPTransport } from '@hono/mcp'
import { serve } from '@hono/node-server'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Hono } from 'hono'
import { z } from 'zod'

const [mode, port] = process.argv.slice(2)
const app = new Hono()
const sessionIdGenerator = () => randomUUID()

if (mode === 'sessions') {
  const transports = new Map()
  app.all('/mcp', async (context) => {
    const known = transports.get(context.req.header('mcp-session-id'))
    if (known) return known.handleRequest(context)
    const onsessioninitialized = (id) => transports.set(id, transport)
    const transport = new StreamableHTTPTransport({ sessionIdGenerator, onsessioninitialized })
    await createServer().connect(transport)
    return transport.handleRequest(context)
  })
} else {
  const transport = new StreamableHTTPTransport(mode === 'readme' ? {} : { sessionIdGenerator })
  const server = createServer()
  app.all('/mcp', async (context) => {
    if (!server.isConnected()) await server.connect(transport)
    return transport.handleRequest(context)
  })
}
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })

function createServer() {
  const server = new McpServer({ name: 'interop', version: '1.0.0' })
  const echo = { description: 'Repeats a text', inputSchema: { text: z.string() } }
  server.registerTool('echo', echo, ({ text }) => ({ content: [{ type: 'text', text }] }))
  return server
}
