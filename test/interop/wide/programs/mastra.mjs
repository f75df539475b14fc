/** Mastra: `node mastra.mjs <http|serverless|sse> <port>`. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createTool } from '@mastra/core/tools'
import { MCPServer } from '@mastra/mcp'
import { z } from 'zod'

const [mode, port] = process.argv.slice(2)
const echo = createTool({
  id: 'echo',
  description: 'Repeats a text',
  inputSchema: z.object({ text: z.string() }),
  execute: async ({ text }) => ({ text }),
})
const server = new MCPServer({ id: 'interop', name: 'interop', version: '1.0.0', tools: { echo } })
createServer(async (req, res) => {
  const url = new URL(req.url ?? '', `http://127.0.0.1:${port}`)
  if (mode === 'sse') return server.startSSE({ url, ssePath: '/sse', messagePath: '/message', req, res })
  const options = mode === 'http' ? { sessionIdGenerator: () => randomUUID() } : { serverless: true }
  await server.startHTTP({ url, httpPath: '/mcp', req, res, options })
}).listen(Number(port), '127.0.0.1')
