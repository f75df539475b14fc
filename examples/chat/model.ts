/** A scripted model, so that the example runs without a key. Replace it with the SDK of your provider: see docs/tools.md. */
export interface Message {
  role: 'user' | 'assistant' | 'tool'
  text: string
}

interface Answer {
  text?: string
  toolCalls?: { name: string; args: object }[]
}

export async function askModel(messages: readonly Message[], tools: readonly { name: string }[]): Promise<Answer> {
  const last = messages.at(-1)!
  const nameOf = (tool: string) => tools.find(({ name }) => name.endsWith(tool))?.name ?? tool
  if (last.role === 'user') {
    const [thing] = /teapot|lighthouse|windmill/.exec(last.text) ?? ['it']
    return { text: 'Let me look.', toolCalls: [{ name: nameOf('find_place'), args: { thing } }] }
  }
  if (!last.text.startsWith('Tomorrow'))
    return { toolCalls: [{ name: nameOf('forecast'), args: { place: last.text } }] }
  const place = messages.findLast(({ role, text }) => role === 'tool' && text !== last.text)?.text
  return { text: `It is in ${place}. ${last.text}.` }
}
