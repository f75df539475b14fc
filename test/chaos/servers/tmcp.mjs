/** tmcp: `node tmcp.mjs <port>`; Streamable HTTP at `/mcp`, HTTP+SSE at `/sse`. */
import { serve } from '@hono/node-server'
import { HttpTransport } from '@tmcp/transport-http'
import { SseTransport } from '@tmcp/transport-sse'
import { McpServer } from 'tmcp'
import * as v from 'valibot'
import { work, workSchema } from './ledger.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })
const adapter = { toJsonSchema: async () => workSchema }
const capabilities = { tools: { listChanged: true } }
const server = new McpServer({ name: 'chaos', version: '1.0.0' }, { adapter, capabilities })
const schema = v.object({ key: v.string(), steps: v.number(), pause: v.number(), hold: v.boolean() })
server.tool({ name: 'work', description: 'Reports progress and answers', schema }, async (args) =>
  text(await work(args, (progress, total) => server.progress(progress, total))),
)
server.tool({ name: 'change', description: 'Says that the tools changed' }, () => {
  server.changed('tools')
  return text('changed')
})

const http = new HttpTransport(server, { path: '/mcp' })
const sse = new SseTransport(server, { path: '/sse', endpoint: '/messages' })
const respond = async (request) =>
  (await http.respond(request)) ?? (await sse.respond(request)) ?? new Response(null, { status: 404 })
serve({ fetch: respond, port: Number(process.argv[2]), hostname: '127.0.0.1' })
