/** The Messages API through the SDK of Anthropic, with a fetch that plays the API. */
import Anthropic from '@anthropic-ai/sdk'
import { anthropicTools } from '../../../../src/tools/index.ts'
import { createScriptedApi, type Driver, type Seen } from '../driver.ts'

export const anthropic: Driver = {
  name: 'Anthropic Messages',
  async run(tools, calls, signal) {
    const content = calls.map(({ name, args }, index) => ({
      type: 'tool_use',
      id: `toolu_${index}`,
      name,
      input: args,
    }))
    const api = createScriptedApi(
      { type: 'message', role: 'assistant', stop_reason: 'tool_use', content },
      { type: 'message', role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: 'done' }] },
    )
    const anthropic = new Anthropic({ apiKey: 'test', fetch: api.fetch, maxRetries: 0, dangerouslyAllowBrowser: true })
    const { definitions, run } = anthropicTools(tools)
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go' }]
    const settings = { model: 'claude-opus-4-8', max_tokens: 1000, tools: definitions } as const
    for (;;) {
      const message = await anthropic.messages.create({ ...settings, messages })
      const answers = await run(message, { signal })
      if (answers.length === 0) break
      messages.push({ role: 'assistant', content: message.content }, ...answers)
    }
    const [first, second] = api.sent as unknown as Sent[]
    const answers = second!.messages.at(-1)!.content as Anthropic.ContentBlockParam[]
    const results = answers.filter((block) => block.type === 'tool_result')
    // The API refuses messages in which something stands before the results, or beside text in a failed one.
    for (const [index, block] of answers.entries()) {
      if ((block.type === 'tool_result') !== index < results.length) throw new Error('results must come first')
    }
    const after = answers.slice(results.length)
    return {
      offered: first!.tools.map(({ name, description = '', input_schema }) => ({
        name,
        description,
        schema: input_schema,
      })),
      seen: results.map((result, index) => toSeen(result, index === results.length - 1 ? after : [])),
    }
  },
}

interface Sent {
  tools: Anthropic.Tool[]
  messages: Anthropic.MessageParam[]
}

function toSeen(
  { content = [], is_error = false }: Anthropic.ToolResultBlockParam,
  after: Anthropic.ContentBlockParam[],
): Seen {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  if (is_error && blocks.some((block) => block.type !== 'text')) throw new Error('only text beside is_error')
  if (blocks.some((block) => block.type === 'text' && block.text === '')) throw new Error('text must be non-empty')
  const texts = blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
  const media = [...blocks, ...after].flatMap((block) => {
    if (block.type === 'image' && block.source.type === 'base64') return block.source.media_type
    if (block.type === 'document' && block.source.type === 'base64') return `${block.title} ${block.source.media_type}`
    return []
  })
  return { text: texts.join('\n'), media, isError: is_error }
}
