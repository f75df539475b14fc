/** tmcp: `node server.mjs <port>`; Streamable HTTP at `/mcp`, HTTP+SSE at `/sse`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { HttpTransport } from '@tmcp/transport-http'
import { SseTransport } from '@tmcp/transport-sse'
import { McpServer } from 'tmcp'
import * as v from 'valibot'

const text = (value) => ({ content: [{ type: 'text', text: value }] })
/** The schemas of the tools, as JSON Schema. */
const jsonSchemas = new Map()
const object = (schema, properties) => {
  jsonSchemas.set(schema, { type: 'object', properties, required: Object.keys(properties) })
  return schema
}
const adapter = { toJsonSchema: async (schema) => jsonSchemas.get(schema) }
const server = new McpServer({ name: 'interop', version: '1.0.0' }, { adapter, capabilities: { tools: {} } })

server.tool({ name: 'hello', description: 'Says hello' }, async () => text('hello'))

const echo = object(v.object({ text: v.string() }), { text: { type: 'string' } })
server.tool({ name: 'echo', description: 'Repeats a text', schema: echo }, async ({ text: value }) => text(value))

const numbers = { to: { type: 'number' }, every: { type: 'number' } }
const count = object(v.object({ to: v.number(), every: v.number() }), numbers)
server.tool({ name: 'count', description: 'Reports progress', schema: count }, async ({ to, every }) => {
  for (let progress = 1; progress <= to; progress++) {
    await sleep(every)
    server.progress(progress, to)
  }
  return text(`counted to ${to}`)
})

const http = new HttpTransport(server, { path: '/mcp' })
const sse = new SseTransport(server, { path: '/sse', endpoint: '/messages' })
const respond = async (request) =>
  (await http.respond(request)) ?? (await sse.respond(request)) ?? new Response(null, { status: 404 })
serve({ fetch: respond, port: Number(process.argv[2]), hostname: '127.0.0.1' })
