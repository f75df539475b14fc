/** `@hono/mcp` with a transport for each session: `node server.mjs <port>`. */
import { randomUUID } from 'node:crypto'
import { StreamableHTTPTransport } from '@hono/mcp'
import { serve } from '@hono/node-server'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Hono } from 'hono'
import { z } from 'zod'
import { addTools } from '../sdk-1-tools.mjs'

const app = new Hono()
const transports = new Map()

app.all('/mcp', async (context) => {
  const known = transports.get(context.req.header('mcp-session-id'))
  if (known) return known.handleRequest(context)
  const transport = new StreamableHTTPTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => transports.set(id, transport),
  })
  await createServer().connect(transport)
  return transport.handleRequest(context)
})
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })

function createServer() {
  return addTools(new McpServer({ name: 'interop', version: '1.0.0' }), z)
}
