/** Adds the tools of the tests to a server of the official SDK 2.x. */
import { z } from 'zod'
import { work, workShape } from './ledger.mjs'

/** `onChange` tells listeners that the tools changed, where the server itself cannot. */
export function addTools(server, onChange, origin) {
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  const definition = { description: 'Reports progress and answers', inputSchema: z.object(workShape(z)) }
  const handle = async (args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    const report = async (progress, total) => {
      if (progressToken === undefined) return
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } })
    }
    return text(await work(args, report, origin))
  }
  server.registerTool('work', definition, handle)
  server.registerTool('look-up', { ...definition, annotations: { readOnlyHint: true } }, handle)
  const change = { description: 'Says that the tools changed', inputSchema: z.object({}) }
  server.registerTool('change', change, () => {
    onChange ? onChange() : server.sendToolListChanged()
    return text('changed')
  })
  return server
}
