/** mcp-lite in a Durable Object, with its adapters for sessions, which keep the events of their streams. */
import { DurableObject } from 'cloudflare:workers'
import { InMemoryClientRequestAdapter, InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite'
import { work, workSchema } from './ledger.mjs'

const text = (value) => ({ content: [{ type: 'text', text: value }] })

function createServer(control) {
  const server = new McpServer({ name: 'chaos', version: '1.0.0' })
  server.tool('work', {
    description: 'Reports progress and answers',
    inputSchema: workSchema,
    handler: async (args, context) =>
      text(await work(args, (progress, total) => context.progress?.({ progress, total }), control)),
  })
  return server
}

export class Sessions extends DurableObject {
  handle = new StreamableHttpTransport({
    sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }),
    clientRequestAdapter: new InMemoryClientRequestAdapter({ defaultTimeoutMs: 30_000 }),
  }).bind(createServer(this.env.CHAOS_CONTROL))

  fetch(request) {
    return this.handle(request)
  }
}

export default {
  fetch: (request, env) => env.SESSIONS.get(env.SESSIONS.idFromName('all')).fetch(request),
}
