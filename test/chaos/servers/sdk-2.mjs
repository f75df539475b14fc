/** The official SDK 2.x: `node sdk-2.mjs <both|sessions|events> <port>`; `both` serves both eras, each without sessions. */
import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { EventStore } from './event-store.mjs'
import { addTools } from './sdk-2-tools.mjs'

const [mode, port] = process.argv.slice(2)
const transports = new Map()

if (mode === 'both') {
  const handler = createMcpHandler(() => createServer(() => handler.notify.toolsChanged()))
  listen(toNodeHandler(handler))
} else listen(handleSessions)

function listen(handler) {
  createHttpServer(handler).listen(Number(port), '127.0.0.1')
}

async function handleSessions(request, response) {
  const id = request.headers['mcp-session-id']
  const known = transports.get(id)
  if (known) return known.handleRequest(request, response)
  if (id) {
    const error = { code: -32_001, message: 'Session not found' }
    return response.writeHead(404).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
  }
  const transport = new NodeStreamableHTTPServerTransport({
    ...(mode === 'events' && { eventStore: new EventStore(), retryInterval: 50 }),
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => transports.set(id, transport),
  })
  transport.onclose = () => transports.delete(transport.sessionId)
  await createServer().connect(transport)
  await transport.handleRequest(request, response)
}

function createServer(onChange) {
  return addTools(new McpServer({ name: 'chaos', version: '1.0.0' }), onChange)
}
