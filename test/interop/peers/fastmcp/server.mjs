/** A server of FastMCP: `node server.mjs <port>`; Streamable HTTP at `/mcp`, HTTP+SSE at `/sse`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FastMCP } from 'fastmcp'
import { z } from 'zod'

const server = new FastMCP({ name: 'interop', version: '1.0.0' })
server.addTool({
  name: 'echo',
  description: 'Repeats a text',
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => text,
})
server.addTool({
  name: 'count',
  description: 'Reports progress',
  parameters: z.object({ to: z.number(), every: z.number() }),
  async execute({ to, every }, { reportProgress }) {
    for (let progress = 1; progress <= to; progress++) {
      await sleep(every)
      await reportProgress({ progress, total: to })
    }
    return `counted to ${to}`
  },
})
server.addTool({
  name: 'ask',
  description: 'Asks the user',
  parameters: z.object({}),
  async execute(_, { elicit }) {
    const requestedSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] }
    const { action, content } = await elicit({ message: 'Which?', requestedSchema })
    return `${action}: ${content?.answer}`
  },
})
await server.start({ transportType: 'httpStream', httpStream: { port: Number(process.argv[2]), host: '127.0.0.1' } })
