/** The tools that the tests call, for servers of the official SDK 1.x; those have their own copies of it and of zod. */
export function addTools(server, z) {
  const text = (value) => ({ content: [{ type: 'text', text: value }] })
  const echo = { description: 'Repeats a text', inputSchema: { text: z.string() } }
  server.registerTool('echo', echo, ({ text: value }) => text(value))
  const count = { description: 'Reports progress', inputSchema: { to: z.number(), every: z.number() } }
  server.registerTool('count', count, async ({ to, every }, extra) => {
    const progressToken = extra._meta?.progressToken
    for (let progress = 1; progress <= to && !extra.signal.aborted; progress++) {
      await new Promise((resolve) => setTimeout(resolve, every))
      if (progressToken === undefined) continue
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: to } })
      // Where events are stored, the stream is closed in the middle, and the client comes back for the rest.
      if (progress === 2) extra.closeSSEStream?.()
    }
    // InMemoryEventStore replays the events of one millisecond in a random order.
    await new Promise((resolve) => setTimeout(resolve, 2))
    return text(`counted to ${to}`)
  })
  server.registerTool('ask', { description: 'Asks the user', inputSchema: {} }, async (_, extra) => {
    const requestedSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] }
    const params = { message: 'Which?', requestedSchema }
    const result = z.object({ action: z.string(), content: z.object({ answer: z.string() }).optional() })
    const { action, content } = await extra.sendRequest({ method: 'elicitation/create', params }, result)
    return text(`${action}: ${content?.answer}`)
  })
  return server
}
