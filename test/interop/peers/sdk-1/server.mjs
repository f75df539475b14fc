/** A server of the official SDK 1.x: `node server.mjs <sessions|events|json|stateless|sse> <port>`. */
import { randomUUID } from 'node:crypto'
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { addTools } from '../sdk-1-tools.mjs'

const [mode, port] = process.argv.slice(2)
const app = createMcpExpressApp()
const transports = new Map()

if (mode === 'sse') {
  app.get('/sse', async (_, response) => {
    const transport = new SSEServerTransport('/messages', response)
    transports.set(transport.sessionId, transport)
    transport.onclose = () => transports.delete(transport.sessionId)
    await createServer().connect(transport)
  })
  app.post('/messages', async (request, response) => {
    const transport = transports.get(request.query.sessionId)
    if (transport) await transport.handlePostMessage(request, response, request.body)
    else response.status(400).send('No transport found for sessionId')
  })
} else if (mode === 'stateless') {
  app.post('/mcp', async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    response.on('close', () => transport.close())
    await createServer().connect(transport)
    await transport.handleRequest(request, response, request.body)
  })
  app.get('/mcp', refuse)
  app.delete('/mcp', refuse)
} else {
  const more = {
    sessions: {},
    json: { enableJsonResponse: true },
    events: { eventStore: new InMemoryEventStore(), retryInterval: 50 },
  }[mode]
  app.all('/mcp', async (request, response) => {
    const known = transports.get(request.headers['mcp-session-id'])
    if (known) return known.handleRequest(request, response, request.body)
    if (!isInitializeRequest(request.body)) {
      const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' }
      return response.status(400).json({ jsonrpc: '2.0', error, id: null })
    }
    const transport = new StreamableHTTPServerTransport({
      ...more,
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => transports.set(id, transport),
    })
    transport.onclose = () => transports.delete(transport.sessionId)
    await createServer().connect(transport)
    await transport.handleRequest(request, response, request.body)
  })
}
app.listen(Number(port), '127.0.0.1')

function createServer() {
  return addTools(new McpServer({ name: 'interop', version: '1.0.0' }), z)
}

function refuse(_, response) {
  const error = { code: -32_000, message: 'Method not allowed.' }
  response.status(405).json({ jsonrpc: '2.0', error, id: null })
}
