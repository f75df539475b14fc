/** The official SDK 1.x on node:http, with CORS headers for good answers only: `node … <port>`. */
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

createServer(async (request, response) => {
  if (request.method === 'OPTIONS') return response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  if (request.url !== '/mcp' || request.method !== 'POST') return response.writeHead(405).end()
  if (request.headers.accept?.includes('text/event-stream')) response.setHeader('access-control-allow-origin', '*')
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  response.on('close', () => transport.close())
  const server = new McpServer({ name: 'broken', version: '1.0.0' })
  const echo = { description: 'Repeats a text', inputSchema: { text: z.string() } }
  server.registerTool('echo', echo, ({ text }) => ({ content: [{ type: 'text', text }] }))
  await server.connect(transport)
  await transport.handleRequest(request, response)
}).listen(Number(process.argv[2]), '127.0.0.1')
