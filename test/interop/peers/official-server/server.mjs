/** A server of the official SDK 2.x: `node server.mjs <both|sessions> <port>`; `both` serves both eras, each without sessions. */
import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { addTools } from '../official-tools.mjs'

const [mode, port] = process.argv.slice(2)
const transports = new Map()

createHttpServer(mode === 'both' ? toNodeHandler(createMcpHandler(createServer)) : handleSessions).listen(
  Number(port),
  '127.0.0.1',
)

async function handleSessions(request, response) {
  const known = transports.get(request.headers['mcp-session-id'])
  if (known) return known.handleRequest(request, response)
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => transports.set(id, transport),
  })
  transport.onclose = () => transports.delete(transport.sessionId)
  await createServer().connect(transport)
  await transport.handleRequest(request, response)
}

function createServer() {
  return addTools(new McpServer({ name: 'interop', version: '1.0.0' }), z, { acceptedContent, inputRequired })
}
