/** Express with the package cors as most people use it: pages may not read the session id. `node … <port>`. */
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import cors from 'cors'
import express from 'express'
import { z } from 'zod'

const app = express()
app.use(cors({ methods: ['POST'], allowedHeaders: ['content-type'] }))
app.use('/mcp', express.json())
const transports = new Map()

app.all('/mcp', async (request, response) => {
  const id = request.headers['mcp-session-id']
  const known = transports.get(id)
  if (known) return known.handleRequest(request, response, request.body)
  if (id)
    return response
      .status(404)
      .json({ jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null })
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session) => transports.set(session, transport),
  })
  transport.onclose = () => transports.delete(transport.sessionId)
  const server = new McpServer({ name: 'broken', version: '1.0.0' })
  const echo = { description: 'Repeats a text', inputSchema: { text: z.string() } }
  server.registerTool('echo', echo, ({ text }) => ({ content: [{ type: 'text', text }] }))
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})
app.listen(Number(process.argv[2]), '127.0.0.1')
