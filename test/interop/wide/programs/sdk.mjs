/** A server of any official SDK 1.x: `node sdk.mjs <sessions|own-words|events|json|stateless|sse> <port>`. */
import { randomUUID } from 'node:crypto'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import express from 'express'

const [mode, port] = process.argv.slice(2)
const app = express()
const transports = new Map()

if (mode === 'sse') {
  const { SSEServerTransport } = await import('@modelcontextprotocol/sdk/server/sse.js')
  app.get('/sse', async (_, response) => {
    const transport = new SSEServerTransport('/messages', response)
    transports.set(transport.sessionId, transport)
    response.on('close', () => transports.delete(transport.sessionId))
    await createServer().connect(transport)
  })
  app.post('/messages', async (request, response) => {
    const transport = transports.get(request.query.sessionId)
    if (transport) await transport.handlePostMessage(request, response)
    else response.status(400).send('No transport found for sessionId')
  })
} else {
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
  const eventStore = await storeFor(mode)
  const isJson = mode === 'json'
  app.use('/mcp', express.json())
  app.all('/mcp', async (request, response) => {
    if (mode === 'stateless') {
      if (request.method !== 'POST') return response.status(405).end()
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
      response.on('close', () => transport.close())
      await createServer().connect(transport)
      return transport.handleRequest(request, response, request.body)
    }
    const known = transports.get(request.headers['mcp-session-id'])
    if (known) return known.handleRequest(request, response, request.body)
    if (mode !== 'own-words' && request.body?.method !== 'initialize') {
      const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' }
      return response.status(400).json({ jsonrpc: '2.0', error, id: null })
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: isJson,
      ...(eventStore && { eventStore }),
      onsessioninitialized: (id) => transports.set(id, transport),
    })
    await createServer().connect(transport)
    await transport.handleRequest(request, response, request.body)
  })
}
app.listen(Number(port), '127.0.0.1')

async function storeFor(name) {
  if (name !== 'events') return undefined
  const { InMemoryEventStore } = await import('@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js')
  return new InMemoryEventStore()
}

function createServer() {
  const server = new Server({ name: 'interop', version: '1.0.0' }, { capabilities: { tools: {} } })
  const inputSchema = { type: 'object', properties: { text: { type: 'string' }, wait: { type: 'number' } } }
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: 'echo', inputSchema }] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, wait = 0 } = params.arguments
    await new Promise((resolve) => setTimeout(resolve, wait))
    return { content: [{ type: 'text', text }] }
  })
  return server
}
