/** `@hono/mcp` with a transport for each session: `node hono.mjs <port>`. */
import { randomUUID } from 'node:crypto'
import { StreamableHTTPTransport } from '@hono/mcp'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createServer } from './sdk-1-tools.mjs'

const app = new Hono()
const transports = new Map()

app.all('/mcp', async (context) => {
  const id = context.req.header('mcp-session-id')
  const known = transports.get(id)
  if (known) return known.handleRequest(context)
  if (id) return context.json({ jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null }, 404)
  const transport = new StreamableHTTPTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => transports.set(id, transport),
  })
  await createServer().connect(transport)
  return transport.handleRequest(context)
})
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
