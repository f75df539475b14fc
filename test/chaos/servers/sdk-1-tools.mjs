/** A server of the official SDK 1.x with the tools of the tests. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { work, workShape } from './ledger.mjs'

export function createServer(origin) {
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  const server = new McpServer({ name: 'chaos', version: '1.0.0' })
  const definition = { description: 'Reports progress and answers', inputSchema: workShape(z) }
  const handle = async (args, extra) => {
    const progressToken = extra._meta?.progressToken
    const report = async (progress, total) => {
      if (progressToken === undefined) return
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total },
      })
    }
    return text(await work(args, report, origin))
  }
  server.registerTool('work', definition, handle)
  server.registerTool('look-up', { ...definition, annotations: { readOnlyHint: true } }, handle)
  server.registerTool('change', { description: 'Says that the tools changed' }, async () => {
    server.sendToolListChanged()
    return text('changed')
  })
  return server
}
