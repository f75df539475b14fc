/** The AI SDK with the model of its test kit. */
import { generateText, isStepCount, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { aiSdkTools } from '../../../../src/tools/index.ts'
import type { Driver, Seen } from '../driver.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

export const aiSdk: Driver = {
  name: 'AI SDK',
  async run(tools, calls, signal) {
    const content = calls.map(({ name, args }, index) => {
      return { type: 'tool-call', toolCallId: `call-${index}`, toolName: name, input: JSON.stringify(args) } as const
    })
    const model = new MockLanguageModelV4({
      doGenerate: [
        { content, finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
        {
          content: [{ type: 'text', text: 'done' }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        },
      ],
    })
    const set: ToolSet = aiSdkTools(tools)
    await generateText({
      model,
      prompt: 'Go',
      tools: set,
      stopWhen: isStepCount(2),
      ...(signal && { abortSignal: signal }),
    })
    const [first, second] = model.doGenerateCalls
    const offered = (first!.tools ?? []).flatMap((tool) => {
      if (tool.type !== 'function') return []
      return { name: tool.name, description: tool.description ?? '', schema: { ...tool.inputSchema } }
    })
    const results = second!.prompt.flatMap((message) => (message.role === 'tool' ? message.content : []))
    const seen = results.map((part): Seen => {
      if (part.type !== 'tool-result') throw new Error(`not a result: ${part.type}`)
      const { output } = part
      if (output.type === 'text' || output.type === 'error-text')
        return { text: output.value, media: [], isError: output.type === 'error-text' }
      if (output.type !== 'content') throw new Error(`not text or content: ${output.type}`)
      const texts = output.value.flatMap((item) => (item.type === 'text' ? item.text : []))
      const media = output.value.flatMap((item) => (item.type === 'file' ? item.mediaType : []))
      return { text: texts.join('\n'), media }
    })
    return { offered, seen }
  },
}
