/** The Chat Completions API through the SDK of OpenAI, with a fetch that plays the API. */
import OpenAI from 'openai'
import { openaiChatTools } from '../../../../src/tools/index.ts'
import { createScriptedApi, type Driver, typeOf } from '../driver.ts'

export const openaiChat: Driver = {
  name: 'OpenAI Chat Completions',
  async run(tools, calls, signal) {
    const tool_calls = calls.map(({ name, args }, index) => {
      return { id: `call_${index}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }
    })
    const first = { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls } }] }
    const second = { choices: [{ index: 0, message: { role: 'assistant', content: 'done' } }] }
    const api = createScriptedApi(first, second)
    const openai = new OpenAI({ apiKey: 'test', fetch: api.fetch, maxRetries: 0, dangerouslyAllowBrowser: true })
    const { definitions, run } = openaiChatTools(tools)
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go' }]
    for (;;) {
      const completion = await openai.chat.completions.create({ model: 'gpt-5.6', messages, tools: definitions })
      const answers = await run(completion, { signal })
      if (answers.length === 0) break
      messages.push(completion.choices[0]!.message, ...answers)
    }
    const [offered, sent] = api.sent as unknown as Sent[]
    const attached = sent!.messages.flatMap(({ role, content }) =>
      role === 'user' && Array.isArray(content) ? content : [],
    )
    const seen = sent!.messages.flatMap(({ role, content, tool_call_id }) => {
      if (role !== 'tool') return []
      // Each picture or file follows a text that names its call.
      const media = attached.flatMap((part, index) => {
        const label = attached[index - 1]
        if (label?.type !== 'text' || !label.text.includes(`${tool_call_id}:`)) return []
        if (part.type === 'image_url') return typeOf(part.image_url.url)
        return part.type === 'file' ? `${part.file.filename} ${typeOf(part.file.file_data ?? '')}` : []
      })
      return { text: content as string, media }
    })
    return {
      offered: offered!.tools.map((tool) => {
        const { name, description = '', parameters = {} } = tool.function
        return { name, description, schema: parameters }
      }),
      seen,
    }
  },
}

interface Sent {
  tools: OpenAI.ChatCompletionFunctionTool[]
  messages: { role: string; tool_call_id?: string; content: string | OpenAI.ChatCompletionContentPart[] }[]
}
