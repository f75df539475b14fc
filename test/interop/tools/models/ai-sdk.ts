/** `model` of the AI SDK example. */
import { MockLanguageModelV4 } from 'ai/test'
import { tell } from '../scripted-apis.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

export const model = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const last = prompt.at(-1)
    if (last?.role !== 'tool') {
      const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input: '{"city":"Paris"}' } as const
      return { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] }
    }
    const text = tell(last.content)
    return { content: [{ type: 'text', text }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] }
  },
})
