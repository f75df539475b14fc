/** The client of Cloudflare's agents, from the node_modules of this folder. It runs only in a Durable Object. */
export { MCPClientManager } from 'agents/mcp/client'
