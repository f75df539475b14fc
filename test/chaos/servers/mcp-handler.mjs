/** mcp-handler: `node mcp-handler.mjs <port>`; both eras, each without sessions. */
import { serve } from '@hono/node-server'
import { createMcpHandler } from 'mcp-handler'
import { addTools } from './sdk-2-tools.mjs'

const handler = createMcpHandler((server) => addTools(server))
serve({ fetch: (request) => handler(request), port: Number(process.argv[2]), hostname: '127.0.0.1' })
