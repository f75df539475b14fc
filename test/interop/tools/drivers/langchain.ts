/** LangChain: its fake model, and the loop that its agents run. */
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import type { ToolCall } from '@langchain/core/messages/tool'
import { fakeModel } from '@langchain/core/testing'
import { DynamicStructuredTool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { langchainTools } from '../../../../src/tools/index.ts'
import type { Driver } from '../driver.ts'

export const langchain: Driver = {
  name: 'LangChain',
  async run(given, calls, signal) {
    const tools = langchainTools(given, { DynamicStructuredTool, ToolMessage, unchecked: true })
    const ids = calls.map((call, index) => ({ ...call, args: { ...call.args }, id: `call-${index}` }))
    const model = fakeModel().respondWithTools(ids).respond(new AIMessage('done')).bindTools(tools)
    const messages: BaseMessage[] = [new HumanMessage('Go')]
    const results: ToolMessage[] = []
    for (;;) {
      const answer = (await model.invoke(messages)) as AIMessage
      messages.push(answer)
      const toolCalls = answer.tool_calls ?? []
      if (toolCalls.length === 0) break
      const found = toolCalls.map(async (call): Promise<ToolMessage> => {
        const tool = tools.find(({ name }) => name === call.name)
        if (!tool) throw new Error(`LangChain has no tool ${call.name}`)
        const input: ToolCall = { ...call, type: 'tool_call' }
        return tool.invoke(input, { ...(signal && { signal }) })
      })
      results.push(...(await Promise.all(found)))
      messages.push(...results)
    }
    const seen = results.map(({ content, status }) => {
      const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
      const texts = blocks.flatMap((block) => (block.type === 'text' ? String(block.text) : []))
      const media = blocks.flatMap((block) => (block.type === 'text' ? [] : `${block.type} ${block.mimeType}`))
      return { text: texts.join('\n'), media, isError: status === 'error' }
    })
    const offered = tools.map((tool) => {
      const { name, description = '', parameters } = convertToOpenAITool(tool).function
      return { name, description, schema: parameters as Record<string, unknown> }
    })
    return { offered, seen }
  },
}
