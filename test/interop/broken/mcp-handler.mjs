/** mcp-handler, which leaves CORS to its framework: `node … <port>`. */
import { serve } from '@hono/node-server'
import { createMcpHandler } from 'mcp-handler'
import { z } from 'zod'

const handler = createMcpHandler((server) => {
  const echo = { description: 'Repeats a text', inputSchema: z.object({ text: z.string() }) }
  server.registerTool('echo', echo, ({ text }) => ({ content: [{ type: 'text', text }] }))
})
const worker = { fetch: (request) => handler(request) }
const served = worker
serve({ fetch: served.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
