/** FastMCP: `node fastmcp.mjs <port>`; Streamable HTTP at `/mcp`, HTTP+SSE at `/sse`; it pings its clients every second. */
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { work, workShape } from './ledger.mjs'

const server = new FastMCP({ name: 'chaos', version: '1.0.0', ping: { enabled: true, intervalMs: 1_000 } })
server.addTool({
  name: 'work',
  description: 'Reports progress and answers',
  parameters: z.object(workShape(z)),
  execute: (args, { reportProgress }) => work(args, (progress, total) => reportProgress({ progress, total })),
})
await server.start({ transportType: 'httpStream', httpStream: { port: Number(process.argv[2]), host: '127.0.0.1' } })
