/** The official SDK 1.x: `node sdk-1.mjs <sessions|events|stateless|sse> <port>`. */
import { randomUUID } from 'node:crypto'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { EventStore } from './event-store.mjs'
import { createServer } from './sdk-1-tools.mjs'

const [mode, port] = process.argv.slice(2)
const app = createMcpExpressApp()
const transports = new Map()

if (mode === 'sse') {
  app.get('/sse', async (_, response) => {
    const transport = new SSEServerTransport('/messages', response)
    transports.set(transport.sessionId, transport)
    const server = createServer()
    // Otherwise `close()` of the SDK's server would call it again.
    server.server.onclose = () => transports.delete(transport.sessionId)
    await server.connect(transport)
  })
  app.post('/messages', async (request, response) => {
    const transport = transports.get(request.query.sessionId)
    if (transport) await transport.handlePostMessage(request, response, request.body)
    else response.status(404).send('No transport found for sessionId')
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
  app.all('/mcp', async (request, response) => {
    const id = request.headers['mcp-session-id']
    const known = transports.get(id)
    if (known) return known.handleRequest(request, response, request.body)
    if (!isInitializeRequest(request.body)) {
      const error = { code: -32_001, message: 'Session not found' }
      return response.status(id ? 404 : 400).json({ jsonrpc: '2.0', error, id: null })
    }
    const transport = new StreamableHTTPServerTransport({
      ...(mode === 'events' && { eventStore: new EventStore(), retryInterval: 50 }),
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => transports.set(id, transport),
    })
    transport.onclose = () => transports.delete(transport.sessionId)
    await createServer().connect(transport)
    await transport.handleRequest(request, response, request.body)
  })
}
app.listen(Number(port), '127.0.0.1')

function refuse(_, response) {
  const error = { code: -32_000, message: 'Method not allowed.' }
  response.status(405).json({ jsonrpc: '2.0', error, id: null })
}
