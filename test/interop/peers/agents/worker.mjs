/** The Agents SDK: `/mcp` serves both eras without sessions, `/agent` and `/sse` keep a Durable Object for each session. */
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { McpAgent } from 'agents/mcp'
import { createMcpHandler } from 'agents/mcp/server'
import { z } from 'zod'
import { addTools as addTools2 } from '../official-tools.mjs'
import { addTools } from '../sdk-1-tools.mjs'

const handler = createMcpHandler(() =>
  addTools2(new McpServer({ name: 'interop', version: '1.0.0' }), z, { acceptedContent, inputRequired }),
)

export class Sessions extends McpAgent {
  server = new McpServer1({ name: 'interop', version: '1.0.0' })

  async init() {
    addTools(this.server, z)
  }
}

const agent = Sessions.serve('/agent', { binding: 'SESSIONS' })
const sse = Sessions.serveSSE('/sse', { binding: 'SESSIONS' })

export default {
  fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/agent')) return agent.fetch(request, env, context)
    if (pathname.startsWith('/sse')) return sse.fetch(request, env, context)
    return handler(request, env, context)
  },
}
