/** The official SDK 1.x on Fastify, which knows nothing of OPTIONS: `node … <port>`. */
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import Fastify from 'fastify'
import { z } from 'zod'

const fastify = Fastify()
const transports = new Map()

fastify.all('/mcp', async (request, reply) => {
  const id = request.headers['mcp-session-id']
  if (id && !transports.has(id)) return reply.code(404).send({ error: 'Session not found' })
  reply.hijack()
  const known = transports.get(id)
  if (known) return known.handleRequest(request.raw, reply.raw, request.body)
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session) => transports.set(session, transport),
  })
  transport.onclose = () => transports.delete(transport.sessionId)
  const server = new McpServer({ name: 'broken', version: '1.0.0' })
  const echo = { description: 'Repeats a text', inputSchema: { text: z.string() } }
  server.registerTool('echo', echo, ({ text }) => ({ content: [{ type: 'text', text }] }))
  await server.connect(transport)
  await transport.handleRequest(request.raw, reply.raw, request.body)
})
await fastify.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
