/** A server of tmcp: `node server.mjs <port>`; Streamable HTTP at `/mcp`. */
import { serve } from '@hono/node-server'
import { HttpTransport } from '@tmcp/transport-http'
import { McpServer } from 'tmcp'

const adapter = { toJsonSchema: async (schema) => schema }
const server = new McpServer({ name: 'interop', version: '1.0.0' }, { adapter, capabilities: { tools: {} } })
const tool = { name: 'hello', description: 'Says hello' }
server.tool(tool, async () => ({ content: [{ type: 'text', text: 'hello' }] }))
const transport = new HttpTransport(server, { path: '/mcp' })
const respond = async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 })
serve({ fetch: respond, port: Number(process.argv[2]), hostname: '127.0.0.1' })
