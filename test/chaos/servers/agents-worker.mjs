/** The Agents SDK: `/mcp` serves both eras without sessions, `/agent` and `/sse` keep a Durable Object for each session. */
import { McpServer } from '@modelcontextprotocol/server'
import { McpAgent } from 'agents/mcp'
import { createMcpHandler } from 'agents/mcp/server'
import { createServer } from './sdk-1-tools.mjs'
import { addTools } from './sdk-2-tools.mjs'

export class Sessions extends McpAgent {
  server = createServer(this.env.CHAOS_CONTROL)

  async init() {}
}

const agent = Sessions.serve('/agent', { binding: 'SESSIONS' })
const sse = Sessions.serveSSE('/sse', { binding: 'SESSIONS' })

export default {
  fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/agent')) return agent.fetch(request, env, context)
    if (pathname.startsWith('/sse')) return sse.fetch(request, env, context)
    const handler = createMcpHandler(() =>
      addTools(new McpServer({ name: 'chaos', version: '1.0.0' }), undefined, env.CHAOS_CONTROL),
    )
    return handler(request, env, context)
  },
}
