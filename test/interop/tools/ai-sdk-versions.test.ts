/** `aiSdkTools()` fits versions 5, 6 and 7 of the AI SDK: by types, and in a run of each. */
import { generateText as generateText7, isStepCount, type ToolSet as ToolSet7 } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { generateText as generateText5, stepCountIs as stepCountIs5, type ToolSet as ToolSet5 } from 'ai-5'
import { MockLanguageModelV2 } from 'ai-5/test'
import { generateText as generateText6, stepCountIs as stepCountIs6, type ToolSet as ToolSet6 } from 'ai-6'
import { MockLanguageModelV3 } from 'ai-6/test'
import { expect, test } from 'vitest'
import { aiSdkTools, type ModelTools, modelTools } from '../../../src/tools/index.ts'

const prompt = 'Go'
const answers = ['picture', 'failing'].map((toolName) => {
  return { type: 'tool-call' as const, toolCallId: toolName, toolName, input: '{}' }
})
const done = [{ type: 'text' as const, text: 'done' }]
const oldUsage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const calls = { unified: 'tool-calls' as const, raw: undefined }
const stop = { unified: 'stop' as const, raw: undefined }

/** Each runs the two tools, and returns what the model gets to see then. */
const versions: [version: string, run: (tools: ModelTools) => Promise<unknown>][] = [
  [
    '5',
    async (tools) => {
      const set: ToolSet5 = aiSdkTools(tools, { version: 5 })
      const model = new MockLanguageModelV2({
        doGenerate: [
          { content: answers, finishReason: 'tool-calls', usage: oldUsage, warnings: [] },
          { content: done, finishReason: 'stop', usage: oldUsage, warnings: [] },
        ] as never,
      })
      await generateText5({ model, prompt, tools: set, stopWhen: stepCountIs5(2) })
      return model.doGenerateCalls[1]!.prompt
    },
  ],
  [
    '6',
    async (tools) => {
      const set: ToolSet6 = aiSdkTools(tools, { version: 6 })
      const model = new MockLanguageModelV3({
        doGenerate: [
          { content: answers, finishReason: calls, usage, warnings: [] },
          { content: done, finishReason: stop, usage, warnings: [] },
        ] as never,
      })
      await generateText6({ model, prompt, tools: set, stopWhen: stepCountIs6(2) })
      return model.doGenerateCalls[1]!.prompt
    },
  ],
  [
    '7',
    async (tools) => {
      const set: ToolSet7 = aiSdkTools(tools)
      const model = new MockLanguageModelV4({
        doGenerate: [
          { content: answers, finishReason: calls, usage, warnings: [] },
          { content: done, finishReason: stop, usage, warnings: [] },
        ],
      })
      await generateText7({ model, prompt, tools: set, stopWhen: isStepCount(2) })
      return model.doGenerateCalls[1]!.prompt
    },
  ],
]

test.each(versions)(
  'the tools run with version %s, and the model sees texts, pictures and failures',
  async (_, run) => {
    const inputSchema = { type: 'object' } as const
    const source = await modelTools({
      listTools: async () => [
        { name: 'picture', inputSchema },
        { name: 'failing', inputSchema },
      ],
      async callTool(name) {
        if (name === 'failing') throw new Error('not today')
        return { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] }
      },
    })
    const seen = JSON.stringify(await run(source))
    expect(seen).toContain('image/png')
    expect(seen).toContain('AAAA')
    expect(seen).toContain('not today')
  },
)
