/** The tools that the tests call, for servers of the official SDK 2.x; those have their own copies of it and of zod. */
export function addTools(server, z, { acceptedContent, inputRequired }) {
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  const echo = { description: 'Repeats a text', inputSchema: z.object({ text: z.string() }) }
  server.registerTool('echo', echo, ({ text: value }) => text(value))
  const count = { description: 'Reports progress', inputSchema: z.object({ to: z.number(), every: z.number() }) }
  server.registerTool('count', count, async ({ to, every }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (let progress = 1; progress <= to && !mcpReq.signal.aborted; progress++) {
      await new Promise((resolve) => setTimeout(resolve, every))
      if (progressToken === undefined) continue
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: to } })
    }
    return text(`counted to ${to}`)
  })
  const answers = z.object({ answer: z.string() })
  server.registerTool('ask', { description: 'Asks the user', inputSchema: z.object({}) }, (_, { mcpReq }) => {
    const accepted = acceptedContent(mcpReq.inputResponses, 'answer', answers)
    if (accepted) return text(`accept: ${accepted.answer}`)
    const answer = inputRequired.elicit({ message: 'Which?', requestedSchema: answers })
    return inputRequired({ inputRequests: { answer } })
  })
  return server
}
