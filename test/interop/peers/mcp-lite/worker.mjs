/** mcp-lite in a Durable Object, with its adapters for sessions and for requests to the client. */
import { DurableObject } from 'cloudflare:workers'
import { InMemoryClientRequestAdapter, InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite'

const text = (value) => ({ content: [{ type: 'text', text: value }] })
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) })

function createServer() {
  const server = new McpServer({ name: 'interop', version: '1.0.0' })
  server.tool('echo', {
    description: 'Repeats a text',
    inputSchema: object({ text: { type: 'string' } }),
    handler: ({ text: value }) => text(value),
  })
  server.tool('count', {
    description: 'Reports progress',
    inputSchema: object({ to: { type: 'number' }, every: { type: 'number' } }),
    async handler({ to, every }, context) {
      for (let progress = 1; progress <= to; progress++) {
        await new Promise((resolve) => setTimeout(resolve, every))
        await context.progress?.({ progress, total: to })
      }
      return text(`counted to ${to}`)
    },
  })
  server.tool('ask', {
    description: 'Asks the user',
    inputSchema: object({}),
    async handler(_, context) {
      const { action, content } = await context.elicit({
        message: 'Which?',
        schema: object({ answer: { type: 'string' } }),
      })
      return text(`${action}: ${content?.answer}`)
    },
  })
  return server
}

export class Sessions extends DurableObject {
  handle = new StreamableHttpTransport({
    sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }),
    clientRequestAdapter: new InMemoryClientRequestAdapter({ defaultTimeoutMs: 30_000 }),
  }).bind(createServer())

  fetch(request) {
    return this.handle(request)
  }
}

export default {
  fetch: (request, env) => env.SESSIONS.get(env.SESSIONS.idFromName('all')).fetch(request),
}
